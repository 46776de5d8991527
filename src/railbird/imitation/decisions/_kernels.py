"""Replays hands and writes a row for each decision of the hero, in compiled code."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird._kernels import copy_into
from railbird.compiled import inlined, kernel
from railbird.formats._kernels import TOTAL_SHIFT
from railbird.formats.columns._kernels import HandArrays
from railbird.formats.payoff_checks._kernels import most_lost, plays_out
from railbird.games._kernels import apply_action
from railbird.games.definition import MOST_PLAYERS, MOST_ROUNDS, SHARES
from railbird.games.state_array import (
    ACTING,
    ANTES,
    BET,
    CALL,
    FOLD,
    FOLDED,
    OUTCOME,
    PLAYERS,
    PLAYING,
    RAISE,
    RAISES,
    ROUND,
    SHOWDOWN,
    SPENT,
    STACKS,
    STREET_START,
)

_KIND = (1 << TOTAL_SHIFT) - 1

# Counters of a player in the hands before, by row.
HANDS = 0
VOLUNTARY = 1
RAISED = 2
FLOPS = 3
SHOWDOWNS_AFTER_FLOP = 4
SHOWDOWNS = 5
SHOWDOWNS_WON = 6
BETS_FACED = 7
FOLDS_TO_BETS = 8
WON = 9
COUNTERS = 10

# Reactions, in the order of `value_lists.REACTIONS`.
_ACTIVE_ACTIVE, _ACTIVE_PASSIVE, _PASSIVE_PASSIVE, _FIRST_TO_ACT, _ACTIVE, _PASSIVE, _INVALID = range(7)

# What became of a hand.
USED = 0
ABSENT = 1  # the hero is not in it
REFUSED = 2  # not legal, or not over

# By street, opponents as bits of their positions: those who acted and raised since the hero acted, and on the street.
_ACTED, _RAISED, _EVER_ACTED, _EVER_RAISED = range(4)

# Numbers of a hand.
_DECISIONS, _LAST_RAISER, _PAID, _SAW_FLOP = range(4)


class DecisionArrays(NamedTuple):
    """Decisions of the hero, a row each. Columns by player go clockwise from the hero."""

    hands: NDArray[np.int64]
    """The place of the hand among the hands."""
    numbers: NDArray[np.int64]
    """The number of the decision in its hand, from 0."""
    streets: NDArray[np.int64]
    positions: NDArray[np.int64]
    """The position of the hero."""
    actions: NDArray[np.int64]
    """The code of the action that the hero took, or -1 if it has not acted yet."""
    invests: NDArray[np.int64]
    """Chips that the hero puts in with its action."""
    action_counts: NDArray[np.int64]
    """Actions of the hand before the decision."""
    folded: NDArray[np.bool_]
    invested: NDArray[np.int64]
    """Chips put in on this street."""
    pots: NDArray[np.int64]
    to_call: NDArray[np.int64]
    last_raisers: NDArray[np.int64]
    """The position of whoever raised last in the hand, or -1."""
    last_fractions: NDArray[np.float64]
    """The last raise of this street, as a fraction of the pot after calling; NaN if there is none."""
    raises: NDArray[np.int64]
    """By player and street."""
    calls: NDArray[np.int64]
    """By player and street, with checks."""
    sequences: NDArray[np.int64]
    """By street: the place of the betting sequence; then that of the current street among those of any street."""
    street_starts: NDArray[np.int64]
    """By street: the number of actions before it; -1 if it has not begun."""
    reactions: NDArray[np.int64]
    """By street: what opponents did since the hero's last action."""
    all_reactions: NDArray[np.int64]
    """By street: what opponents did on the whole street."""
    history: NDArray[np.int64]
    """By player: the counters of the hands before."""
    shown: NDArray[np.bool_]
    """Whether a player shows its cards at the end of the hand."""


class _HandNotes(NamedTuple):
    """What has happened in a hand so far, by position."""

    raises: NDArray[np.int64]
    calls: NDArray[np.int64]
    faced: NDArray[np.int64]
    """Bets that a player had to call, and how many of them it folded to."""
    sequences: NDArray[np.int64]
    starts: NDArray[np.int64]
    masks: NDArray[np.int64]
    numbers: NDArray[np.int64]
    fraction: NDArray[np.float64]
    """The last raise of the street."""


