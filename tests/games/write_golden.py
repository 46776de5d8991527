"""Writes the golden transcripts: `python tests/games/write_golden.py`. Read the difference before keeping it."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from hands_at_random import random_action

from railbird.cards import format_cards
from railbird.games import GAME_NAMES, State, game_named, seeded_deals

if TYPE_CHECKING:
    from collections.abc import Iterator

    from railbird.games import Deal, GameDefinition, View

FOLDER = Path(__file__).parent / "golden"
HANDS = 20
SEED = 20


def transcript(name: str) -> str:
    """Twenty hands of a game: the dealer's cards from a seed, legal actions at random."""
    game = game_named(name)
    rng = random.Random(SEED)
    deals = islice(seeded_deals(game, SEED), HANDS)
    lines = [f"{name}: {HANDS} hands, seed {SEED}"]
    for number, deal in enumerate(deals):
        lines += ["", f"hand {number}", *_hand(game, deal, rng)]
    return "\n".join(lines) + "\n"


def _hand(game: GameDefinition, deal: Deal, rng: random.Random) -> Iterator[str]:
    state = State.start(game, deal)
    yield from _cards(state)
    while not state.is_over:
        action = random_action(rng, state.legal_actions())
        yield f"  {_facts(state)}: {action}"
        street = state.street
        state = state.apply(action)
        if state.street > street:
            yield from _cards(state)
    if state.is_showdown and state.street == street:
        yield from _cards(state)
    ending = "showdown" if state.is_showdown else "all but one folded"
    yield f"  {ending}, pot {state.pot}, spent {_by_position(state)}"
    yield f"  payoffs {' '.join(map(str, state.payoffs()))}"


def _facts(state: State) -> str:
    legal = state.legal_actions()
    fold = "fold, " * legal.fold
    raises = f", raise to {legal.lowest_raise}-{legal.highest_raise}" * legal.can_raise
    owed = state.to_call(state.acting)
    return f"position {state.acting} owes {owed}, pot {state.pot}, spent {_by_position(state)}, may {fold}call{raises}"


def _by_position(state: State) -> str:
    return "|".join(str(state.spent(position)) for position in range(state.game.players))


def _cards(state: State) -> Iterator[str]:
    """What each position sees as a street begins, or as the hand ends."""
    yield f"  street {state.street}"
    for position in range(state.game.players):
        yield f"    position {position} sees {_seen(state.view(position))}"


def _seen(view: View) -> str:
    hands = "|".join(format_cards(hand) or "-" for hand in view.hands)
    return f"{hands} {format_cards(view.board)}".rstrip()


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in GAME_NAMES:
        (FOLDER / f"{name}.txt").write_text(transcript(name), encoding="utf-8")


if __name__ == "__main__":
    main()
