"""Small games for the tests of boards, and what can be said of them by going through every deal: slow and obvious."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import TYPE_CHECKING

from railbird.abstraction.abstract_game import exact_game
from railbird.abstraction.menu import parse_menu
from railbird.cards import deck
from railbird.games import Deal, GameDefinition, State, game_named

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import PokerGame


def small(**rules: object) -> GameDefinition:
    """Eight cards, two of them in the hand, one on the board; other rules as given."""
    usual: dict[str, object] = {
        "name": "small",
        "betting": "limit",
        "stacks": (100, 100),
        "blinds": (2, 1),
        "raise_sizes": (2, 4),
        "first_players": (1, 0),
        "max_raises": (2, 2),
        "suits": 2,
        "ranks": 4,
        "hole_cards": 2,
        "board_cards": (0, 1),
    }
    return GameDefinition(**{**usual, **rules})  # type: ignore[arg-type]


THREE_ROUNDS = {"board_cards": (0, 1, 1), "first_players": (1, 0, 0), "max_raises": (2, 2, 2)}
GAMES = {
    "kuhn": game_named("kuhn.limit.2p"),
    "leduc": game_named("leduc.limit.2p"),
    "two hole cards": small(),
    "one suit, no ties": small(suits=1, ranks=8),
    "flushes": small(suits=3, ranks=3, hole_cards=1, raise_sizes=(2, 4, 4), three_card_hands=True, **THREE_ROUNDS),
    "five cards": small(suits=4, ranks=2, board_cards=(0, 3)),
    "all-in early": small(betting="nolimit", stacks=(7, 9), raise_sizes=(), **THREE_ROUNDS),
    "all-in by a blind": small(betting="nolimit", stacks=(2, 9), raise_sizes=(), **THREE_ROUNDS),
    "folds for free": small(free_folds=True),
    "an odd chip": small(smallest_chip=1, antes=(1, 2)),
}


def solvable(game: GameDefinition) -> PokerGame:
    return exact_game(game, parse_menu("min,1,all-in"))


def random_probabilities(game: PokerGame, rng: np.random.Generator) -> NDArray[np.float64]:
    """By cell: the probability of a choice; some are never made."""
    sums = rng.random(game.layout.count)
    sums[rng.random(len(sums)) < 0.3] = 0.0
    return game.probabilities(sums)


class PlainEvaluation:
    """Of a strategy by cell: all deals, with the cards as they are."""

    def __init__(self, game: PokerGame, strategy: NDArray[np.float64]) -> None:
        self._game = game
        self._strategy = strategy
        self._rules = game.cards.game
        deals = list(all_deals(self._rules))
        self._dealt = [(State.start(self._rules, deal), 1 / len(deals)) for deal in deals]

    def value(self, player: int) -> float:
        """If all follow the strategy."""
        return self._value(player, self._dealt, is_best=False)

    def best_response(self, player: int) -> float:
        """If the player does what is best."""
        return self._value(player, self._dealt, is_best=True)

    def _value(self, player: int, states: list[tuple[State, float]], *, is_best: bool) -> float:
        """Of states after the same betting, each with the probability of its cards and of the others' choices."""
        by_cards = defaultdict(list)
        for state, share in states:
            by_cards[state.deal.hole_cards[player], state.board].append((state, share))
        return sum(self._known(player, known, is_best=is_best) for known in by_cards.values())

    def _known(self, player: int, states: list[tuple[State, float]], *, is_best: bool) -> float:
        """Of states that the player cannot tell apart."""
        first = states[0][0]
        if first.is_over:
            return sum(share * float(state.payoffs()[player]) for state, share in states)
        decision = self._game.tree.decision_after(first.actions)
        answers = []
        for choice, action in enumerate(self._game.tree.actions(decision)):
            weigh = not (is_best and first.acting == player)
            below = [
                (state.apply(action), share * (self._probability(state, decision, choice) if weigh else 1.0))
                for state, share in states
            ]
            answers.append(self._value(player, below, is_best=is_best))
        return max(answers) if is_best and first.acting == player else sum(answers)

    def _probability(self, state: State, decision: int, choice: int) -> float:
        game, player, street = self._game, state.acting, state.street
        number = game.cards.class_of(state.deal.hole_cards[player], state.board)
        place = number * game.layout.width[player, street] + game.tree.slot[decision] + choice
        return float(self._strategy[game.layout.base[player, street] + place])


def all_deals(game: GameDefinition) -> Iterator[Deal]:
    """Every pair of hands and every board, each as likely as the others; the groups of a board in order."""

    def boards(left: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if not sizes:
            yield ()
            return
        for new in combinations(left, sizes[0]):
            rest = tuple(card for card in left if card not in new)
            yield from ((*new, *later) for later in boards(rest, sizes[1:]))

    cards = tuple(deck(ranks=game.ranks, suits=game.suits))
    for dealt in boards(cards, (game.hole_cards, game.hole_cards, *game.board_cards[1:])):
        first, second = dealt[: game.hole_cards], dealt[game.hole_cards : 2 * game.hole_cards]
        yield Deal((first, second), dealt[2 * game.hole_cards :])
