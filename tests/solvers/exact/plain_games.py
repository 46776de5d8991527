"""Games as nested nodes, and what can be said of them by recursion over dictionaries: slow, obvious, no kernels."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from railbird.abstraction.written_game import ChanceNode, DecisionNode, Node, WrittenGame
from railbird.cards import deck
from railbird.games import CALL, FOLD, Action, Deal, GameDefinition, State, game_named, raise_to

if TYPE_CHECKING:
    import random

    from numpy.typing import NDArray

    from railbird.abstraction.abstract_game import AbstractGame, PokerGame


FLUSHES = GameDefinition(
    name="flushes",
    betting="limit",
    stacks=(100, 100),
    blinds=(1, 1),
    raise_sizes=(2, 2, 4),
    first_players=(0, 1, 0),
    max_raises=(1, 0, 1),
    suits=3,
    ranks=3,
    hole_cards=1,
    board_cards=(0, 1, 1),
    three_card_hands=True,
)
"""A small game in which suits matter and boards are not equally likely, with a round that leaves no choice."""
POKER = {
    **{name: game_named(name) for name in ("kuhn.limit.2p", "kuhn.limit.3p", "leduc.limit.2p")},
    FLUSHES.name: FLUSHES,
}


@dataclass(frozen=True)
class Choice:
    player: int
    knows: Hashable
    """What tells this information set from others."""
    below: tuple[PlainNode, ...]
    cards: tuple[int, ...] = ()
    """The own card and the board."""


@dataclass(frozen=True)
class Chance:
    below: tuple[tuple[float, PlainNode], ...]


@dataclass(frozen=True)
class End:
    payoffs: tuple[float, ...]


PlainNode: TypeAlias = "Choice | Chance | End"
Strategy: TypeAlias = Mapping[Hashable, Sequence[float]]
Bonus: TypeAlias = Mapping[tuple[Action, ...], Sequence[float]]
"""By the actions of a hand: what is added to the payoffs, whatever the cards."""


def plain_poker(game: GameDefinition, bonus: Bonus = MappingProxyType({})) -> Chance:
    """A game with single cards in the hands and on the board: all deals, but those alike but for suits once."""
    deals: Counter[Hashable] = Counter()
    examples: dict[Hashable, tuple[int, ...]] = {}
    for cards in permutations(deck(ranks=game.ranks, suits=game.suits), game.dealt_cards):
        known = renamed(game, cards)
        deals[known] += 1
        examples.setdefault(known, cards)
    below = []
    for known, count in deals.items():
        hands = tuple((card,) for card in examples[known][: game.players])
        deal = Deal(hands, examples[known][game.players :])
        below.append((count / deals.total(), _grow(State.start(game, deal), bonus)))
    return Chance(tuple(below))


def _grow(state: State, bonus: Bonus) -> Choice | End:
    if state.is_over:
        added = bonus.get(state.actions, (0.0,) * state.game.players)
        return End(tuple(float(won) + more for won, more in zip(state.payoffs(), added, strict=True)))
    legal = state.legal_actions()
    actions = [FOLD] * legal.fold + [CALL] + [raise_to(legal.lowest_raise)] * legal.can_raise
    cards = (*state.deal.hole_cards[state.acting], *state.board)
    knows = renamed(state.game, cards), state.actions
    return Choice(state.acting, knows, tuple(_grow(state.apply(action), bonus) for action in actions), cards)


def renamed(game: GameDefinition, cards: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Ranks and suits, the same for cards that a renaming of suits carries into each other."""
    if not game.three_card_hands:
        return tuple((card // 4, 0) for card in cards)
    names = [dict(zip(range(4 - game.suits, 4), order, strict=True)) for order in permutations(range(game.suits))]
    return min(tuple((card // 4, name[card % 4]) for card in cards) for name in names)


def shaken(game: PokerGame, rng: np.random.Generator) -> tuple[PokerGame, Bonus]:
    """The game with something added to the payoffs of each line of betting, so that no two choices are equally good.

    Where they are, rounding decides between them, and twins part.
    """
    tree = game.tree
    noise = rng.uniform(-0.1, 0.1, size=(len(tree.terminal_row), game.players))
    noise -= noise.mean(axis=1, keepdims=True)
    bonus: dict[tuple[Action, ...], Sequence[float]] = {}

    def walk(node: int, actions: tuple[Action, ...]) -> None:
        for choice, action in enumerate(tree.actions(node)):
            below = int(tree.child[tree.first_edge[node] + choice])
            if below < 0:
                bonus[*actions, action] = noise[-1 - below].tolist()
            else:
                walk(below, (*actions, action))

    walk(0, ())
    own_rows = replace(
        tree,
        terminal_row=np.arange(len(noise), dtype=np.int32),
        payoffs=tree.payoffs[tree.terminal_row] + noise[:, None],
        is_fold=tree.is_fold[tree.terminal_row],
    )
    return replace(game, tree=own_rows), bonus


def plain_written(node: Node) -> PlainNode:
    """A game written by hand."""
    if isinstance(node, DecisionNode):
        return Choice(node.player, node.information_set, tuple(map(plain_written, node.choices.values())))
    if isinstance(node, ChanceNode):
        return Chance(tuple((share, plain_written(below)) for share, below in node.outcomes.values()))
    return End(tuple(map(float, node)))


def first_cells(game: AbstractGame, root: PlainNode) -> dict[Hashable, int]:
    """By information set: its first cell."""
    if isinstance(game, WrittenGame):
        return {label: first for label, (first, _) in game.information_sets.items()}
    examples = {choice.knows: choice for choice in choices_of(root)}
    return {knows: _poker_cell(game, choice) for knows, choice in examples.items()}


def _poker_cell(game: AbstractGame, choice: Choice) -> int:
    tree, cards, layout = game.tree, game.cards, game.layout
    _, actions = choice.knows
    node = tree.decision_after(actions)
    street, number = int(tree.street[node]), cards.class_of(choice.cards[:1], choice.cards[1:])
    return int(layout.base[choice.player, street] + number * layout.width[choice.player, street] + tree.slot[node])


def choices_of(node: PlainNode) -> Iterator[Choice]:
    """All nodes at which a player decides."""
    if isinstance(node, Choice):
        yield node
        for below in node.below:
            yield from choices_of(below)
    elif isinstance(node, Chance):
        for _, below in node.below:
            yield from choices_of(below)


def sizes(root: PlainNode) -> dict[Hashable, int]:
    """By information set: how many choices there are."""
    return {choice.knows: len(choice.below) for choice in choices_of(root)}


def random_strategy(root: PlainNode, rng: random.Random, *, pure: float = 0.2) -> dict[Hashable, list[float]]:
    """Probabilities for all information sets, a part of which choose without chance."""
    strategy = {}
    for knows, count in sizes(root).items():
        weights = [rng.random() for _ in range(count)]
        if rng.random() < pure:
            weights = [0.0] * count
            weights[rng.randrange(count)] = 1.0
        strategy[knows] = [weight / sum(weights) for weight in weights]
    return strategy


def uniform_strategy(root: PlainNode) -> dict[Hashable, list[float]]:
    return {knows: [1 / count] * count for knows, count in sizes(root).items()}


def by_cell(game: AbstractGame, cells: Mapping[Hashable, int], strategy: Strategy) -> NDArray[np.float64]:
    """A strategy as solvers have it."""
    probabilities = np.ones(game.layout.count)
    for knows, shares in strategy.items():
        probabilities[cells[knows] : cells[knows] + len(shares)] = shares
    return probabilities


def value(node: PlainNode, player: int, strategy: Strategy) -> float:
    """What a player wins on average if all follow a strategy."""
    if isinstance(node, End):
        return node.payoffs[player]
    if isinstance(node, Chance):
        return sum(share * value(below, player, strategy) for share, below in node.below)
    shares = strategy[node.knows]
    return sum(share * value(below, player, strategy) for share, below in zip(shares, node.below, strict=True))


def best_response(root: PlainNode, player: int, strategy: Strategy) -> dict[Hashable, int]:
    """The best choice of a player in each information set, the first of those that are equally good."""
    histories: dict[Hashable, list[tuple[Choice, float]]] = defaultdict(list)
    _gather(root, 1.0, player, strategy, histories)
    best: dict[Hashable, int] = {}

    def worth(node: PlainNode) -> float:
        if isinstance(node, End):
            return node.payoffs[player]
        if isinstance(node, Chance):
            return sum(share * worth(below) for share, below in node.below)
        if node.player == player:
            return worth(node.below[choose(node.knows)])
        return sum(share * worth(below) for share, below in zip(strategy[node.knows], node.below, strict=True) if share)

    def choose(knows: Hashable) -> int:
        if knows not in best:
            nodes = histories[knows]
            totals = [
                sum(reach * worth(node.below[choice]) for node, reach in nodes if reach)
                for choice in range(len(nodes[0][0].below))
            ]
            best[knows] = totals.index(max(totals))
        return best[knows]

    for knows in list(histories):
        choose(knows)
    return best


def _gather(
    node: PlainNode,
    reach: float,
    player: int,
    strategy: Strategy,
    histories: dict[Hashable, list[tuple[Choice, float]]],
) -> None:
    """All nodes of the player's information sets, with how likely chance and the others lead there."""
    if isinstance(node, Chance):
        for share, below in node.below:
            _gather(below, reach * share, player, strategy, histories)
    elif isinstance(node, Choice):
        shares = [1.0] * len(node.below) if node.player == player else strategy[node.knows]
        if node.player == player:
            histories[node.knows].append((node, reach))
        for share, below in zip(shares, node.below, strict=True):
            _gather(below, reach * share, player, strategy, histories)


def pure(root: PlainNode, player: int, best: Mapping[Hashable, int], strategy: Strategy) -> dict[Hashable, list[float]]:
    """The strategy with the player's choices in place of its own."""
    count = sizes(root)
    chosen = {knows: [float(choice == best[knows]) for choice in range(count[knows])] for knows in best}
    return {**strategy, **chosen}


def best_response_value(root: PlainNode, player: int, strategy: Strategy) -> float:
    return value(root, player, pure(root, player, best_response(root, player, strategy), strategy))


def brute_force_value(root: PlainNode, player: int, strategy: Strategy) -> float:
    """The best of all pure strategies of a player, one after the other."""
    own = {choice.knows: len(choice.below) for choice in choices_of(root) if choice.player == player}
    return max(
        value(root, player, pure(root, player, dict(zip(own, choices, strict=True)), strategy))
        for choices in product(*map(range, own.values()))
    )


def random_game(rng: random.Random, *, players: int = 2, depth: int = 4) -> Node:
    """A zero-sum game with chance and with secrets. What a player knows is all it did, and part of what others did."""
    choices: dict[str, int] = {}

    def node(left: int, views: tuple[str, ...]) -> Node:
        if left == 0 or (left < depth - 1 and rng.random() < 0.15):
            return random_end(rng, players)
        if rng.random() < 0.2:
            shares = [rng.randint(1, 4) for _ in range(rng.randint(2, 3))]
            seen_by = rng.randrange(players)
            return ChanceNode(
                {
                    str(outcome): (share / sum(shares), node(left - 1, seen(views, {seen_by}, f"?{outcome}")))
                    for outcome, share in enumerate(shares)
                }
            )
        player = rng.randrange(players)
        label = f"{player}:{views[player]}"
        count = choices.setdefault(label, rng.randint(2, 3))
        watchers = {other for other in range(players) if other != player and rng.random() < 0.5}
        below = {}
        for choice in range(count):
            after = seen(seen(views, {player}, f"!{choice}"), watchers, f"?{choice}")
            below[str(choice)] = node(left - 1, after)
        return DecisionNode(player, label, below)

    def seen(views: tuple[str, ...], watchers: set[int], what: str) -> tuple[str, ...]:
        return tuple(view + what if player in watchers else view for player, view in enumerate(views))

    # Everybody has something to decide.
    root = node(depth, ("",) * players)
    for player in range(players):
        root = DecisionNode(player, f"first of {player}", {"on": root, "out": random_end(rng, players)})
    return root


def random_end(rng: random.Random, players: int) -> tuple[float, ...]:
    first = [rng.uniform(-5, 5) for _ in range(players - 1)]
    return (*first, -sum(first))
