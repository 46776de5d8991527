"""MATCHSTATE lines: what they show, and the dealer's own record of a match."""

from __future__ import annotations

import random
import re
from itertools import islice
from typing import TYPE_CHECKING

import pytest

from games.hands_at_random import random_states
from railbird.cards import format_cards, parse_cards
from railbird.errors import FormatError
from railbird.formats.betting import format_betting
from railbird.formats.fields import format_card_field
from railbird.formats.hand_reader import HandReader
from railbird.formats.match_state import MatchStateReader, MatchStateWriter, format_match_state
from railbird.games import CALL, FOLD, Deal, State, game_named, raise_to, seeded_deals

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from railbird.games import Action, GameDefinition, View

HEADS_UP = "holdem.nolimit.2p.reverse_blinds"
CARD = re.compile("[2-9TJQKA][cdhs]")


def dealt(hands: str, board: str) -> Deal:
    return Deal(tuple(tuple(parse_cards(hand)) for hand in hands.split("|")), tuple(parse_cards(board)))


def lines_of(game: str, deal: Deal, actions: list[Action]) -> list[str]:
    """What every position is sent after these actions of hand 3."""
    state = State.start(game_named(game), deal, hand=3).play(actions)
    return [format_match_state(state.view(position)) for position in range(state.game.players)]


DEAL = dealt("AsKs|7d2c", "2h8c3h9d4s")
THREE = dealt("AsKs|7d2c|JhTs", "2h8c3h9d4s")


@pytest.mark.parametrize(
    ("game", "deal", "actions", "lines"),
    [
        (HEADS_UP, DEAL, [], ["MATCHSTATE:0:3::AsKs|", "MATCHSTATE:1:3::|7d2c"]),
        (HEADS_UP, DEAL, [raise_to(300)], ["MATCHSTATE:0:3:r300:AsKs|", "MATCHSTATE:1:3:r300:|7d2c"]),
        (
            HEADS_UP,
            DEAL,
            [CALL, CALL],
            ["MATCHSTATE:0:3:cc/:AsKs|/2h8c3h", "MATCHSTATE:1:3:cc/:|7d2c/2h8c3h"],
        ),
        (
            HEADS_UP,
            DEAL,
            [raise_to(300), CALL, raise_to(900), FOLD],
            ["MATCHSTATE:0:3:r300c/r900f:AsKs|/2h8c3h", "MATCHSTATE:1:3:r300c/r900f:|7d2c/2h8c3h"],
        ),
        (
            HEADS_UP,
            DEAL,
            [raise_to(20_000), CALL],
            [
                "MATCHSTATE:0:3:r20000c///:AsKs|7d2c/2h8c3h/9d/4s",
                "MATCHSTATE:1:3:r20000c///:AsKs|7d2c/2h8c3h/9d/4s",
            ],
        ),
        (
            "holdem.limit.3p",
            THREE,
            [],
            ["MATCHSTATE:0:3::AsKs||", "MATCHSTATE:1:3::|7d2c|", "MATCHSTATE:2:3::||JhTs"],
        ),
        (
            "holdem.limit.3p",
            THREE,
            [FOLD, CALL, *[CALL] * 7],
            [
                "MATCHSTATE:0:3:fcc/cc/cc/cc:AsKs|7d2c|/2h8c3h/9d/4s",
                "MATCHSTATE:1:3:fcc/cc/cc/cc:AsKs|7d2c|/2h8c3h/9d/4s",
                "MATCHSTATE:2:3:fcc/cc/cc/cc:AsKs|7d2c|JhTs/2h8c3h/9d/4s",
            ],
        ),
    ],
)
def test_every_position_is_sent_what_it_may_know(
    game: str, deal: Deal, actions: list[Action], lines: list[str]
) -> None:
    assert lines_of(game, deal, actions) == lines


def test_what_is_sent_reads_back() -> None:
    reader = MatchStateReader(game_named("holdem.nolimit.3p"))
    state = State.start(reader.game, THREE, hand=17)
    for action in [raise_to(300), CALL, raise_to(1000), FOLD, CALL, CALL, CALL, raise_to(20_000), CALL]:
        for position in range(3):
            line = format_match_state(state.view(position))
            read = reader.read(line)
            view = state.view(position)
            assert read.hand == 17
            assert (read.position, read.hands, read.board) == (position, view.hands, view.board)
            assert (read.actions, read.acting, read.pot) == (view.actions, view.acting, view.pot)
        state = state.apply(action)
    assert state.is_showdown


def test_line_ends_of_the_server_and_of_others() -> None:
    reader = MatchStateReader(game_named(HEADS_UP))
    for end in ("", "\n", "\r\n"):
        assert reader.read(f"MATCHSTATE:0:3::AsKs|{end}").hand == 3


