"""A decision of a real hand as a strategy sees it: the translated betting, the card class, the probabilities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from railbird.formats.betting import format_betting
from railbird.strategy.class_names import class_names

if TYPE_CHECKING:
    from railbird.abstraction.translation import Translation
    from railbird.games import Action, View
    from railbird.strategy.class_names import ClassName
    from railbird.strategy.strategy import Strategy


@dataclass(frozen=True)
class ExplainedChoice:
    """A choice of the solved game."""

    choice: Action
    played_as: Action
    """The legal action of the real hand that plays it."""
    probability: float


@dataclass(frozen=True)
class ExplainedDecision:
    """What a strategy was asked, and what it answers."""

    real_betting: str
    betting: str
    """The betting that the strategy is asked about, in which bets outside its menu are translated."""
    ignored: int
    """Number of real actions without a counterpart in the solved game."""
    card_class: int | None
    """The number of the card class; None if the solved game has no decision here, and the answer is a call."""
    class_count: int
    class_name: ClassName | None
    choices: tuple[ExplainedChoice, ...]

    def as_json(self) -> dict[str, object]:
        """The decision for programs."""
        name = self.class_name
        return {
            "real_betting": self.real_betting,
            "betting": self.betting,
            "is_translated": self.betting != self.real_betting,
            "ignored": self.ignored,
            "class": self.card_class,
            "class_count": self.class_count,
            "class_hand": None if name is None else name.hand,
            "class_board": None if name is None else name.board,
            "choices": [
                {"choice": str(each.choice), "played_as": str(each.played_as), "probability": each.probability}
                for each in self.choices
            ],
        }


def explain_decision(strategy: Strategy, view: View, translation: Translation) -> ExplainedDecision:
    """Explain what a strategy plays in a view."""
    probabilities = strategy.at(view, translation=translation)  # which checks the view
    history = strategy.translated_history(view, translation)
    game, tree = strategy.definition, strategy.game.tree
    number, name, count = None, None, 0
    choices = tuple(ExplainedChoice(action, action, share) for action, share in probabilities.items())
    if history.decision is not None:
        street = int(tree.street[history.decision])
        number = strategy.game.cards.class_of(view.hole_cards, view.board)
        name, count = class_names(strategy.game.cards, street)[number], strategy.game.cards.counts[street]
        shares = strategy.choice_probabilities(history.decision, view)
        pairs = zip(tree.actions(history.decision), history.played_as, shares, strict=True)
        choices = tuple(ExplainedChoice(choice, played_as, share) for choice, played_as, share in pairs)
    return ExplainedDecision(
        real_betting=format_betting(view.game, view.actions),
        betting=format_betting(game, history.actions),
        ignored=history.ignored,
        card_class=number,
        class_count=count,
        class_name=name,
        choices=choices,
    )
