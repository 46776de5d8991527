"""The bot that lets a two-player no-limit bot play at a table for three."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.bots import Bot, Consultation, Explanation, nearest_legal
from railbird.bots.reference.cfr_bots import CFRNoLimitBot
from railbird.errors import BotError, GameError
from railbird.mapping.nolimit.mapping_losses import MappingCounts
from railbird.mapping.nolimit.nolimit_decision import NoLimitDecision
from railbird.mapping.nolimit.nolimit_games import two_player_game
from railbird.mapping.nolimit.nolimit_hands import map_view
from railbird.mapping.nolimit.nolimit_variants import Variant
from railbird.mapping.nolimit.translated_answers import translated

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np

    from railbird.games import Action, GameDefinition, View


class MapNoLimitBot(Bot):
    """Asks a two-player bot about three-player no-limit hands that are mapped to two players (Lilienthal 2019).

    `variant` is N0 to N3, or A0 to A3 with the pot adjusted; `bot` is any bot for two-player no-limit hold'em, by
    default `cfr-nolimit`. A raise of its answer keeps its total, or with `rescale=1` its size relative to the pot. In a
    spec: `map-nolimit:variant=A0,bot=[ev]`.
    """

    def __init__(self, *, variant: str = "A0", bot: Bot | None = None, rescale: bool = False, seed: int = 0) -> None:
        if rescale not in (0, 1):
            raise BotError(f"rescale={rescale}: give 1 to keep the size of raises relative to the pot, or 0")
        if bot is None:
            bot = CFRNoLimitBot(seed=seed)
        if not isinstance(bot, Bot):
            raise BotError(f"{bot!r} is not a bot: in a spec, write it in brackets, like bot=[ev]")
        self._variant = Variant.of(variant)
        self._rescale = bool(rescale)
        self._consultation = Consultation(bot)
        self.counts = MappingCounts()
        """What the mapping has lost so far, and how often answers were corrected."""

    @classmethod
    def game_of_members(cls, game: GameDefinition) -> GameDefinition:
        try:
            return two_player_game(game)
        except GameError as error:
            raise BotError(f"map-nolimit: {error}") from None

    def use_generator(self, generator: np.random.Generator) -> None:
        super().use_generator(generator)
        self._consultation.bot.use_generator(generator.spawn(1)[0])

    def reset(self) -> None:
        self._consultation.new_match()

    def match_starts(self, game: GameDefinition, seat: int) -> None:  # noqa: ARG002
        two = self.game_of_members(game)
        try:
            self._consultation.start_match(two, 0)
        except BotError as error:
            raise BotError(f"map-nolimit asks a bot for {two.name}: {error}") from None

    def act(self, view: View) -> Action:
        mapped = map_view(view, self._variant)
        counts = self.counts
        counts.add(view, mapped)
        answer = self._consultation.consult(mapped.view)
        legal = nearest_legal(answer, mapped.view)
        counts.illegal_answers += legal != answer
        action = translated(legal, mapped=mapped.view, real=view, rescale=self._rescale)
        counts.moved_answers += not self._rescale and action != legal
        return action

    def probabilities(self, view: View) -> Mapping[Action, float] | None:
        return self.decision(view).probabilities

    def decision(self, view: View) -> NoLimitDecision:
        """The mapped hand of a decision, and the probabilities of the two-player bot in it."""
        mapped = map_view(view, self._variant)
        name = type(self._consultation.bot).__name__
        answers = self._consultation.checked_probabilities(mapped.view, name=name)
        probabilities = None if answers is None else self._translated(answers, mapped.view, view)
        return NoLimitDecision(self._variant, view, mapped, answers, probabilities)

    def explanation(self, view: View) -> Explanation:
        asked = type(self._consultation.bot).__name__
        content = {"asked": asked, "rescales": self._rescale, **self.decision(view).as_json()}
        return Explanation("mapping-nolimit", content)

    def _translated(self, answers: Mapping[Action, float], mapped: View, real: View) -> dict[Action, float]:
        probabilities: dict[Action, float] = {}
        for answer, probability in answers.items():
            legal = nearest_legal(answer, mapped)
            action = translated(legal, mapped=mapped, real=real, rescale=self._rescale)
            probabilities[action] = probabilities.get(action, 0.0) + probability
        return probabilities