def test_cards_stand_in_the_order_dealt() -> None:
    reader = MatchStateReader(game_named(HEADS_UP))
    view = reader.read("MATCHSTATE:1:0:cc/:|2cAs/Kd2d9h")
    assert format_cards(view.hole_cards) == "2cAs"
    assert format_cards(view.board) == "Kd2d9h"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "is not MATCHSTATE:position:hand:betting:cards"),
        ("MATCHSTATE:0:3::AsKs|:c", "is not MATCHSTATE"),
        ("STATE:0:3::AsKs|", "is not MATCHSTATE"),
        ("MATCHSTATE:x:3::AsKs|", "'x'"),
        ("MATCHSTATE:-1:3::AsKs|", "'-1'"),
        ("MATCHSTATE:\u00b2:3::AsKs|", "'\u00b2'"),
        ("MATCHSTATE:2:3::AsKs|", "position '2': the game has the positions 0 to 1"),
        ("MATCHSTATE:0:x::AsKs|", "hand 'x': a hand number has 1 to 18 digits"),
        ("MATCHSTATE:0:\u00b2::AsKs|", "hand '\u00b2': a hand number has 1 to 18 digits"),
        ("MATCHSTATE:0:" + "9" * 5000 + "::AsKs|", "a hand number has 1 to 18 digits"),
        ("MATCHSTATE:0:3:q:AsKs|", r"betting 'q' at character 1 \('q'\): an action is f, c or r"),
        ("MATCHSTATE:0:3:r:AsKs|", "a no-limit raise needs its total"),
        (
            "MATCHSTATE:0:3:r199:AsKs|",
            r"betting 'r199' at character 1 \('r199'\): the action is not legal here: .* or raise to 200 to 20000$",
        ),
        ("MATCHSTATE:0:3:r300f12:AsKs|", "betting 'r300f12'"),
        ("MATCHSTATE:0:3:c100:AsKs|", "betting 'c100'"),
        (f"MATCHSTATE:0:3:r{2**64 + 300}:AsKs|", "betting"),
        ("MATCHSTATE:0:3:c/c:AsKs|", "a / stands where a round ends, and nowhere else"),
        ("MATCHSTATE:0:3:cc:AsKs|/2h8c3h", "a / stands where a round ends"),
        ("MATCHSTATE:0:3:cc/:AsKs|", "0 board cards, but the betting ends on street 1, with 3"),
        ("MATCHSTATE:0:3::AsKs|/2h8c3h", "3 board cards, but the betting ends on street 0"),
        ("MATCHSTATE:0:3::|7d2c", "the hand of position 0 is missing"),
        ("MATCHSTATE:0:3::AsKs", "1 hand for 2 players"),
        ("MATCHSTATE:0:3::AsK|", "'K' is not a card"),
        ("MATCHSTATE:0:3::AsAs|", "As is dealt twice"),
        ("MATCHSTATE:0:3::AsKsQs|", "players hold 2 cards each"),
        ("MATCHSTATE:0:3:fc:AsKs|", "the action is not legal here: .*the hand is over"),
    ],
)
def test_lines_that_cannot_be_read(line: str, message: str) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        MatchStateReader(game_named(HEADS_UP)).read(line)
    assert "\n" not in str(caught.value)


def seen(view: View) -> tuple[object, ...]:
    return view.position, view.hands, view.board, view.actions, view.acting, view.legal_actions(), str(view)


def at_random(rng: random.Random, state: State) -> Iterator[State]:
    yield state
    while not state.is_over:
        fold, lowest, highest = state.legal_actions()
        choices = [CALL, CALL, *[FOLD] * fold, *[raise_to(rng.randint(lowest, highest))] * bool(highest)]
        state = state.apply(rng.choice(choices))
        yield state


@pytest.mark.parametrize("name", ["holdem.limit.3p", "holdem.nolimit.2p.reverse_blinds", "holdem.nolimit.3p"])
def test_reading_on_gives_what_reading_afresh_gives(name: str) -> None:
    """Lines that differ by an action are read as that action; the result must not show it."""
    game = game_named(name)
    rng, reader = random.Random(1), MatchStateReader(game)
    for number, deal in enumerate(islice(seeded_deals(game, 3), 200)):
        position = rng.randrange(game.players)
        for state in at_random(rng, State.start(game, deal, hand=number)):
            if rng.random() < 0.8:
                line = format_match_state(state.view(position))
                on, afresh = reader.read(line), MatchStateReader(game).read(line)
                assert on.hand == afresh.hand == number
                assert seen(on) == seen(afresh) == seen(state.view(position))


