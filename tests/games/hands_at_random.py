"""Random games and random play, for the tests that hold for every hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from railbird.games import CALL, FOLD, Deal, GameDefinition, State, raise_to
from railbird.games.definition import UNLIMITED, UNLIMITED_RAISES

if TYPE_CHECKING:
    import random

    from railbird.games import Action, LegalActions


def nolimit(*stacks: int, blinds: tuple[int, ...] | None = None, **rules: object) -> GameDefinition:
    """No-limit hold'em with blinds of 50 and 100, heads-up reversed."""
    players = len(stacks)
    if blinds is None:
        blinds = (100, 50) if players == 2 else (50, 100, *[0] * (players - 2))
    game = GameDefinition(
        betting="nolimit",
        stacks=stacks,
        blinds=blinds,
        raise_sizes=(),
        first_players=(1 if players == 2 else 2, 0, 0, 0),
        max_raises=(UNLIMITED_RAISES,) * 4,
        suits=4,
        ranks=13,
        hole_cards=2,
        board_cards=(0, 3, 1, 1),
    )
    return replace(game, **rules)  # type: ignore[arg-type]


def random_nolimit(rng: random.Random, players: int) -> GameDefinition:
    """No-limit hold'em with stacks from less than two big blinds to hundreds of them."""
    return nolimit(*(rng.choice((rng.randint(100, 400), rng.randint(400, 3000), 20_000)) for _ in range(players)))


def random_limit(rng: random.Random, players: int) -> GameDefinition:
    """Limit hold'em, with the same short stack for everybody or with none."""
    stack = rng.choice((UNLIMITED, rng.randint(10, 60), rng.randint(60, 300)))
    blinds = (10, 5) if players == 2 else (5, 10, *[0] * (players - 2))
    return GameDefinition(
        betting="limit",
        stacks=(stack,) * players,
        blinds=blinds,
        raise_sizes=(10, 10, 20, 20),
        first_players=(1 if players == 2 else 2, 0, 0, 0),
        max_raises=(3, 4, 4, 4),
        suits=4,
        ranks=13,
        hole_cards=2,
        board_cards=(0, 3, 1, 1),
    )


def random_action(rng: random.Random, legal: LegalActions) -> Action:
    """Folds now and then, calls most of the time; raises go to the least, to the most, or between."""
    choice = rng.random()
    if choice < 0.12 and legal.fold:
        return FOLD
    if choice < 0.65 or not legal.can_raise:
        return CALL
    low, high = legal.lowest_raise, legal.highest_raise
    return raise_to(rng.choice((low, high, min(high, 2 * low), rng.randint(low, high))))


def random_cards(rng: random.Random, game: GameDefinition) -> Deal:
    """A deal of a full deck, without the package's own dealing."""
    cards = rng.sample(range(52), game.dealt_cards)
    held = game.players * game.hole_cards
    hands = tuple(tuple(cards[place : place + game.hole_cards]) for place in range(0, held, game.hole_cards))
    return Deal(hands, tuple(cards[held:]))


def random_states(rng: random.Random, game: GameDefinition, deal: Deal, *, hand: int = 0) -> list[State]:
    """Every state of a hand in which everybody acts at random."""
    state = State.start(game, deal, hand=hand)
    states = [state]
    while not state.is_over:
        state = state.apply(random_action(rng, state.legal_actions()))
        states.append(state)
    return states
