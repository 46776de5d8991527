"""A bot that decides as a learned model predicts that its model player would."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from railbird.bots.bot import Bot
from railbird.bots.explanation import Explanation
from railbird.bots.legal import nearest_legal
from railbird.bots.loaded_files import load_once
from railbird.errors import BotError, LearnerError, RailbirdError
from railbird.games.action import CALL, FOLD, raise_to
from railbird.imitation.attributes import attributes_of, schemas_of
from railbird.imitation.dataset import ACTION_CLASS, AMOUNT_CLASS, AttributePrefix
from railbird.imitation.decisions import STREETS
from railbird.imitation.live.decision_row import DecisionRow
from railbird.imitation.live.watched_match import WatchedMatch
from railbird.imitation.models import open_model
from railbird.imitation.models.model_reasons import reasons_as_json

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from railbird.games import Action, Chips, GameDefinition, View


class ImitationBot(Bot):
    """Plays the models in a folder, which `railbird imitate train` writes (Kischka 2014, 3.5.5).

    `preflop`, `flop`, `turn` and `river` name other folders for single streets. It computes only the attributes that
    its models need. A decision that the rules forbid is replaced by the nearest legal one, and counted in `corrected`.
    In no-limit games it raises by `size` times the pot, unless the model predicts amounts.
    """

    def __init__(
        self,
        *,
        model: str | Path = "",
        preflop: str | Path = "",
        flop: str | Path = "",
        turn: str | Path = "",
        river: str | Path = "",
        size: float = 1.0,
    ) -> None:
        if size <= 0:
            raise BotError(f"size={size}: raises are a fraction of the pot above 0")
        self._size = float(size)
        folders = (preflop or model, flop or model, turn or model, river or model)
        self._models = [_StreetModel(folder, street) for folder, street in zip(folders, STREETS, strict=True)]
        self._needs_history = any(model.needs_history for model in self._models)
        self.memoryless = not self._needs_history
        self.corrected: Counter[str] = Counter()
        """Decisions that the rules forbid, by street."""
        self._match: WatchedMatch | None = None

    @property
    def listens_to(self) -> frozenset[str]:
        return super().listens_to - (frozenset() if self._needs_history else {"hand_ends"})

    def reset(self) -> None:
        self._match = None

    def match_starts(self, game: GameDefinition, seat: int) -> None:
        for model in self._models:
            model.check(game)
        self._match = WatchedMatch(game, seat)

    def hand_ends(self, view: View, payoffs: Sequence[Chips]) -> None:
        if self._match is not None:
            self._match.hand_over(view, payoffs)

    def act(self, view: View) -> Action:
        intended = self._intended(view)
        action = nearest_legal(intended, view)
        if action.kind != intended.kind:
            self.corrected[STREETS[view.street]] += 1
        return action

    def probabilities(self, view: View) -> Mapping[Action, float]:
        return {nearest_legal(self._intended(view), view): 1.0}

    def explanation(self, view: View) -> Explanation:
        model, intended = self._models[view.street], self._intended(view)
        played = nearest_legal(intended, view)
        content = {
            "street": STREETS[view.street],
            "model": model.name,
            "intended": str(intended),
            "played_as": str(played),
            **model.reasons(self.row(view)),
        }
        return Explanation("model", content)

    def row(self, view: View) -> DecisionRow:
        """The attributes of the model of this street, computed when it asks for them."""
        if self._match is None:
            raise BotError("the bot cannot decide before a match starts")
        return DecisionRow(self._match.decision(view), attributes_of(view.game))

    def _intended(self, view: View) -> Action:
        """What the model predicts; it need not be legal."""
        model = self._models[view.street]
        predicted = model.predict(self.row(view))
        if not isinstance(predicted, str):
            return action_for(predicted, view)
        if predicted == "RAISE":
            to_call = view.to_call(view.position)
            return raise_to(view.bet + round(self._size * (view.pot + to_call)))
        return FOLD if predicted == "FOLD" else CALL


class _StreetModel:
    """The model of a street."""

    def __init__(self, folder: str | Path, street: str) -> None:
        if not folder:
            raise BotError(f"no model for the {street}: name a folder that `railbird imitate train` has written")
        self._folder, self._street = folder, street
        self._model = load_once(open_model, Path(folder))
        try:
            self._names = self._model.attributes(street)
        except LearnerError as error:
            raise BotError(f"{folder}: {error}") from None
        predicted = self._model.class_attribute.name
        if predicted not in (ACTION_CLASS, AMOUNT_CLASS):
            raise BotError(f"{folder} predicts {predicted}: a bot needs {ACTION_CLASS} or {AMOUNT_CLASS}")

    @property
    def needs_history(self) -> bool:
        """Whether it looks at the hands before."""
        return any(AttributePrefix.of(name) is AttributePrefix.HISTORY for name in self._names)

    def check(self, game: GameDefinition) -> None:
        """Raise BotError if an attribute does not exist, or has other values in a game."""
        try:
            self._model.check_attributes(schemas_of(game, attributes_of(game)), place=str(self._folder))
        except RailbirdError as error:
            raise BotError(f"{error} (was the model trained for another game than {game.name}?)") from None

    @property
    def name(self) -> str:
        """The name of its folder."""
        return Path(self._folder).name

    def reasons(self, row: DecisionRow) -> dict[str, object]:
        """Why it predicts what it does."""
        return reasons_as_json(self._model.learner(self._street), row)

    def predict(self, row: DecisionRow) -> str | float:
        """The predicted class."""
        return self._model.predict_one(self._street, row)


def action_for(amount: float, view: View) -> Action:
    """The action that puts in the amount that is nearest to this one."""
    position = view.position
    to_call, spent, legal = view.to_call(position), view.spent(position), view.legal_actions()
    choices = [(abs(amount - to_call), CALL)]
    if to_call:
        choices.append((abs(amount), FOLD))
    if legal.can_raise:
        total = min(max(spent + round(amount), legal.lowest_raise), legal.highest_raise)
        choices.append((abs(amount - (total - spent)), raise_to(total)))
    return min(choices, key=lambda choice: choice[0])[1]
