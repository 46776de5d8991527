"""The bot that plays three-player limit hold'em with a two-player bot."""

from __future__ import annotations

import logging
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

from railbird.bots.adaptive.heads_up_history import TWO_PLAYERS, translated_back
from railbird.bots.bot import Bot
from railbird.bots.explanation import Explanation
from railbird.bots.failures import describe_error
from railbird.bots.follower import Consultation
from railbird.bots.legal import SMALLEST_RAISE, nearest_legal
from railbird.bots.loaded_files import load_once
from railbird.bots.reference.cfr_bots import CFRLimitBot
from railbird.errors import BotError, GameError, RailbirdError
from railbird.games import View
from railbird.games.action import CALL, FOLD
from railbird.mapping.limit.fold_bias import read_bias, with_more_folds
from railbird.mapping.limit.mapped_decision import AskedState, MappedDecision, mean_answer, weights_of
from railbird.mapping.limit.nearest_states import MAPPINGS, check_three_players, mapped_states
from railbird.mapping.limit.two_player_states import two_player_states
from railbird.opponent_models import ActionFrequencies
from railbird.rng import uniform

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railbird.games import Action, GameDefinition
    from railbird.mapping.limit.fold_bias import FoldBias
    from railbird.mapping.limit.two_player_states import TwoPlayerState

_log = logging.getLogger(__name__)
_WEIGHTS = ("plain", "distance")
_ANY_HAND = "As Kd"
_SEATS = ((0, 1), (1, 0))
"""The seats by position, for hero in position 0 and in position 1: hero always has seat 0."""


