"""PokerStars histories: random hands, written as the site writes them, are read as they were played."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from games.hands_at_random import random_cards, random_nolimit, random_states
from railbird.cards import format_cards
from railbird.formats.logs import check_log, detect_kind, open_log
from railbird.formats.payoff_checks import payoffs_of_shown
from railbird.games import HandRecord

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from railbird.games import State

    Written = Callable[..., Path]

NAMES = ("Ann", "Bob", "Cleo: x", "$Dan$", "Eve (Eve)", "Fay [As Ad]")
STREETS = ("", "FLOP", "TURN", "RIVER")


def money(chips: int) -> str:
    return f"${chips // 100}" if chips % 100 == 0 else f"${chips / 100:.2f}"


def cards(hand: tuple[int, ...]) -> str:
    return f"[{format_cards(hand, separator=' ')}]"


def history(record: HandRecord) -> Iterator[str]:
    """The lines of a hand. The button is the last position; uncalled chips are returned."""
    game, names, states = record.game, record.players, list(record.states())
    final = states[-1]
    big = max(game.blinds)
    yield f"PokerStars Hand #{record.number}:  Hold'em No Limit ($0.50/{money(big)} USD) - 2020/01/02 03:04:05 ET"
    yield f"Table 'T' 9-max Seat #{game.players + 1} is the button"
    for seat, name in enumerate(names, start=2):
        yield f"Seat {seat}: {name} ({money(game.stacks[seat - 2])} in chips) "
    for name, ante in zip(names, game.antes_by_position, strict=True):
        if ante:
            yield f"{name}: posts the ante {money(ante)}"
    for name, blind in sorted(zip(names, game.blinds, strict=True), key=lambda pair: pair[1]):
        if blind:
            yield f"{name}: posts {'big' if blind == big else 'small'} blind {money(blind)}"
    yield "*** HOLE CARDS ***"
    yield from play(record, states)
    spent = sorted(final.spent(position) for position in range(game.players))
    for position, name in enumerate(names):
        if not final.has_folded(position):
            if final.is_showdown and record.hole_cards[position]:
                yield f"{name}: shows {cards(record.hole_cards[position])} (something)"
            uncalled = max(final.spent(position) - spent[-2], 0)
            won = record.payoffs[position] + final.spent(position) + game.antes_by_position[position] - uncalled
            if won:
                yield f"{name} collected {money(int(won))} from pot"
    yield "*** SUMMARY ***"
    yield f"Total pot $1 | Rake {money(int(record.rake))} "
    yield ""


def play(record: HandRecord, states: list[State]) -> Iterator[str]:
    street = 0
    for before, after in pairwise(states):
        yield from board(record, street, before.street)
        street = before.street
        position = before.acting
        name, action = record.players[position], after.last_action
        assert action is not None
        paid = after.spent(position) - before.spent(position)
        if action.is_fold:
            yield f"{name}: folds "
        elif action.is_raise:
            total = action.total - (before.spent(position) - before.spent_this_street(position))
            yield f"{name}: raises $1 to {money(total)}" if before.bet else f"{name}: bets {money(total)}"
        elif paid:
            yield f"{name}: calls {money(paid)}"
        elif not is_alone(before):
            yield f"{name}: checks "
    yield from board(record, street, states[-1].street)


def is_alone(state: State) -> bool:
    chips = [stack - ante for stack, ante in zip(state.game.stacks, state.game.antes_by_position, strict=True)]
    rivals = [p for p in range(state.game.players) if not state.has_folded(p) and state.spent(p) < chips[p]]
    return len(rivals) < 2


def board(record: HandRecord, street: int, until: int) -> Iterator[str]:
    sizes = record.game.board_sizes
    for later in range(street + 1, until + 1):
        old, new = record.board[: sizes[later - 1]], record.board[sizes[later - 1] : sizes[later]]
        yield f"*** {STREETS[later]} *** {cards(old) + ' ' if old else ''}{cards(new)}"


def random_hand(rng: random.Random, number: int) -> HandRecord:
    """A hand of random play with a rake, of which pots that do not split evenly lose the rest."""
    game = replace(random_nolimit(rng, rng.randint(2, 6)), chips_per_unit=100, name="")
    final = random_states(rng, game, random_cards(rng, game))[-1]
    payoffs = [int(chips // 1) for chips in final.payoffs()]
    payoffs[payoffs.index(max(payoffs))] -= rng.randint(0, max(payoffs) // 10) if max(payoffs) > 0 else 0
    record = HandRecord.of(final, tuple(rng.sample(NAMES, game.players)))
    shown = tuple(
        hand if final.is_showdown and not final.has_folded(position) else ()
        for position, hand in enumerate(record.hole_cards)
    )
    return replace(record, number=number, hole_cards=shown, payoffs=tuple(payoffs), rake=-sum(payoffs))


@pytest.mark.parametrize("hands", [200, pytest.param(3_000, marks=pytest.mark.deep)])
def test_random_hands_are_read_as_they_were_played(written: Written, hands: int) -> None:
    rng = random.Random(15)
    records = [random_hand(rng, number) for number in range(1, hands + 1)]
    # The site has no hand in which nobody posts a whole big blind, and positions without blinds in between.
    records = [record for record in records if is_usual(record)]
    assert len(records) > hands / 2
    path = written("\n".join("\n".join(history(record)) for record in records) + "\n", "stars.txt")
    assert detect_kind(path) == "pokerstars"
    log = open_log(path)
    again = list(log)
    assert log.problems == []
    assert again == records
    assert check_log(open_log(path)).problems == []


def is_usual(record: HandRecord) -> bool:
    """Whether everybody in the hand posts or acts, and the first after the big blind begins."""
    acted = {state.acting for state in record.states()} | {
        position for position, blind in enumerate(record.game.blinds) if blind
    }
    game = record.game
    largest = [position for position, blind in enumerate(game.blinds) if blind == max(game.blinds)]
    return (
        len(acted - {-1}) == game.players
        and len(largest) == 1
        and game.first_players == ((largest[0] + 1) % game.players, 0, 0, 0)
    )


def test_hands_that_are_not_shown_lose(written: Written) -> None:
    text = (
        "PokerStars Hand #7:  Hold'em No Limit ($0.50/$1.00) - 2020/01/02 03:04:05 ET\n"
        "Table 'T' 2-max Seat #1 is the button\nSeat 1: Ann ($20 in chips)\nSeat 2: Bob ($20 in chips)\n"
        "Ann: posts small blind $0.50\nBob: posts big blind $1\n*** HOLE CARDS ***\nAnn: calls $0.50\nBob: checks\n"
        "*** FLOP *** [9d 3d Qc]\nBob: checks\nAnn: checks\n*** TURN *** [9d 3d Qc] [2s]\nBob: checks\nAnn: checks\n"
        "*** RIVER *** [9d 3d Qc 2s] [2h]\nBob: checks\nAnn: checks\n*** SHOW DOWN ***\nBob: shows [Ac Ad] (a pair)\n"
        "Ann: mucks hand\nBob collected $1.95 from pot\n*** SUMMARY ***\nTotal pot $2 | Rake $0.05\n"
        "Seat 1: Ann (button) (small blind) mucked\n"
    )
    check = check_log(open_log(written(text)))
    assert (check.hands, check.unchecked, check.problems) == (1, 1, [])
    (record,) = open_log(written(text))
    assert record.payoffs == (95, -100)
    assert payoffs_of_shown(record.final_state(), frozenset({1})) == (100, -100)