@pytest.mark.parametrize(
    "rest",
    [
        "cr300:AsKs|",
        "cc:AsKs|",
        "cr9:AsKs|",
        "cr:AsKs|",
        "cx:AsKs|",
        "cr300xc/:AsKs|/2c3c4c",
        "c:AsKs|/2c3c4c",
        "cc/:AsKs|/2c3c4c",
        "cc/cr200:AsKs|/2c3c4c",
        "cc/cc/:AsKs|/2c3c4c/5c",
        "cc/cc/:AsKs|/2c3c4c5c",
        "cc/cc:AsKs|/2c3c4c/5c",
        "c/c:AsKs|",
        "cc/:AsKs|",
        "cc/:AsKs|/2c3c",
        "cc/:AsKs|/2c3c4c5c",
        "cc/:AsKs|/2c3c2c",
        "cc/:AsKs|/2cAs4c",
        "cc/:AsKs|/2c3x4c",
        "cc/:AsKs|2c3c4c",
        "cc/:AsKs|7d2d/2c3c4c",
        "cr20000c///:AsKs|/2c3c4c/5c/6c",
        "cr20000c///:AsKs|7d2d/2c3c4c/5c/6c",
        "cr200f:AsKs|",
        "cr200fc:AsKs|",
    ],
)
def test_a_line_is_read_alike_after_another(rest: str) -> None:
    line = f"MATCHSTATE:0:3:{rest}"
    reader = MatchStateReader(game_named(HEADS_UP))
    reader.read("MATCHSTATE:0:3:c:AsKs|")
    results = []
    for each in (reader, MatchStateReader(game_named(HEADS_UP))):
        try:
            results.append(str(seen(each.read(line))))
        except FormatError as error:
            results.append(str(error))
    assert results[0] == results[1]
    assert reader.read("MATCHSTATE:0:3:cr300c/:AsKs|/2c3c4c").pot == 600


def read_whole(line: str, game: GameDefinition) -> tuple[object, ...] | None:
    """What a line says that a player may know, read by the reader of whole hands; None if it cannot be read."""
    prefix, position, *rest = line.split(":")
    if prefix != "MATCHSTATE" or position not in {*map(str, range(game.players))} or len(rest) != 3 or not rest[0]:
        return None
    try:
        hand, hands, board, actions = HandReader(game).read_so_far(":".join(rest))
    except FormatError:
        return None
    if not hands[int(position)]:
        return None
    return hand, *seen(State.start_unchecked(game, Deal(hands, board)).play(actions).view(int(position)))


def damaged(line: str, rng: random.Random) -> str:
    """With a character that is replaced, inserted or removed, or with a card in the place of another."""
    place = rng.randrange(len(line))
    damage = rng.choice(["replace", "insert", "remove", "card"])
    if damage == "replace":
        return line[:place] + rng.choice(line) + line[place + 1 :]
    if damage == "insert":
        return line[:place] + rng.choice("/|:cfr0AKsdh-x") + line[place:]
    if damage == "remove":
        return line[:place] + line[place + rng.randint(1, 4) :]
    cards = CARD.findall(line)
    return line.replace(rng.choice(cards), rng.choice([*cards, "9d9c"]), 1)


@pytest.mark.parametrize("name", ["holdem.limit.3p", "holdem.nolimit.3p", "leduc.limit.2p", "kuhn.limit.2p"])
def test_damaged_lines_are_read_as_whole_hands_are(name: str) -> None:
    game = game_named(name)
    rng = random.Random(5)
    refused = 0
    reader = MatchStateReader(game)
    for number, deal in enumerate(islice(seeded_deals(game, 4), 100)):
        position = rng.randrange(game.players)
        for state in at_random(rng, State.start(game, deal, hand=number)):
            line = format_match_state(state.view(position))
            for text in (damaged(line, rng), line):
                result = None
                try:
                    view = reader.read(text)
                    result = (view.hand, *seen(view))
                except FormatError:
                    refused += 1
                assert result == read_whole(text, game), text
    assert refused > 100


@pytest.mark.sample_data
@pytest.mark.parametrize(
    ("name", "game", "count"),
    [
        ("2p.limit.traffic.txt", "holdem.limit.2p.reverse_blinds", 926),
        ("3p.nolimit.traffic.txt", "holdem.nolimit.3p", 861),
    ],
)
def test_every_line_of_the_sample_traffic_is_written_back(sample_data: Path, name: str, game: str, count: int) -> None:
    reader = MatchStateReader(game_named(game))
    lines = (sample_data / "acpc" / name).read_text().splitlines()[:-1]  # the last one is cut
    read = 0
    for line in lines:
        _, label, state = line.partition("MATCHSTATE")
        if label:
            read += 1
            sent = "MATCHSTATE" + state
            if line.startswith("FROM"):
                sent = sent.rpartition(":")[0]  # the answer is the state with an action after it
            assert format_match_state(reader.read(sent)) == sent
    assert read == count


@pytest.mark.parametrize("name", ["holdem.limit.3p", "holdem.nolimit.3p", "leduc.limit.2p"])
@pytest.mark.parametrize("skipped", [0, 0.5])
def test_a_writer_that_goes_on_writes_what_a_new_one_writes(name: str, skipped: float) -> None:
    """Hand after hand, whether it is shown every state or only some of them, and one of them twice."""
    rng = random.Random(name)
    game = game_named(name)
    writers = [MatchStateWriter() for _ in range(game.players)]
    for number, deal in enumerate(islice(seeded_deals(game, 5), 100)):
        for state in random_states(rng, game, deal, hand=number):
            for position, writer in enumerate(writers):
                view = state.view(position)
                while rng.random() >= skipped:
                    betting = format_betting(game, view.actions)
                    cards = format_card_field(view.hands, view.board, game=game)
                    assert writer.line(view) == f"MATCHSTATE:{position}:{number}:{betting}:{cards}"
                    if rng.random() < 0.8:
                        break