@kernel
def write_decisions(
    first: NDArray[np.int64],
    hands: HandArrays,
    heroes: NDArray[np.int64],
    rows: NDArray[np.int64],
    trees: NDArray[np.int64],
    tree_starts: NDArray[np.int64],
    is_pending: bool,
    history: NDArray[np.int64],
    outcomes: NDArray[np.int64],
    fractions: NDArray[np.float64],
    out: DecisionArrays,
) -> int:
    """Write the hero's decisions, and add the hands to the history of their players. Return the number of rows.

    `first` is the array of a hand that has just begun, `heroes` has the hero's position in each hand, or -1, and
    `rows` the rows of the players in `history`. `fractions` gets the size of each raise as a fraction of the pot, NaN
    for other actions. If `is_pending`, the only hand is not over, and the decision that the hero is about to make is
    the only row; the history is only read.
    """
    hand, notes = first.copy(), _new_notes(first[PLAYERS])
    count = 0
    for number in range(len(hands.numbers)):
        begin, end = hands.offsets[number], hands.offsets[number + 1]
        actions, hero = hands.actions[begin:end], heroes[number]
        copy_into(first, hand)
        if hero < 0:
            outcomes[number] = ABSENT
        elif not is_pending and not plays_out(hand, actions):
            outcomes[number] = REFUSED
        else:
            outcomes[number] = USED
            copy_into(first, hand)
            _clear(notes)
            before = count
            sizes = fractions[begin:end]
            count = _replay(hand, actions, hero, trees, tree_starts, is_pending, notes, sizes, count, out)
            for row in range(before, count):
                out.hands[row] = number
                _write_players(hand, hero, rows[number], history, row, out)
            if not is_pending:
                _add_to_history(hand, rows[number], hands.payoffs[number], notes, history)
    return count


@kernel
def _new_notes(players: int) -> _HandNotes:
    return _HandNotes(
        np.empty((players, MOST_ROUNDS), dtype=np.int64),
        np.empty((players, MOST_ROUNDS), dtype=np.int64),
        np.empty((players, 2), dtype=np.int64),
        np.empty(MOST_ROUNDS + 1, dtype=np.int64),
        np.empty(MOST_ROUNDS, dtype=np.int64),
        np.empty((MOST_ROUNDS, 4), dtype=np.int64),
        np.empty(4, dtype=np.int64),
        np.empty(1),
    )


@inlined
def _clear(notes: _HandNotes) -> None:
    notes.raises[:] = 0
    notes.calls[:] = 0
    notes.faced[:] = 0
    notes.sequences[:] = 0
    notes.starts[:] = -1
    notes.starts[0] = 0
    notes.masks[:] = 0
    notes.numbers[:] = 0
    notes.numbers[_LAST_RAISER] = -1
    notes.fraction[0] = np.nan


@inlined
def _replay(
    hand: NDArray[np.int64],
    actions: NDArray[np.int64],
    hero: int,
    trees: NDArray[np.int64],
    tree_starts: NDArray[np.int64],
    is_pending: bool,
    notes: _HandNotes,
    fractions: NDArray[np.float64],
    count: int,
    out: DecisionArrays,
) -> int:
    """Replay a hand, and write a row for each decision of the hero. Return the number of rows."""
    for place in range(len(actions)):
        action, street = actions[place], hand[ROUND]
        kind, total = action & _KIND, action >> TOTAL_SHIFT
        fractions[place] = _fraction(hand, total) if kind == RAISE else np.nan
        if hand[ACTING] == hero:
            if not is_pending:
                _write_row(hand, hero, place, action, notes, count, out)
                count += 1
            notes.numbers[_DECISIONS] += 1
        _note_action(hand, kind, hero, trees, tree_starts, notes)
        if kind == RAISE:
            notes.fraction[0] = fractions[place]
        apply_action(hand, kind, total)
        if street == 0 and hand[ROUND] > 0:
            notes.numbers[_SAW_FLOP] = ~hand[FOLDED]
        if hand[ROUND] > street and hand[OUTCOME] == PLAYING:
            notes.starts[hand[ROUND]] = place + 1
            notes.sequences[MOST_ROUNDS] = 0
            notes.fraction[0] = np.nan
    if is_pending and hand[ACTING] == hero:
        _write_row(hand, hero, len(actions), -1, notes, count, out)
        count += 1
    return count


@inlined
def _fraction(hand: NDArray[np.int64], total: int) -> float:
    """The size of a raise as a fraction of the pot after a call."""
    pot = hand[BET] - hand[SPENT + hand[ACTING]]
    for position in range(hand[PLAYERS]):
        pot += hand[SPENT + position] + hand[ANTES + position]
    return (total - hand[BET]) / max(pot, 1)


@inlined
def _note_action(
    hand: NDArray[np.int64],
    kind: int,
    hero: int,
    trees: NDArray[np.int64],
    tree_starts: NDArray[np.int64],
    notes: _HandNotes,
) -> None:
    """Note an action before it is applied."""
    position, street = hand[ACTING], hand[ROUND]
    bit = 1 << position
    owes = hand[BET] > hand[SPENT + position]
    notes.raises[position, street] += np.int64(kind == RAISE)
    notes.calls[position, street] += np.int64(kind == CALL)
    for tree in (street, MOST_ROUNDS):
        notes.sequences[tree] = max(trees[tree_starts[tree] + notes.sequences[tree], kind], 0)
    masks = notes.masks[street]
    if position == hero:
        masks[_ACTED] = 0
        masks[_RAISED] = 0
    else:
        masks[_ACTED] |= bit
        masks[_EVER_ACTED] |= bit
        if kind == RAISE:
            masks[_RAISED] |= bit
            masks[_EVER_RAISED] |= bit
    if kind == RAISE:
        notes.numbers[_LAST_RAISER] = position
    if street == 0 and (kind == RAISE or (kind == CALL and owes)):
        notes.numbers[_PAID] |= bit
    if hand[RAISES] > 0 and owes:
        notes.faced[position, 0] += 1
        notes.faced[position, 1] += np.int64(kind == FOLD)


