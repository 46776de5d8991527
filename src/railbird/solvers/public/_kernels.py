"""Public chance sampling in compiled code: updates of all classes on a board.

For the traverser, an update computes the opponent's reaches from the first round to the last, the values of all
terminals to all hands, and regrets from the last round to the first. Reaches and regrets are by class, terminals by
hand, because two players never hold the same card.
"""

import numpy as np
from numpy.typing import NDArray

from railbird._kernels import random_word
from railbird.abstraction.board_draws import BoardBatch
from railbird.compiled import inlined, kernel
from railbird.lanes import load_lanes, same_lanes, store_lanes
from railbird.processor_hints import few_rounds, prefetch
from railbird.solvers.boards._kernels import gather, scatter, write_results
from railbird.solvers.boards.board_arrays import BoardWorkspace, TerminalBatches
from railbird.solvers.public.public_arrays import BoardClasses, PlayerDecisions, PublicWorkspace
from railbird.solvers.sampled._kernels import add_rounded
from railbird.solvers.sampled.sampling_arrays import LayoutArrays, RegretTables

_PARENT_BITS = 32
_CELLS_IN_CACHE_LINE = 16
_AHEAD = 2
"""How many classes ahead the tables are fetched from memory."""


@kernel
def number_classes(drawn: NDArray[np.int32], classes_by_round: NDArray[np.int64], classes: BoardClasses) -> None:
    """Number the classes that occur on a board, by what the player has seen up to each round.

    `drawn` has the class of the card abstraction by round and hand; `classes_by_round` takes the new numbers.
    """
    rounds, hands = drawn.shape
    mask = len(classes.places) - 1
    classes_by_round[0] = 0
    classes.counts[0] = 1
    for street in range(rounds):
        classes.places[:] = -1
        count = 0
        for hand in range(hands):
            number, parent = np.int64(drawn[street, hand]), classes_by_round[street, hand]
            place = _hash(number, parent) & mask
            found = np.int64(classes.places[place])
            while found >= 0 and (classes.number[street, found] != number or classes.parent[street, found] != parent):
                place = (place + 1) & mask
                found = np.int64(classes.places[place])
            if found < 0:
                found = count
                classes.places[place] = count
                classes.number[street, count], classes.parent[street, count] = number, parent
                classes.hands[street, count] = 0
                count += 1
            classes.hands[street, found] += 1
            classes_by_round[street + 1, hand] = found
        classes.counts[street + 1] = count


@inlined
def _hash(number: int, parent: int) -> int:
    code = np.uint64(parent << _PARENT_BITS | number) * np.uint64(0x9E3779B97F4A7C15)
    return np.int64(code >> np.uint64(40))


@inlined
def _write_bases(layout: LayoutArrays, classes: BoardClasses, workspace: PublicWorkspace) -> None:
    """Lay out the cells of the classes on the board."""
    for player in range(2):
        workspace.base[player, 0], workspace.width[player, 0] = 0, 0
        cell = 1
        for street in range(layout.width.shape[1]):
            workspace.base[player, street + 1] = cell
            workspace.width[player, street + 1] = layout.width[player, street]
            cell += classes.counts[street + 1] * layout.width[player, street]


@inlined
def _write_starts(player: int, street: int, number: int, classes: BoardClasses, workspace: PublicWorkspace) -> None:
    """By round: the first cell of a class on the board, and of the classes that lead to it."""
    workspace.starts[0] = 0
    for now in range(street, -1, -1):
        workspace.starts[now + 1] = workspace.base[player, now + 1] + number * workspace.width[player, now + 1]
        number = classes.parent[now, number]


@inlined
def _line(player: int, street: int, number: int, layout: LayoutArrays, classes: BoardClasses) -> int:
    """Where the cells of a class on the board begin in the tables."""
    return layout.base[player, street] + classes.number[street, number] * layout.width[player, street]


@inlined
def _prefetch_line(table: NDArray[np.float32], line: int, width: int) -> None:
    """Fetch the cells of a class while those of others are worked on."""
    for cell in range(line, line + width, _CELLS_IN_CACHE_LINE):
        prefetch(table, cell)