class MapLimitBot(Bot):
    """Plays three-player limit hold'em by asking a two-player bot about similar two-player states (Glöckner 2013).

    `mapping` is 1 (delete actions), 2 (nearest actions of hero and opponent), 3 (the same among the nearest pots) or 4
    (among the nearest pot odds). For each opponent the probabilities of the `nearest` states are averaged, with
    `weights` plain or by distance, and then those for all opponents. `bot` must say its probabilities. `bias` is a
    file that `railbird map bias` has written. In a spec: `map-limit:mapping=4,nearest=5,bot=[strategy:file=my.npz]`.
    """

    def __init__(
        self,
        *,
        mapping: int = 4,
        nearest: int = 1,
        weights: str = "plain",
        bot: Bot | None = None,
        bias: str | Path = "",
        seed: int = 0,
    ) -> None:
        _check_options(mapping=mapping, nearest=nearest, weights=weights)
        if bot is not None and not isinstance(bot, Bot):
            raise BotError(
                f"{bot!r} is not a bot: in a spec, write a bot within a bot in brackets, like bot=[cfr-limit]"
            )
        self._mapping = mapping
        self._nearest = nearest
        self._by_distance = weights == "distance"
        self._bias: FoldBias | None = load_once(read_bias, Path(bias)) if bias else None
        self._seed = seed
        member = CFRLimitBot() if bot is None else bot
        if type(member).probabilities is Bot.probabilities:
            raise _silent(member)
        self._member = Consultation(member, seed=seed)
        self.corrections = 0
        """How many answers of the two-player bot were not legal, and were corrected as the dealer would."""
        if member.listens_to <= {"match_starts", "reset"}:
            # It hears of no hand, and saying probabilities changes nothing. What it was last shown is kept, however.
            self.memoryless = True if member.memoryless is None else member.memoryless

    @classmethod
    def game_of_members(cls, game: GameDefinition) -> GameDefinition:
        try:
            check_three_players(game)
        except GameError as error:
            raise BotError(str(error)) from None
        return TWO_PLAYERS

    def reset(self) -> None:
        self._member.new_match()

    def match_starts(self, game: GameDefinition, seat: int) -> None:  # noqa: ARG002
        """Raise BotError for anything that would otherwise fail during the match."""
        self.game_of_members(game)
        self._member.new_match()
        name = type(self._member.bot).__name__
        try:
            answer = self._member.probabilities(View.of(TWO_PLAYERS, hole_cards=_ANY_HAND, seats=_SEATS[1]))
        except Exception as error:
            reason = str(error) if isinstance(error, RailbirdError) else describe_error(error)
            raise BotError(f"map-limit: {name} cannot play {TWO_PLAYERS.name}: {reason}") from error
        if answer is None:
            raise _silent(self._member.bot)
        for street in range(game.rounds):
            two_player_states(street)  # the index is built now, not during the first hand

    def act(self, view: View) -> Action:
        probabilities = self.probabilities(view)
        drawn = uniform(self._seed, view.hand, len(view.actions)) * sum(probabilities.values())
        actions = [action for action, probability in probabilities.items() if probability > 0]
        for action, cumulative in zip(actions, accumulate(map(probabilities.__getitem__, actions)), strict=True):
            if drawn < cumulative:
                return action
        return actions[-1]

    def probabilities(self, view: View) -> Mapping[Action, float]:
        return self.decision(view).probabilities

    def decision(self, view: View) -> MappedDecision:
        """Map a view to two-player states, ask the bot about them, and combine its answers."""
        nearest_by_opponent = mapped_states(view, mapping=self._mapping, nearest=self._nearest)
        answers: dict[int, ActionFrequencies] = {}
        asked: dict[int, list[AskedState]] = {}
        for opponent, near in nearest_by_opponent.items():
            weights = weights_of(near, by_distance=self._by_distance)
            asked[opponent] = []
            for (state, distance), weight in zip(near, weights, strict=True):
                if state.number not in answers:
                    answers[state.number] = self._answer(state, view)
                asked[opponent].append(AskedState(state, distance, weight, answers[state.number]))
        mean = mean_answer(asked)
        own = translated_back({FOLD: mean.fold, CALL: mean.call, SMALLEST_RAISE: mean.raise_}, view)
        shift = 0.0 if self._bias is None else self._bias.fold_shift(view)
        return MappedDecision(view, asked, shift, with_more_folds(own, shift))

    def explanation(self, view: View) -> Explanation:
        asked = type(self._member.bot).__name__
        weights = "distance" if self._by_distance else "plain"
        return Explanation(
            "mapping-limit",
            {
                "mapping": self._mapping,
                "nearest": self._nearest,
                "weights": weights,
                "asked": asked,
                **self.decision(view).as_json(),
            },
        )

    def _answer(self, state: TwoPlayerState, view: View) -> ActionFrequencies:
        two = View.of(
            TWO_PLAYERS,
            state.actions,
            hole_cards=view.hole_cards,
            board=view.board,
            hand=view.hand,
            seats=_SEATS[state.position],
        )
        name = type(self._member.bot).__name__
        answer = self._member.checked_probabilities(two, name=name)
        if answer is None:
            raise _silent(self._member.bot)
        shares = [0.0, 0.0, 0.0]
        for action, share in answer.items():
            legal = nearest_legal(action, two)
            if legal.kind != action.kind and share:
                if not self.corrections:
                    _log.warning(
                        "%s answers %s in %r, which is not legal: taken as %s; others are only counted",
                        name,
                        action,
                        two,
                        legal,
                    )
                self.corrections += 1
            shares[legal.kind] += share
        total = sum(shares)
        return ActionFrequencies(*(share / total for share in shares))


def _silent(bot: Bot) -> BotError:
    name = type(bot).__name__
    return BotError(f"map-limit: {name} does not say its probabilities: choose a bot that does, like cfr-limit")


def _check_options(*, mapping: object, nearest: object, weights: object) -> None:
    if mapping not in MAPPINGS:
        raise BotError(f"mapping={mapping}: the mappings are {', '.join(map(str, MAPPINGS))}")
    if not isinstance(nearest, int) or nearest < 1:
        raise BotError(f"nearest={nearest}: give a whole number of states, at least 1, like 5")
    if mapping == 1 and nearest != 1:
        raise BotError(
            f"nearest={nearest}: mapping 1 gives a single state; leave nearest out, or choose mapping 2 to 4"
        )
    if weights not in _WEIGHTS:
        raise BotError(f"weights={weights}: give {' or '.join(_WEIGHTS)}")
