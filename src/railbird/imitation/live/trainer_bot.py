"""A bot that lets another bot play, and records every decision of it as a row of a dataset."""

from __future__ import annotations

import uuid
import weakref
from pathlib import Path
from typing import TYPE_CHECKING

from railbird.bots.delegating import DelegatingBot
from railbird.errors import BotError, DatasetError
from railbird.formats.columns import HandColumns
from railbird.imitation.attributes import AttributeSelection, schemas_of
from railbird.imitation.conversion.decision_frames import KeyedDecisions, frames_of
from railbird.imitation.conversion.log_conversion import with_class
from railbird.imitation.dataset import DatasetWriter
from railbird.imitation.decisions import DecisionReader
from railbird.imitation.live.watched_match import player_names, watched_record

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from railbird.bots.bot import Bot
    from railbird.games import Action, Chips, GameDefinition, HandRecord, View

_HANDS = 1000
"""Hands that are kept before they are written."""


class TrainerBot(DelegatingBot):
    """Plays as another bot, and records its decisions in the dataset of a folder (Kischka 2014, 3.5.4).

    Several matches may be recorded in one folder, also at the same time. `select` is a selection of attributes such as
    `-categories TURN -invert`. `match` names the match (default: a new name) and `card_set` its cards (default: the
    same). Rows are written every 1,000 hands, and when the match ends. In a spec: `trainer:bot=[akuma],out=FOLDER`.
    """

    memoryless = False  # the history of a match is part of its rows
    leaves_traces = True

    def __init__(
        self,
        *,
        bot: Bot,
        out: str,
        name: str = "hero",
        select: str = "-invert",
        match: str = "",
        card_set: str = "",
    ) -> None:
        super().__init__([bot])
        self._bot = bot
        self._folder = Path(out)
        self._hero = name
        self._match, self._card_set = match, card_set
        try:
            self._selection = AttributeSelection.parse(select)
        except DatasetError as error:
            raise BotError(f"select: {error}") from None
        self._names: tuple[str, ...] = ()
        self._recording: _Recording | None = None

    def act(self, view: View) -> Action:
        return self._bot.act(view)

    def probabilities(self, view: View) -> Mapping[Action, float] | None:
        return self._bot.probabilities(view)

    def reset(self) -> None:
        self._end()
        super().reset()

    def match_starts(self, game: GameDefinition, seat: int) -> None:
        self._end()
        super().match_starts(game, seat)
        self._names = player_names(game, seat, self._hero)
        recording = uuid.uuid4().hex[:12]
        match = self._match or f"recorded-{recording}"
        try:
            schemas = schemas_of(game, with_class(self._selection.names(game)))
            about = {"hero": self._hero, "game": game.name, "players": game.players, "matches": "recorded live"}
            writer = DatasetWriter.join(self._folder, schemas, about=about)
        except DatasetError as error:
            raise BotError(str(error)) from None
        keys = (match, self._card_set or match)
        self._recording = _Recording(recording, writer, game, hero=self._hero, keys=keys)
        # The bot is not told when a match ends: then it is dropped, at the latest with the process.
        self._finish = weakref.finalize(self, self._recording.write)

    def hand_ends(self, view: View, payoffs: Sequence[Chips]) -> None:
        super().hand_ends(view, payoffs)
        if self._recording is not None:
            self._recording.add(watched_record(view, payoffs, self._names))

    def _end(self) -> None:
        if self._recording is not None:
            self._finish()
            self._recording = None


class _Recording:
    """The hands of a match that are not yet written, and the chunks that are."""

    def __init__(
        self, name: str, writer: DatasetWriter, game: GameDefinition, *, hero: str, keys: tuple[str, str]
    ) -> None:
        """The name is that of no other recording; `keys` are the names of the match and of its cards."""
        self._name = name
        self._writer = writer
        self._game = game
        self._reader = DecisionReader(hero)
        self._keys = keys
        self._hands: list[HandRecord] = []
        self._chunks = 0

    def add(self, hand: HandRecord) -> None:
        """Add a hand that is over."""
        self._hands.append(hand)
        if len(self._hands) == _HANDS:
            self.write()

    def write(self) -> None:
        """Write the decisions of the hands that were added since the last time."""
        hands, self._hands = self._hands, []
        parts = [KeyedDecisions(*self._keys, self._reader.read(columns)) for columns in HandColumns.of_records(hands)]
        if parts:
            name = f"{self._name}-{self._chunks:06}"
            self._writer.write_chunk(name, frames_of(parts, self._writer.schemas, self._game))
            self._chunks += 1
