"""Counts of play in the slowest and plainest way, to compare the compiled ones with."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from railbird.analysis import counters, starting_hands
from railbird.cards import format_card
from railbird.games.definition import SHARES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from railbird.analysis import Tally
    from railbird.cards import Card
    from railbird.games import HandRecord, State

Counts = Counter[tuple[object, ...]]
KINDS = {
    counters.FOLDS: "fold",
    counters.CHECKS: "check",
    counters.CALLS: "call",
    counters.RAISES: "raise",
}
RANKS = "AKQJT98765432"


def counts_of(records: Iterable[HandRecord]) -> dict[str, Counts]:
    """By player: what happened how often, and chips."""
    by_player: defaultdict[str, Counts] = defaultdict(Counter)
    for record in records:
        states = list(record.states())
        for position, name in enumerate(record.players):
            by_player[name].update(_of_actions(states, position))
            # Not `update`, which would take what is negative for a mistake.
            for what, amount in _of_end(record, states, position):
                by_player[name][what] += amount
    return {
        name: Counter({what: count for what, count in counts.items() if count}) for name, counts in by_player.items()
    }


def _did(before: State, after: State) -> str:
    action = after.last_action
    assert action is not None
    if action.is_call:
        return "call" if after.pot > before.pot else "check"
    return "raise" if action.is_raise else "fold"


def _of_actions(states: Sequence[State], position: int) -> list[tuple[object, ...]]:
    counted: list[tuple[object, ...]] = []
    raises_before_flop = 0
    first_street = set()
    for before, after in pairwise(states):
        did = _did(before, after)
        if before.acting == position:
            counted.append(("actions", before.street, did))
            if before.street == 0:
                first_street.add(did)
                if raises_before_flop == 1 and before.legal_actions().can_raise:
                    counted += [("3-bet chances",)] + [("3-bets",)] * (did == "raise")
        raises_before_flop += before.street == 0 and did == "raise"
    if first_street & {"call", "raise"}:
        counted.append(("voluntary",))
    if "raise" in first_street:
        counted.append(("raised",))
    return counted


def _of_end(record: HandRecord, states: Sequence[State], position: int) -> list[tuple[tuple[object, ...], Fraction]]:
    final, net = states[-1], Fraction(record.payoffs[position])
    last = final.street
    for before, after in pairwise(states):
        if after.has_folded(position) and not before.has_folded(position):
            last = before.street
    is_walk = _is_walk(states, position)
    counted: list[tuple[object, ...]] = [
        ("hands",),
        *[("walks",)] * is_walk,
        *[("seen", street) for street in range(last + 1)],
    ]
    counted += [("won",)] * (net > 0) + [("lost",)] * (net < 0)
    if not final.has_folded(position):
        if final.is_showdown:
            counted += [("showdowns",)] + [("showdowns won",)] * _wins_at_showdown(record, final, position)
            counted += [("showdowns after flop",)] * (record.game.rounds > 1)
        else:
            counted.append(("won on", final.street))
    category = category_of(record, net, position)
    end = "showdown" if final.is_showdown else final.street
    chips: list[tuple[object, ...]] = [("net",), ("net by end", end), ("net of category", category)]
    held = _class_name(record.hole_cards[position])
    if held:
        did = [
            _did(state, after) for state, after in pairwise(states) if state.street == 0 and state.acting == position
        ]
        counted.append(("class", held))
        counted += [("class walks", held)] * is_walk
        counted += [("class played", held)] * ("call" in did or "raise" in did)
        counted += [("class raised", held)] * ("raise" in did)
        chips.append(("class net", held))
    counted.append(("category", category))
    return [(what, Fraction(1)) for what in counted] + [(what, net) for what in chips]


def _is_walk(states: Sequence[State], position: int) -> bool:
    """All others folded before the flop, and nobody asked the player."""
    final = states[-1]
    others = [other for other in range(final.game.players) if other != position]
    was_asked = any(state.acting == position for state in states[:-1])
    return not was_asked and final.street == 0 and all(final.has_folded(other) for other in others)


def _wins_at_showdown(record: HandRecord, final: State, position: int) -> bool:
    """More comes back than what nobody has called."""
    spent = [final.spent(other) for other in range(record.game.players)]
    own = spent.pop(position)
    paid = own + record.game.antes_by_position[position]
    return record.payoffs[position] + paid > max(own - max(spent), 0)


def category_of(record: HandRecord, net: Fraction, position: int) -> str:
    """As the thesis has them, for 50 and 100."""
    game = record.game
    big, small = max(game.blinds), min(blind for blind in game.blinds if blind)
    stack, all_stacks = game.stacks[position], sum(game.stacks)
    if net <= -stack:
        return "AllInLose"
    if net < 0:
        sizes = {"SmallBlindLose": small, "BigBlindLose": big, "SmallLose": 15 * big}
        return next((name for name, size in sizes.items() if -net <= size), "HighLose")
    if net == 0:
        return "NoWin"
    if game.players > 2 and net == all_stacks - stack:
        return "MaxWin"
    if net >= stack:
        return "AllInWin"
    return "MinWin" if net <= small + big else "MediumWin" if net <= 30 * big else "HighWin"


def _class_name(cards: tuple[Card, ...]) -> str:
    if len(cards) != 2:
        return ""
    (high, suit), (low, other) = sorted(map(format_card, cards), key=lambda card: RANKS.index(card[0]))
    return high + low + ("" if high == low else "s" if suit == other else "o")


def counts_in(tally: Tally, player: int) -> Counts:
    """The same from the rows of a tally."""
    row = [int(number) for number in tally.counts(player)]
    streets = range(4)
    counts: dict[tuple[object, ...], object] = {
        ("hands",): row[counters.HANDS],
        ("net",): Fraction(row[counters.NET], SHARES),
        ("won",): row[counters.WON],
        ("lost",): row[counters.LOST],
        ("showdowns",): row[counters.SHOWDOWNS],
        ("showdowns after flop",): row[counters.SHOWDOWNS_AFTER_FLOP],
        ("showdowns won",): row[counters.SHOWDOWNS_WON],
        ("walks",): row[counters.WALKS],
        ("voluntary",): row[counters.VOLUNTARY],
        ("raised",): row[counters.RAISED_FIRST_STREET],
        ("3-bets",): row[counters.THREE_BETS],
        ("3-bet chances",): row[counters.THREE_BET_CHANCES],
    }
    for street in streets:
        counts["seen", street] = row[counters.SEEN + street]
        counts["won on", street] = row[counters.WON_ON + street]
        counts |= {("actions", street, name): row[counters.ACTIONS + 4 * street + kind] for kind, name in KINDS.items()}
    for place, end in enumerate((*streets, "showdown")):
        counts["net by end", end] = Fraction(row[counters.NET_BY_END + place], SHARES)
    for place, category in enumerate(_CATEGORIES):
        counts["category", category] = row[counters.CATEGORY_HANDS + place]
        counts["net of category", category] = Fraction(row[counters.CATEGORY_NET + place], SHARES)
    for hand in starting_hands(tally, player):
        counts |= {
            ("class", hand.name): hand.hands,
            ("class walks", hand.name): hand.walks,
            ("class played", hand.name): hand.played,
            ("class raised", hand.name): hand.raised,
            ("class net", hand.name): Fraction(round(hand.chips * SHARES), SHARES),
        }
    return Counter({what: count for what, count in counts.items() if count})


_CATEGORIES = (
    *("SmallBlindLose", "BigBlindLose", "SmallLose", "HighLose", "AllInLose", "NoWin"),
    *("MinWin", "MediumWin", "HighWin", "AllInWin", "MaxWin"),
)
