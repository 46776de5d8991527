"""Game definitions: the built-in ones, game files there and back, and every way in which a file can be wrong."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from railbird.errors import GameError
from railbird.games import GAME_NAMES, Deal, GameDefinition, State, format_game, game_named, parse_game
from railbird.games.definition import UNLIMITED, UNLIMITED_RAISES

if TYPE_CHECKING:
    from pathlib import Path

KUHN = """GAMEDEF
limit
numPlayers = 2
numRounds = 1
blind = 1 1
raiseSize = 1
firstPlayer = 1
maxRaises = 1
numSuits = 1
numRanks = 3
numHoleCards = 1
numBoardCards = 0
END GAMEDEF
"""


def changed(old: str, new: str) -> str:
    assert old in KUHN
    return KUHN.replace(old, new, 1)


def test_built_in_names() -> None:
    assert GAME_NAMES == (
        "holdem.limit.2p.reverse_blinds",
        "holdem.limit.3p",
        "holdem.nolimit.2p.reverse_blinds",
        "holdem.nolimit.3p",
        "holdem.nolimit.6p",
        "pluribus.nolimit.6p",
        "kuhn.limit.2p",
        "kuhn.limit.3p",
        "leduc.limit.2p",
        "leduc.limit.3p",
        "rhode-island.limit.2p",
        "holdem20.limit.2p",
        "holdem24.limit.2p",
    )
    assert all(game_named(name).name == name for name in GAME_NAMES)


@pytest.mark.parametrize(
    ("name", "stacks", "blinds", "raise_sizes", "first_players", "max_raises"),
    [
        ("holdem.limit.2p.reverse_blinds", UNLIMITED, (10, 5), (10, 10, 20, 20), (1, 0, 0, 0), (3, 4, 4, 4)),
        ("holdem.limit.3p", UNLIMITED, (5, 10, 0), (10, 10, 20, 20), (2, 0, 0, 0), (3, 4, 4, 4)),
        ("holdem.nolimit.2p.reverse_blinds", 20_000, (100, 50), (), (1, 0, 0, 0), (UNLIMITED_RAISES,) * 4),
        ("holdem.nolimit.3p", 20_000, (50, 100, 0), (), (2, 0, 0, 0), (UNLIMITED_RAISES,) * 4),
        ("holdem.nolimit.6p", 20_000, (50, 100, 0, 0, 0, 0), (), (2, 0, 0, 0), (UNLIMITED_RAISES,) * 4),
        ("kuhn.limit.3p", 2, (1, 1, 1), (1,), (0,), (1,)),
    ],
)
def test_the_table_of_games(
    name: str,
    stacks: int,
    blinds: tuple[int, ...],
    raise_sizes: tuple[int, ...],
    first_players: tuple[int, ...],
    max_raises: tuple[int, ...],
) -> None:
    """The table in ACPC.md, ".game files"."""
    game = game_named(name)
    assert game.stacks == (stacks,) * len(blinds)
    assert (game.blinds, game.raise_sizes) == (blinds, raise_sizes)
    assert (game.first_players, game.max_raises) == (first_players, max_raises)


def test_leduc_for_three_has_two_suits_and_four_ranks() -> None:
    game = game_named("leduc.limit.3p")
    assert (game.players, game.suits, game.ranks, game.board_cards) == (3, 2, 4, (0, 1))


@pytest.mark.parametrize("name", GAME_NAMES)
def test_game_text_there_and_back(name: str) -> None:
    game = game_named(name)
    text = format_game(game)
    assert text.startswith("GAMEDEF\n")
    assert text.endswith("END GAMEDEF\n")
    assert parse_game(text, name=name) == game


@pytest.mark.sample_data
def test_built_in_games_are_those_of_the_sample_files(sample_data: Path) -> None:
    paths = sorted((sample_data / "gamedefs").glob("*.game"))
    ours = {"leduc.limit.3p", "rhode-island.limit.2p", "holdem20.limit.2p", "holdem24.limit.2p"}
    assert {path.stem for path in paths} == set(GAME_NAMES) - ours
    for path in paths:
        assert parse_game(path.read_text(), name=path.stem) == game_named(path.stem)


def test_keys_in_any_case_without_equals_signs_among_comments() -> None:
    text = "# a comment\n\n" + KUHN.replace("=", "").upper().replace("BLIND", "\n# another\n  Blind ")
    assert parse_game(text, name="kuhn.limit.2p") == game_named("kuhn.limit.2p")


def test_what_may_be_left_out() -> None:
    game = parse_game(changed("firstPlayer = 1\nmaxRaises = 1\n", ""))
    assert (game.first_players, game.max_raises, game.stacks) == ((0,), (255,), (UNLIMITED, UNLIMITED))


def test_rounds_without_a_number_have_the_default() -> None:
    text = format_game(game_named("holdem.limit.3p"))
    text = text.replace("firstPlayer = 3 1 1 1", "firstPlayer = 3").replace("maxRaises = 3 4 4 4", "maxRaises = 3 4")
    game = parse_game(text)
    assert game.first_players == (2, 0, 0, 0)
    assert game.max_raises == (3, 4, UNLIMITED_RAISES, UNLIMITED_RAISES)


@pytest.mark.parametrize("name", ["holdem.nolimit.2p.reverse_blinds", "holdem.nolimit.6p"])
def test_no_limit_without_stacks_is_unlimited(name: str) -> None:
    game = replace(game_named(name), stacks=(UNLIMITED,) * game_named(name).players)
    text = format_game(game)
    assert "stack" not in text
    assert parse_game(text, name=name) == game


def test_lines_after_the_end_do_not_count() -> None:
    assert parse_game(KUHN + "nonsense\n") == parse_game(KUHN)


def test_line_ends_of_other_systems() -> None:
    assert parse_game(KUHN.replace("\n", "\r\n")) == parse_game(KUHN)


@pytest.mark.parametrize("key", ["numPlayers", "numRounds", "blind", "raiseSize", "numSuits", "numRanks"])
def test_a_key_is_missing(key: str) -> None:
    text = "\n".join(line for line in KUHN.splitlines() if not line.startswith(key))
    with pytest.raises(GameError, match=f"^{key} is missing"):
        parse_game(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "GAMEDEF is missing: a definition begins with that line"),
        ("# only a comment\n", "GAMEDEF is missing"),
        (changed("GAMEDEF\n", ""), "line 1: 'limit' before GAMEDEF"),
        (changed("END GAMEDEF\n", ""), "END GAMEDEF is missing"),
        (changed("limit\n", ""), "the betting is missing: write a line `limit` or `nolimit`"),
        (changed("limit\n", "limit\nnolimit\n"), "line 3: nolimit after limit: write one of limit and nolimit, once"),
        (changed("limit\n", "limit\nlimit\n"), "line 3: limit"),
        (changed("limit\n", "limit 5\n"), "line 2: .*limit"),
        (changed("firstPlayer = 1", "firstPlayer = 1 1"), "line 7: 2 numbers for firstPlayer: it has at most 1"),
        (changed("maxRaises = 1", "maxRaises = 1 1"), "line 8: 2 numbers for maxRaises: it has at most 1"),
        (changed("numPlayers", "numPlayer"), r"line 3: unknown key 'numPlayer': .*numPlayers"),
        (
            changed("blind = 1 1\n", "blind = 1 1\nBLIND = 1 1\n"),
            "line 6: blind is already in line 5",
        ),
        (changed("blind = 1 1", "blind = 1"), "line 5: 1 numbers for blind: it needs 2"),
        (changed("blind = 1 1", "blind = 1 1 1"), "line 5: 3 numbers for blind: it needs 2"),
        (changed("blind = 1 1", "blind ="), "line 5: blind has no number"),
        (changed("blind = 1 1", "blind = 1 x"), "line 5: blind = 1 x: write integers"),
        (changed("blind = 1 1", "blind = 1 0.5"), "line 5: blind = 1 0.5: write integers"),
        (changed("blind = 1 1", "blind = 1 -1"), "position 1 .* posts -1|numbers run from 0 to"),
        (changed("blind = 1 1", "stack = 1 1\nblind = 1 2"), "position 1 has 1 chips and posts 2"),
        (changed("blind = 1 1", "stack = 0 1\nblind = 0 1"), "position 0 has 0 chips"),
        (changed("blind = 1 1", "stack = 99999999999999999999 1\nblind = 1 1"), "99999999999999999999"),
        (changed("numPlayers = 2", "numPlayers = 1"), "line 5: 2 numbers for blind: it needs 1"),
        (changed("numPlayers = 2", "numPlayers = 2 2"), "line 3: 2 numbers for numPlayers: it needs 1"),
        (
            changed("numPlayers = 2", "numPlayers = 1000000000000"),
            "line 3: numPlayers = 1000000000000: numbers run from 0 to",
        ),
        (changed("numPlayers = 2", "numPlayers = -3"), "numPlayers = -3: numbers run from 0 to"),
        (changed("numRounds = 1", "numRounds = 1000000000000"), "numRounds = 1000000000000: numbers run from 0 to"),
        (changed("numRounds = 1", "numRounds = 0"), "rounds|needs 0"),
        (changed("firstPlayer = 1", "firstPlayer = 3"), "player 3 acts first, but the players are 1 to 2"),
        (changed("firstPlayer = 1", "firstPlayer = 0"), "player 0 acts first"),
        (changed("numRanks = 3", "numRanks = 14"), "a deck of 1 suits and 14 ranks: give 1 to 4 suits and 1 to 13"),
        (changed("numSuits = 1", "numSuits = 5"), "a deck of 5 suits"),
        (changed("numSuits = 1", "numSuits = 0"), "a deck of 0 suits"),
        (
            changed("numRanks = 3", "numRanks = 1"),
            "2 hands of 1 and a board of 0 cards cannot be dealt from a deck of 1",
        ),
        (changed("numHoleCards = 1", "numHoleCards = 0"), "2 hands of 0"),
        (changed("numBoardCards = 0", "numBoardCards = 2"), "cannot be dealt from a deck of 3"),
        (changed("numBoardCards = 0", "numBoardCards = -1"), "numBoardCards = -1: numbers run from 0 to"),
        (changed("raiseSize = 1", "raiseSize = 0"), "raise size"),
        (changed("raiseSize = 1", "raiseSize = -1"), "raiseSize = -1: numbers run from 0 to"),
        (changed("maxRaises = 1", "maxRaises = -1"), "maxRaises = -1: numbers run from 0 to"),
        (changed("maxRaises = 1", "maxRaises = 99999999999999999999"), "numbers run from 0 to"),
    ],
)
def test_files_that_are_wrong(text: str, message: str) -> None:
    with pytest.raises(GameError, match=message) as caught:
        parse_game(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


def test_too_many_players_and_rounds() -> None:
    game = game_named("holdem.limit.3p")
    eleven = (0,) * 11
    with pytest.raises(GameError, match="a game for 11 players: give 2 to 10"):
        replace(game, blinds=eleven, stacks=(100,) * 11)
    with pytest.raises(GameError, match="a game for 1 players"):
        replace(game, blinds=(0,), stacks=(100,))
    five = (1,) * 5
    with pytest.raises(GameError, match="a game with 5 rounds: give 1 to 4"):
        replace(game, board_cards=five, raise_sizes=five, first_players=five, max_raises=five)


def test_too_many_cards() -> None:
    game = game_named("holdem.limit.3p")
    with pytest.raises(GameError, match="hands of more than seven cards cannot be evaluated"):
        replace(game, hole_cards=3)
    with pytest.raises(GameError, match="10 hands of 5 and a board of 5 cards cannot be dealt from a deck of 52"):
        replace(game, blinds=(1,) * 10, stacks=(100,) * 10, hole_cards=5)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"stacks": (100, 100)}, "2 stacks for 3 players: give one for each player"),
        ({"antes": (1, 1)}, "2 antes for 3 players"),
        ({"raise_sizes": (1,)}, "1 raise sizes for 4 rounds: give one for each round"),
        ({"first_players": (0,)}, "1 first players for 4 rounds"),
        ({"max_raises": (1,)}, "1 maximum raises for 4 rounds"),
        ({"betting": "nolimit"}, "4 raise sizes for 0 rounds"),
        ({"stacks": (100, 100, 10), "antes": (0, 0, 11)}, "position 2 has 10 chips and posts 11"),
        ({"antes": (0, -1, 0)}, "position 1 posts a blind of 10 and an ante of -1: both must be 0 or more"),
        (
            {"blinds": (-5, 10, 0), "antes": (5, 0, 0)},
            "position 0 posts a blind of -5 and an ante of 5: both must be 0",
        ),
        ({"stacks": (100, 2**31, 100)}, "position 1 has 2147483648 chips: stacks run from 1 to 2147483647"),
        ({"stacks": (0, 100, 100), "blinds": (0, 10, 0)}, "position 0 has 0 chips: stacks run from 1 to"),
        ({"betting": "potlimit"}, "betting 'potlimit': give one of limit, nolimit"),
        ({"board_cards": (1, 3, 0, 1)}, r"board cards \(1, 3, 0, 1\): the first round has none, every later round"),
        ({"board_cards": (1, 2, 1, 1)}, "the first round has none"),
        ({"board_cards": (0, 3, 0, 2)}, "every later round at least one"),
    ],
)
def test_definitions_that_contradict_themselves(changes: dict[str, object], message: str) -> None:
    with pytest.raises(GameError, match=message):
        replace(game_named("holdem.limit.3p"), **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("holdem.limit.3", "holdem.limit.3p"),
        ("holdem.nolimit.2p", "holdem.nolimit.2p.reverse_blinds"),
        ("holdem.limit.2p", "holdem.limit.2p.reverse_blinds"),
        ("holdem.nolimit.2p.reverse", "holdem.nolimit.2p.reverse_blinds"),
        ("kuhn", "kuhn.limit"),
        ("leduc.3p", "leduc.limit.3p"),
        ("Kuhn.limit.2p", "kuhn.limit.2p"),
    ],
)
def test_the_nearest_name_is_suggested(name: str, near: str) -> None:
    with pytest.raises(GameError, match=f"no game is called '{name}': .*{near}"):
        game_named(name)


def test_without_a_near_name_all_are_listed() -> None:
    with pytest.raises(GameError, match=r"no game is called 'omaha': the games are holdem.limit.2p.reverse_blinds, "):
        game_named("omaha")


@pytest.mark.parametrize(
    "rule", [{"antes": (1, 1, 1)}, {"free_folds": True}, {"smallest_chip": 1}, {"all_in_players_act": True}]
)
def test_rules_that_game_files_cannot_express(rule: dict[str, object]) -> None:
    game = replace(game_named("holdem.nolimit.3p"), **rule)  # type: ignore[arg-type]
    with pytest.raises(GameError, match=r"holdem.nolimit.3p has antes or rules that .game files cannot express"):
        format_game(game)


def test_three_card_hands_have_a_key_of_their_own() -> None:
    text = format_game(game_named("rhode-island.limit.2p"))
    assert "\nnumBoardCards = 0 1 1\nthreeCardHands = 1\n" in text
    assert not parse_game(text.replace("threeCardHands = 1", "threeCardHands = 0")).three_card_hands
    assert "threeCardHands" not in format_game(game_named("leduc.limit.2p"))


def test_definitions_are_hashable_values() -> None:
    game = game_named("holdem.limit.3p")
    same = parse_game(format_game(game), name=game.name)
    assert same == game
    assert hash(same) == hash(game)
    assert len({game, same, replace(game, free_folds=True)}) == 2
    with pytest.raises(AttributeError):
        game.suits = 3  # type: ignore[misc]


def test_the_name_is_part_of_the_value() -> None:
    """What is worked out for a game is looked up by it, and must not come back under another name."""
    game = game_named("holdem.limit.3p")
    other = replace(game, name="mine")
    assert other != game
    assert State.start(other, Deal(((0, 1), (2, 3), (4, 5)), (6, 7, 8, 9, 10))).game.name == "mine"


def test_definitions_are_made_by_keywords() -> None:
    with pytest.raises(TypeError):
        GameDefinition("limit", (2, 2), (1, 1))  # type: ignore[misc]


def test_antes_by_position() -> None:
    game = game_named("holdem.limit.3p")
    assert game.antes_by_position == (0, 0, 0)
    assert replace(game, antes=(1, 0, 2)).antes_by_position == (1, 0, 2)


def test_definitions_go_through_a_pickle() -> None:
    for name in GAME_NAMES:
        game = game_named(name)
        hash(game)
        assert pickle.loads(pickle.dumps(game)) == game


def test_a_definition_from_another_process_is_the_same_key() -> None:
    """Hashes of text differ between processes, so a hash that was worked out must not be in the pickle."""
    program = (
        "import pickle, sys; from railbird.games import game_named; game = game_named('holdem.nolimit.3p'); "
        "hash(game); sys.stdout.buffer.write(pickle.dumps(game))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        env=os.environ | {"PYTHONHASHSEED": "random"},
        timeout=60,
        check=True,
    )
    game = pickle.loads(done.stdout)
    assert game == game_named("holdem.nolimit.3p")
    assert game in {game_named("holdem.nolimit.3p")}


def test_what_follows_from_a_definition() -> None:
    game = game_named("holdem.nolimit.6p")
    assert (game.players, game.rounds, game.is_limit, game.big_blind, game.dealt_cards) == (6, 4, False, 100, 17)
    assert game.board_sizes == (0, 3, 4, 5)
    assert isinstance(game, GameDefinition)