@inlined
def _write_row(
    hand: NDArray[np.int64], hero: int, place: int, action: int, notes: _HandNotes, row: int, out: DecisionArrays
) -> None:
    """Write the hero's decision, after `place` actions of the hand."""
    players, street = hand[PLAYERS], hand[ROUND]
    out.numbers[row] = notes.numbers[_DECISIONS]
    out.streets[row] = street
    out.positions[row] = hero
    out.actions[row] = action
    out.invests[row] = _invested_by(hand, action)
    out.action_counts[row] = place
    out.last_raisers[row] = notes.numbers[_LAST_RAISER]
    out.last_fractions[row] = notes.fraction[0]
    out.to_call[row] = min(hand[BET], hand[STACKS + hero]) - hand[SPENT + hero]
    out.pots[row] = 0
    for other in range(players):
        position = (hero + other) % players
        out.folded[row, other] = hand[FOLDED] >> position & 1 == 1
        out.invested[row, other] = hand[SPENT + position] - hand[STREET_START + position]
        out.pots[row] += hand[SPENT + position] + hand[ANTES + position]
        copy_into(notes.raises[position], out.raises[row, other])
        copy_into(notes.calls[position], out.calls[row, other])
    copy_into(notes.sequences, out.sequences[row])
    copy_into(notes.starts, out.street_starts[row])
    for past in range(MOST_ROUNDS):
        nothing = _FIRST_TO_ACT if past == street else _INVALID
        masks = notes.masks[past]
        out.reactions[row, past] = _reaction(masks[_ACTED], masks[_RAISED], nothing)
        out.all_reactions[row, past] = _reaction(masks[_EVER_ACTED], masks[_EVER_RAISED], nothing)


@inlined
def _write_players(
    hand: NDArray[np.int64],
    hero: int,
    rows: NDArray[np.int64],
    history: NDArray[np.int64],
    row: int,
    out: DecisionArrays,
) -> None:
    """Write what the players did in the hands before, and whether they show their cards at the end of this one."""
    for other in range(hand[PLAYERS]):
        position = (hero + other) % hand[PLAYERS]
        copy_into(history[rows[position]], out.history[row, other])
        out.shown[row, other] = hand[OUTCOME] == SHOWDOWN and not hand[FOLDED] >> position & 1


@inlined
def _invested_by(hand: NDArray[np.int64], action: int) -> int:
    """The chips that an action puts in."""
    position = hand[ACTING]
    if action < 0 or action & _KIND == FOLD:
        return 0
    if action & _KIND == RAISE:
        return (action >> TOTAL_SHIFT) - hand[SPENT + position]
    return min(hand[BET], hand[STACKS + position]) - hand[SPENT + position]


@inlined
def _reaction(acted: int, raised: int, nothing: int) -> int:
    """How many of the opponents who acted raised, as the place of a value; `nothing` if nobody acted."""
    acting, raising = _bits(acted), _bits(raised)
    if acting == 0:
        return nothing
    if acting == 1:
        return _ACTIVE if raising else _PASSIVE
    if raising >= 2:
        return _ACTIVE_ACTIVE
    return _ACTIVE_PASSIVE if raising else _PASSIVE_PASSIVE


@inlined
def _bits(mask: int) -> int:
    count = 0
    for position in range(MOST_PLAYERS):
        count += mask >> position & 1
    return count


@inlined
def _add_to_history(
    hand: NDArray[np.int64],
    rows: NDArray[np.int64],
    payoffs: NDArray[np.int64],
    notes: _HandNotes,
    history: NDArray[np.int64],
) -> None:
    """Add a hand that is over; `payoffs` are in 2520ths of a chip."""
    for position in range(hand[PLAYERS]):
        counts, net = history[rows[position]], payoffs[position]
        saw_flop = notes.numbers[_SAW_FLOP] >> position & 1
        counts[HANDS] += 1
        counts[VOLUNTARY] += notes.numbers[_PAID] >> position & 1
        counts[RAISED] += np.int64(notes.raises[position, 0] > 0)
        counts[BETS_FACED] += notes.faced[position, 0]
        counts[FOLDS_TO_BETS] += notes.faced[position, 1]
        counts[WON] += np.int64(net > 0)
        counts[FLOPS] += saw_flop
        if hand[OUTCOME] == SHOWDOWN and not hand[FOLDED] >> position & 1:
            counts[SHOWDOWNS] += 1
            counts[SHOWDOWNS_AFTER_FLOP] += saw_flop
            counts[SHOWDOWNS_WON] += np.int64(net > -SHARES * most_lost(hand, position))