@inlined
def _write_plan(
    player: int,
    street: int,
    first: int,
    stop: int,
    offset: int,
    decisions: PlayerDecisions,
    layout: LayoutArrays,
    tables: RegretTables,
    classes: BoardClasses,
    weight: float,
    state: NDArray[np.uint64],
    workspace: PublicWorkspace,
) -> None:
    """The reach of a player's own choices at decisions of a round; add it to the average.

    `offset` is what is to be added to a slot to find it in the tables.
    """
    plan, count = workspace.plan, classes.counts[street + 1]
    for number in range(count):
        _write_starts(player, street, number, classes, workspace)
        start, line = workspace.starts[street + 1], _line(player, street, number, layout, classes) + offset
        ahead = _line(player, street, min(number + _AHEAD, count - 1), layout, classes) + offset
        _prefetch_line(tables.regrets, ahead, workspace.width[player, street + 1])
        _prefetch_line(tables.average, ahead, workspace.width[player, street + 1])
        share = weight * classes.hands[street, number]
        for decision in range(first, stop):
            slot, choices = np.int64(decisions.slot[decision]), np.int64(decisions.choices[decision])
            reach = plan[workspace.starts[decisions.parent_round[decision]] + decisions.parent_place[decision]]
            if reach == 0.0:
                for choice in range(choices):
                    few_rounds()
                    plan[start + slot + choice] = 0.0
                continue
            total = 0.0
            for choice in range(choices):
                few_rounds()
                total += max(tables.regrets[line + slot + choice], np.float32(0.0))
            scale = reach / total if total > 0.0 else 0.0
            word = random_word(state)
            for choice in range(choices):
                few_rounds()
                amount = reach / choices
                if total > 0.0:
                    amount = scale * max(tables.regrets[line + slot + choice], np.float32(0.0))
                plan[start + slot + choice] = amount
                add_rounded(tables.average, line + slot + choice, share * amount, word)


@inlined
def _learn(
    player: int,
    street: int,
    first: int,
    stop: int,
    offset: int,
    decisions: PlayerDecisions,
    layout: LayoutArrays,
    tables: RegretTables,
    classes: BoardClasses,
    weight: float,
    state: NDArray[np.uint64],
    workspace: PublicWorkspace,
) -> None:
    """Update the regrets of a player's decisions of a round, and take their values back to the choices before them."""
    values, count = workspace.values, classes.counts[street + 1]
    for number in range(count):
        _write_starts(player, street, number, classes, workspace)
        start, line = workspace.starts[street + 1], _line(player, street, number, layout, classes) + offset
        ahead = _line(player, street, min(number + _AHEAD, count - 1), layout, classes) + offset
        _prefetch_line(tables.regrets, ahead, workspace.width[player, street + 1])
        for decision in range(stop - 1, first - 1, -1):
            slot, choices = np.int64(decisions.slot[decision]), np.int64(decisions.choices[decision])
            total, value, size = 0.0, 0.0, 0.0
            for choice in range(choices):
                few_rounds()
                amount = values[start + slot + choice]
                regret = max(tables.regrets[line + slot + choice], np.float32(0.0))
                total += regret
                value += regret * amount
                size += abs(amount)
            if size == 0.0:
                continue  # the opponent does not lead here
            if total > 0.0:
                value /= total
            else:
                for choice in range(choices):
                    few_rounds()
                    value += values[start + slot + choice] / choices
            values[workspace.starts[decisions.parent_round[decision]] + decisions.parent_place[decision]] += value
            for choice in range(choices):
                few_rounds()
                values[start + slot + choice] -= value
    # Only now: without perfect recall, several classes on the board may have the same regrets.
    for number in range(count):
        start = workspace.base[player, street + 1] + number * workspace.width[player, street + 1]
        line = _line(player, street, number, layout, classes) + offset
        for slot in range(workspace.width[player, street + 1]):
            if values[start + slot] != 0.0:
                add_rounded(tables.regrets, line + slot, weight * values[start + slot], random_word(state))
                values[start + slot] = 0.0


