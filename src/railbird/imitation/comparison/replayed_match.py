"""Plays logged hands again with a model in the seat of its original; the others do what the log says they did."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from railbird.bots.reference.replaying import next_recorded
from railbird.errors import ActionError, DatasetError
from railbird.games import Deal, HandRecord, HandSeats, State
from railbird.imitation.comparison.place_runs import HERO
from railbird.imitation.live.imitation_bot import ImitationBot
from railbird.play import BotSeat

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from railbird.formats.logs import Log
    from railbird.games import Action, GameDefinition
    from railbird.progress import Progress


@dataclass(frozen=True)
class ReplayedMatch:
    """The hands of a match that could be replayed. The original and the model are called HERO."""

    log: Path
    hands_in_log: int
    original: Sequence[HandRecord]
    model: Sequence[HandRecord]
    decisions: NDArray[np.int64]
    """Decisions of the original by hand and street."""
    agreements: NDArray[np.int64]
    """How many of them the model would have made too."""


def replay_match(log: Log, hero: str, model: Path, *, progress: Progress) -> ReplayedMatch:
    """Replay the hands of a log whose cards are all known (Kischka 2014, 7.2).

    A log has the whole board only of hands that reached the last street. Where an opponent has no action in the log
    any more, it calls. Raise DatasetError if there is no such hand of the hero, or if the hands are of several games.
    """
    records = list(log)
    played = [record for record in records if record.players.count(hero) == 1]
    if not played:
        names = dict.fromkeys(name for record in records for name in record.players)
        raise DatasetError(f"no hand of {log.path} is played by {hero!r}: the players are {', '.join(names) or 'none'}")
    whole = [record for record in played if has_whole_deal(record)]
    if not whole:
        raise DatasetError(f"{log.path}: no hand of {hero} has all hole cards and the whole board: none can be dealt")
    if any(record.game != whole[0].game for record in whole):
        raise DatasetError(f"{log.path} has hands of several games: give logs of one game")
    replay = _Replay(_seats_of(whole, hero), model, whole[0].game)
    with progress.task(f"Replaying {log.path.name}", total=len(whole)) as task:
        for record in whole:
            replay.add(replace(record, players=tuple(HERO if name == hero else name for name in record.players)))
            task.advance()
    return ReplayedMatch(
        log.path,
        len(records),
        replay.original,
        replay.model,
        np.array(replay.decisions, dtype=np.int64),
        np.array(replay.agreements, dtype=np.int64),
    )


def has_whole_deal(record: HandRecord) -> bool:
    """Whether all cards are known, and the hand is legal and over."""
    game = record.game
    if any(len(hand) != game.hole_cards for hand in record.hole_cards) or len(record.board) != game.board_sizes[-1]:
        return False
    try:
        return record.final_state().is_over
    except ActionError:
        return False


def _seats_of(records: Iterable[HandRecord], hero: str) -> dict[str, int]:
    """The seats of the players: logs name them by position."""
    names = dict.fromkeys(HERO if name == hero else name for record in records for name in record.players)
    return {name: seat for seat, name in enumerate(names)}


class _Replay:
    """The model at the table of a match, and once more beside the original, where it only says what it would do."""

    def __init__(self, seats: Mapping[str, int], model: Path, game: GameDefinition) -> None:
        if len(seats) != game.players:
            raise DatasetError(f"{len(seats)} players share the {game.players} seats: give the log of one match")
        bots = [ImitationBot(model=model) for _ in range(2)]
        bots[0].match_starts(game, seats[HERO])  # or a model of another game would fail in the first hand
        self._playing, self._beside = map(BotSeat, bots)
        self._seats = seats
        self.original: list[HandRecord] = []
        self.model: list[HandRecord] = []
        self.decisions: list[list[int]] = []
        self.agreements: list[list[int]] = []

    def add(self, record: HandRecord) -> None:
        """Replay a hand."""
        hero = record.players.index(HERO)
        start = State.start_unchecked(
            record.game,
            Deal(record.hole_cards, record.board),
            HandSeats(record.number, tuple(self._seats[name] for name in record.players)),
        )
        logged = self._follow(record, start, hero)
        self.original.append(HandRecord.of(start.play(record.actions), record.players))
        state = start
        self._playing.show(state.view(hero))
        while state.acting >= 0:
            view = state.view(state.acting)
            if state.acting == hero:
                action = self._playing.answer(view)
            else:
                action = next_recorded(logged[state.acting, state.street], view)
            state = state.apply(action)
            self._playing.show(state.view(hero))
        self.model.append(HandRecord.of(state, record.players))

    def _follow(self, record: HandRecord, state: State, hero: int) -> Mapping[tuple[int, int], list[Action]]:
        """Ask the model at the original's decisions; return all actions by position and street."""
        logged: defaultdict[tuple[int, int], list[Action]] = defaultdict(list)
        decisions, agreements = ([0] * record.game.rounds for _ in range(2))
        self._beside.show(state.view(hero))
        for action in record.actions:
            logged[state.acting, state.street].append(action)
            if state.acting == hero:
                decisions[state.street] += 1
                agreements[state.street] += self._beside.answer(state.view(hero)).kind == action.kind
            state = state.apply(action)
            self._beside.show(state.view(hero))
        self.decisions.append(decisions)
        self.agreements.append(agreements)
        return logged
