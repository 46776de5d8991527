"""Verdicts on payoffs: against a plain twin, on hands of every sort of game with cards hidden and payoffs changed."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from analysis.histories import random_records
from railbird.formats.columns import HandColumns
from railbird.formats.payoff_checks import HIDDEN_CARDS, SOUND, doubt_about, is_doubtful, payoff_verdicts
from railbird.formats.payoff_checks._kernels import TOO_HIGH, TOO_LOW, TOO_MUCH_RAKE, UNBALANCED, UNPLAYABLE, WRONG

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from railbird.games import HandRecord, State


def verdict_of(record: HandRecord) -> int:
    (columns,) = HandColumns.of_records([record])
    return payoff_verdicts(columns).item(0)


def changed(record: HandRecord, rng: random.Random) -> HandRecord:
    """Perhaps with hidden cards, with a rake, with chips moved from one player to another, or with more of them."""
    payoffs = [Fraction(chips) for chips in record.payoffs]
    players = range(len(payoffs))
    hands = list(record.hole_cards)
    if rng.random() < 0.5:
        hands[rng.choice(players)] = ()
    rake = Fraction(0)
    if rng.random() < 0.4 and max(payoffs) > 0:
        rake = Fraction(rng.randint(1, max(int(max(payoffs)) // 3, 1)))
        payoffs[payoffs.index(max(payoffs))] -= rake
    if rng.random() < 0.5:
        size = rng.choice((Fraction(1, 2), Fraction(1), Fraction(rng.randint(1, 500))))
        payoffs[rng.choice(players)] += size
        if rng.random() < 0.7:
            payoffs[rng.choice(players)] -= size
    return replace(record, hole_cards=tuple(hands), payoffs=tuple(payoffs), rake=rake)


def put_in(final: State, position: int) -> int:
    return final.spent(position) + final.game.antes_by_position[position]


def lost_without_winning(final: State, position: int) -> int:
    """What a player is out of pocket if all others win: not what nobody called."""
    others = [final.spent(other) for other in range(final.game.players) if other != position]
    uncalled = max(final.spent(position) - max(others), 0)
    return put_in(final, position) - (0 if final.has_folded(position) else uncalled)


def won_if_best(record: HandRecord, final: State, position: int) -> Fraction:
    """What a player wins with an unbeatable hand: each pot goes to the best, so all others may as well tie below."""
    if final.has_folded(position):
        return Fraction(-put_in(final, position))
    own = final.spent(position)
    rivals = [other for other in range(final.game.players) if other != position]
    in_play = [final.spent(other) for other in rivals if not final.has_folded(other)]
    taken = 0
    for other in rivals:
        takes_all = final.has_folded(other) and own >= max(in_play, default=0)
        taken += record.game.antes_by_position[other] + (
            final.spent(other) if takes_all else min(own, final.spent(other))
        )
    return Fraction(taken)


def plain_verdict(record: HandRecord) -> set[int]:
    """The verdicts that fit; of several things that are wrong, any may be named."""
    final = record.final_state()
    positions = range(record.game.players)
    payoffs, rake = record.payoffs, record.rake
    found = set()
    if any(payoffs[position] > won_if_best(record, final, position) for position in positions):
        found.add(TOO_HIGH)
    if any(payoffs[position] < -lost_without_winning(final, position) for position in positions):
        found.add(TOO_LOW)
    if sum(payoffs) != -rake:
        found.add(UNBALANCED)
    pot = sum(lost_without_winning(final, position) for position in positions)
    if rake > Fraction(pot, 4) + 1:
        found.add(TOO_MUCH_RAKE)
    is_known = all(record.hole_cards[position] or final.has_folded(position) for position in positions)
    if final.is_showdown and not is_known:
        return found or {HIDDEN_CARDS}
    for position, right in enumerate(final.payoffs()):
        surplus = payoffs[position] - right
        wins = right > -lost_without_winning(final, position)
        if not (-rake - 1 < surplus < 1 if rake and wins else surplus == 0):
            found.add(WRONG)
    return found & {WRONG, UNBALANCED, TOO_MUCH_RAKE} or {SOUND}


def hands(seed: int, count: int) -> Iterator[HandRecord]:
    rng = random.Random(seed)
    for record in random_records(rng, count):
        yield record
        yield changed(record, rng)


@pytest.mark.kernels
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.deep) for seed in (1, 2, 3, 4))])
def test_every_verdict_is_that_of_the_plain_twin(seed: int) -> None:
    for record in hands(seed, 500):
        verdict = verdict_of(record)
        assert verdict in plain_verdict(record), record
        assert bool(doubt_about(record, verdict)) == (verdict not in (SOUND, HIDDEN_CARDS))


def aimed_at_verdicts(record: HandRecord) -> Iterator[tuple[int, HandRecord]]:
    """A hand for each verdict, made from a sound one: all seven from a showdown that one player wins alone."""
    final = record.final_state()
    yield SOUND, record
    payoffs = [Fraction(chips) for chips in record.payoffs]
    yield WRONG, replace(record, payoffs=with_more(with_more(payoffs, 0, 1), 1, -1))
    in_play = [position for position in range(len(payoffs)) if not final.has_folded(position)]
    if not final.is_showdown:
        return
    shown = tuple(() if position in in_play else hand for position, hand in enumerate(record.hole_cards))
    hidden = replace(record, hole_cards=shown)
    yield HIDDEN_CARDS, hidden
    winner = payoffs.index(max(payoffs))
    lost = [lost_without_winning(final, position) for position in range(len(payoffs))]
    missing = won_if_best(record, final, winner) - payoffs[winner]
    yield TOO_HIGH, replace(hidden, payoffs=with_more(payoffs, winner, missing + 10))
    yield TOO_LOW, replace(hidden, payoffs=with_more(payoffs, in_play[0], -payoffs[in_play[0]] - lost[in_play[0]] - 10))
    yield UNBALANCED, replace(hidden, payoffs=with_more(payoffs, winner, -payoffs[winner] / 2 - Fraction(1, 4)))
    if payoffs[winner] == sum(lost) - lost[winner] and sum(lost) >= 8:
        rake = Fraction(sum(lost), 2) + 2
        yield TOO_MUCH_RAKE, replace(hidden, payoffs=with_more(payoffs, winner, -rake), rake=rake)


def with_more(payoffs: Sequence[Fraction], position: int, chips: Fraction | int) -> tuple[Fraction, ...]:
    return tuple(stated + chips * (position == other) for other, stated in enumerate(payoffs))


@pytest.mark.kernels
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.deep) for seed in (1, 2, 3, 4))])
def test_21_11_hands_aimed_at_each_verdict_get_it(seed: int) -> None:
    seen = set()
    for record in random_records(random.Random(seed), 60):
        for verdict, hand in aimed_at_verdicts(record):
            assert verdict in plain_verdict(hand), hand
            assert verdict_of(hand) == verdict, hand
            seen.add(verdict)
    assert seen == {SOUND, HIDDEN_CARDS, WRONG, UNBALANCED, TOO_HIGH, TOO_LOW, TOO_MUCH_RAKE}


def test_hands_of_the_rules_are_sound_whichever_cards_are_hidden() -> None:
    rng = random.Random(7)
    for record in random_records(rng, 300):
        hidden = replace(record, hole_cards=tuple(hand if rng.random() < 0.5 else () for hand in record.hole_cards))
        assert verdict_of(hidden) in (SOUND, HIDDEN_CARDS)


def test_a_hand_that_is_not_over_or_not_legal_has_no_payoffs() -> None:
    record = next(random_records(random.Random(3), 1))
    unfinished = replace(record, actions=record.actions[:-1])
    assert verdict_of(unfinished) == UNPLAYABLE
    assert doubt_about(unfinished, UNPLAYABLE) == f"hand {record.number} is not legal, or not over"


def test_hands_are_picked_by_verdict() -> None:
    records = [replace(record, line=line) for line, record in enumerate(hands(5, 200))]
    for columns in HandColumns.of_records(sorted(records, key=lambda record: repr(record.game))):
        kept = ~is_doubtful(payoff_verdicts(columns))
        assert list(columns.where(kept)) == [record for record, keep in zip(columns, kept, strict=True) if keep]