@inlined
def _add_values(
    player: int,
    first: int,
    stop: int,
    cards: NDArray[np.uint8],
    level: NDArray[np.int32],
    probability: float,
    batches: TerminalBatches,
    classes: BoardClasses,
    workspace: PublicWorkspace,
    hands: BoardWorkspace,
) -> None:
    """Add the values of the terminals of some batches to the player's choices before them."""
    by_class = workspace.by_class
    for batch in range(first, stop):
        own, other = batches.own_round[batch], batches.other_round[batch]
        gather(
            workspace.numbers[: classes.counts[other]],
            workspace.base[1 - player, other],
            workspace.width[1 - player, other],
            batches.other_place[batch],
            workspace.plan,
            by_class,
        )
        for hand in range(len(cards)):
            store_lanes(hands.reach, hand, load_lanes(by_class, hands.classes[other, hand]))
        write_results(cards, level, batches.is_fold[batch], batches.payoffs[batch], probability, hands)
        for number in range(classes.counts[own]):
            store_lanes(by_class, number, same_lanes(0.0))
        for hand in range(len(cards)):
            number = hands.classes[own, hand]
            store_lanes(by_class, number, load_lanes(by_class, number) + load_lanes(hands.result, hand))
        scatter(
            workspace.numbers[: classes.counts[own]],
            workspace.base[player, own],
            workspace.width[player, own],
            batches.own_place[batch],
            batches.size[batch],
            by_class,
            workspace.values,
        )


@kernel
def run_public_chance_sampling(
    decisions: PlayerDecisions,
    batches: TerminalBatches,
    batch_starts: NDArray[np.int64],
    layout: LayoutArrays,
    tables: RegretTables,
    classes: BoardClasses,
    workspace: PublicWorkspace,
    hands: BoardWorkspace,
    pairs: int,
    linear: bool,
    boards: BoardBatch,
    iteration: int,
    stride: int,
    state: NDArray[np.uint64],
) -> None:
    """Use up the boards, one for each player's update; `pairs` of hands are equally likely on each."""
    last = layout.width.shape[1] - 1
    blocks = decisions.block_starts.shape[1] - 1
    for board in range(len(boards.level)):
        player = board % 2
        other = 1 - player
        cards, level = boards.cards[board], boards.level[board]
        weight = np.float64(iteration + board // 2 * stride) if linear else 1.0
        share = weight / len(level)
        number_classes(boards.classes[board], hands.classes, classes)
        _write_bases(layout, classes, workspace)
        workspace.plan[0] = 1.0
        for street in range(last):
            first, stop = decisions.starts[other, street], decisions.starts[other, street + 1]
            _write_plan(other, street, first, stop, 0, decisions, layout, tables, classes, share, state, workspace)
        first, stop = batch_starts[player, 0], batch_starts[player, 1]
        _add_values(player, first, stop, cards, level, 1.0 / pairs, batches, classes, workspace, hands)
        for block in range(blocks):
            for each in range(2):
                workspace.width[each, last + 1] = (
                    decisions.block_slots[each, block + 1] - decisions.block_slots[each, block]
                )
            first, stop = decisions.block_starts[other, block], decisions.block_starts[other, block + 1]
            offset = decisions.block_slots[other, block]
            _write_plan(other, last, first, stop, offset, decisions, layout, tables, classes, share, state, workspace)
            first, stop = batch_starts[player, block + 1], batch_starts[player, block + 2]
            _add_values(player, first, stop, cards, level, 1.0 / pairs, batches, classes, workspace, hands)
            first, stop = decisions.block_starts[player, block], decisions.block_starts[player, block + 1]
            offset = decisions.block_slots[player, block]
            _learn(player, last, first, stop, offset, decisions, layout, tables, classes, weight, state, workspace)
        for street in range(last - 1, -1, -1):
            first, stop = decisions.starts[player, street], decisions.starts[player, street + 1]
            _learn(player, street, first, stop, 0, decisions, layout, tables, classes, weight, state, workspace)
        workspace.values[0] = 0.0
