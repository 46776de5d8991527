"""Hands read in compiled code: what a plain reader makes of them, or refused by both, whatever the text."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest

from games.hands_at_random import random_states
from hand_texts import TextReader
from railbird.errors import FormatError
from railbird.formats import action_codes
from railbird.formats.betting import format_betting
from railbird.formats.fields import format_card_field, format_chips
from railbird.formats.old_log import old_game
from railbird.games import CALL, FOLD, Deal, GameDefinition, State, game_named, raise_to, random_deal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from railbird.games import Action, Chips

HANDS = 100
MUTANTS = [700, pytest.param(1_500, marks=pytest.mark.deep)]
CARDS = {rank + suit: 4 * r + s for r, rank in enumerate("23456789TJQKA") for s, suit in enumerate("cdhs")}
OTHER_LETTERS = "0123456789:|/-.bcfrdhsTJQKAx +eé²\n\0"
ODD_VALUES = ("-0", "20.500000", "-0.000001", "33.333333", "999999999999.999999", "007", "1.0")


class Notation(NamedTuple):
    """A game, and how its hands are written."""

    game: GameDefinition
    call_totals: bool = False

    @property
    def reader(self) -> TextReader:
        return TextReader(self.game, call_totals=self.call_totals)

    def betting(self, state: State) -> str:
        return format_betting(self.game, state.actions, call_totals=self.call_totals)


BUILT_IN = (
    "holdem.limit.2p.reverse_blinds",
    "holdem.limit.3p",
    "holdem.nolimit.2p.reverse_blinds",
    "holdem.nolimit.3p",
    "holdem.nolimit.6p",
    "kuhn.limit.2p",
    "kuhn.limit.3p",
    "leduc.limit.2p",
    "leduc.limit.3p",
)
OLD = (old_game(2), old_game(3), old_game(3, reverse_blinds=True))
DOYLE = (old_game(2, doyle=True), old_game(3, doyle=True))
TEN = GameDefinition(
    name="ten players with antes and short stacks",
    betting="nolimit",
    stacks=(300, 700, 150, 20_000, 5_000, 400, 400, 900, 1_000, 2_000),
    blinds=(50, 100, *[0] * 8),
    antes=(10,) * 10,
    raise_sizes=(),
    first_players=(2, 0, 0, 0),
    max_raises=(4, 4, 4, 4),
    suits=4,
    ranks=13,
    hole_cards=2,
    board_cards=(0, 2, 1, 2),
)
NOTATIONS = [
    *(pytest.param(Notation(game_named(name)), id=name) for name in BUILT_IN),
    *(pytest.param(Notation(game), id=f"{game.name} {game.blinds}") for game in OLD),
    *(pytest.param(Notation(game, call_totals=True), id=f"{game.name} with totals") for game in (*OLD, *DOYLE)),
    pytest.param(Notation(TEN), id=TEN.name),
]


class PlainHand(NamedTuple):
    """What a text says."""

    number: int
    hole_cards: tuple[tuple[int, ...], ...]
    board: tuple[int, ...]
    actions: tuple[Action, ...]
    payoffs: tuple[Chips, ...] = ()


class RefusedError(ValueError):
    """A text that is no hand."""


def demand(condition: object) -> None:
    if not condition:
        raise RefusedError


def plain_hand(notation: Notation, text: str) -> PlainHand:
    """The twin: `number:betting:cards:values` taken apart with `split`, and played with `State.apply`."""
    rest, _, values = text.rpartition(":")
    hand, state = plain_fields(notation, rest)
    demand(state.is_over)
    payoffs = tuple(plain_value(value) for value in values.split("|"))
    demand(len(payoffs) == notation.game.players)
    return hand._replace(payoffs=payoffs)


def plain_hand_so_far(notation: Notation, text: str) -> PlainHand:
    """The twin for a hand that need not be over, `number:betting:cards`."""
    return plain_fields(notation, text)[0]


def plain_fields(notation: Notation, text: str) -> tuple[PlainHand, State]:
    number, betting, cards = text.split(":")
    demand(re.fullmatch("[0-9]{1,18}", number))
    state = plain_betting(notation, betting)
    hands, *streets = cards.split("/")
    hole_cards = [plain_cards(hand) for hand in hands.split("|")]
    board = [plain_cards(street) for street in streets]
    check_plain_cards(state, hole_cards, board)
    return PlainHand(int(number), tuple(hole_cards), sum(board, ()), state.actions), state


def plain_betting(notation: Notation, text: str) -> State:
    """The state that the letters lead to: as many slashes after an action as streets were entered with it."""
    if notation.call_totals:
        text = without_blinds(notation.game, text)
    demand(re.fullmatch("([cfr][0-9]*|/)*", text))
    state = State.start_unchecked(notation.game, Deal((), ()))
    slashes = 0
    for token in re.findall("[cfr][0-9]*|/", text):
        if token == "/":
            slashes -= 1
            demand(slashes >= 0)
        else:
            demand(slashes == 0)
            before = state
            state = state.apply(plain_action(notation, state, token[0], token[1:]))
            slashes = state.street - before.street
            demand(token[0] != "c" or token == "c" or int(token[1:]) == state.spent(before.acting))
    demand(slashes == 0)
    return state


def without_blinds(game: GameDefinition, text: str) -> str:
    blinds = re.findall("^b[0-9]+|(?<=[0-9])b[0-9]+", text)
    demand([int(blind[1:]) for blind in blinds] == sorted(blind for blind in game.blinds if blind))
    demand(text.startswith("".join(blinds)))
    return text.removeprefix("".join(blinds))


def plain_action(notation: Notation, state: State, letter: str, size: str) -> Action:
    if letter == "r":
        demand(bool(size) != notation.game.is_limit)
        return raise_to(int(size) if size else state.legal_actions().highest_raise)
    demand(not size or (letter == "c" and notation.call_totals))
    return CALL if letter == "c" else FOLD


def plain_cards(text: str) -> tuple[int, ...]:
    return tuple(CARDS[text[place : place + 2]] for place in range(0, len(text), 2))


def check_plain_cards(state: State, hands: list[tuple[int, ...]], streets: list[tuple[int, ...]]) -> None:
    """Each hand whole or hidden, the board street by street as far as the betting came, no card twice."""
    game = state.game
    demand(len(hands) == game.players)
    demand({len(hand) for hand in hands} <= {0, game.hole_cards})
    sizes = [size for size in game.board_cards[: state.street + 1] if size]
    demand([len(street) for street in streets] == sizes)
    cards = [card for part in (*hands, *streets) for card in part]
    demand(len(cards) == len(set(cards)))
    demand(all(card // 4 >= 13 - game.ranks and card % 4 >= 4 - game.suits for card in cards))


def plain_value(text: str) -> Chips:
    demand(re.fullmatch(r"-?[0-9]{1,12}(\.[0-9]{1,6})?", text))
    value = Fraction(text)
    return int(value) if value == int(value) else value


def read_hand(reader: TextReader, text: str) -> PlainHand:
    record = reader.read(text, "|".join("abcdefghij"[: reader.game.players]), line=7)
    assert record.game is reader.game
    assert (record.players, record.line) == (tuple("abcdefghij"[: reader.game.players]), 7)
    return PlainHand(record.number, record.hole_cards, record.board, record.actions, record.payoffs)


def read_hand_so_far(reader: TextReader, text: str) -> PlainHand:
    return PlainHand(*reader.read_so_far(text))


def what_comes_of(read: Callable[[], PlainHand]) -> PlainHand | None:
    """What is read, or None if the text is refused with a FormatError of one short line."""
    try:
        return read()
    except FormatError as error:
        message = str(error)
    assert len(message.splitlines()) == 1
    assert len(message) < 1_000
    return None


def what_the_twin_makes_of(read: Callable[[], PlainHand]) -> PlainHand | None:
    try:
        return read()
    except (ValueError, KeyError):
        return None


def assert_same(hand: PlainHand | None, expected: PlainHand | None, text: str) -> None:
    assert hand == expected, text
    if hand is not None and expected is not None:
        assert [type(chips) for chips in hand.payoffs] == [type(chips) for chips in expected.payoffs]


def random_hands(notation: Notation, hands: int, *, seed: int) -> Iterator[tuple[random.Random, list[State]]]:
    rng, generator = random.Random(seed), np.random.default_rng(seed)
    for _ in range(hands):
        yield rng, random_states(rng, notation.game, random_deal(notation.game, generator))


def random_text(rng: random.Random, notation: Notation, state: State) -> str:
    """A state as text without values; some hands are hidden."""
    hands = [hand if rng.random() < 0.8 else () for hand in state.deal.hole_cards]
    number = rng.choice((rng.randrange(10), rng.randrange(3000), rng.randrange(10**18)))
    return f"{number}:{notation.betting(state)}:{format_card_field(hands, state.board, game=notation.game)}"


def random_values(rng: random.Random, state: State) -> str:
    """The payoffs, or now and then values that are written in another way."""
    return "|".join(rng.choice(ODD_VALUES) if rng.random() < 0.1 else format_chips(chips) for chips in state.payoffs())


def mutated(rng: random.Random, text: str) -> str:
    """One to three letters deleted, replaced, inserted or swapped."""
    letters = list(text)
    for _ in range(rng.randint(1, 3)):
        place, other = rng.randrange(len(letters)), rng.randrange(len(letters))
        letter = rng.choice((rng.choice(letters), rng.choice(OTHER_LETTERS)))
        match rng.randrange(5):
            case 0:
                letters[place] = ""
            case 1:
                letters[place] = letter
            case 2:
                letters[place] = letter + letters[place]
            case 3:
                letters.append(letter)
            case 4:
                letters[place], letters[other] = letters[other], letters[place]
    return "".join(letters)


@pytest.mark.kernels
@pytest.mark.parametrize("notation", NOTATIONS)
def test_random_hands_are_read_as_the_twin_reads_them(notation: Notation) -> None:
    reader = notation.reader
    for rng, states in random_hands(notation, HANDS, seed=1):
        text = f"{random_text(rng, notation, states[-1])}:{random_values(rng, states[-1])}"
        hand = read_hand(reader, text)
        assert_same(hand, plain_hand(notation, text), text)
        assert (hand.actions, hand.board) == (states[-1].actions, states[-1].board)


@pytest.mark.kernels
@pytest.mark.parametrize("notation", NOTATIONS)
def test_every_state_of_random_hands_is_read_as_the_twin_reads_it(notation: Notation) -> None:
    reader = notation.reader
    for rng, states in random_hands(notation, HANDS // 4, seed=2):
        for state in states:
            text = random_text(rng, notation, state)
            hand = read_hand_so_far(reader, text)
            assert_same(hand, plain_hand_so_far(notation, text), text)
            assert (hand.actions, hand.board) == (state.actions, state.board)


@pytest.mark.kernels
@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize("mutants", MUTANTS)
def test_mutants_of_hands_are_read_or_refused_as_by_the_twin(notation: Notation, mutants: int) -> None:
    reader = notation.reader
    accepted = 0
    for rng, states in random_hands(notation, mutants // 10, seed=3):
        text = f"{random_text(rng, notation, states[-1])}:{random_values(rng, states[-1])}"
        for _ in range(10):
            mutant = mutated(rng, text)
            expected = what_the_twin_makes_of(lambda mutant=mutant: plain_hand(notation, mutant))
            assert_same(what_comes_of(lambda mutant=mutant: read_hand(reader, mutant)), expected, mutant)
            accepted += expected is not None
    assert mutants // 50 < accepted < mutants // 2


@pytest.mark.kernels
@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize("mutants", MUTANTS)
def test_mutants_of_states_are_read_or_refused_as_by_the_twin(notation: Notation, mutants: int) -> None:
    reader = notation.reader
    accepted = 0
    for rng, states in random_hands(notation, mutants // 10, seed=4):
        text = random_text(rng, notation, rng.choice(states))
        for _ in range(10):
            mutant = mutated(rng, text)
            expected = what_the_twin_makes_of(lambda mutant=mutant: plain_hand_so_far(notation, mutant))
            assert_same(what_comes_of(lambda mutant=mutant: read_hand_so_far(reader, mutant)), expected, mutant)
            accepted += expected is not None
    assert mutants // 50 < accepted < mutants // 2


HEADS_UP = "holdem.nolimit.2p.reverse_blinds"
GOOD = "3:r300c/cr900f:Jh9h|AcKd/8h5c2d:-300|300"


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("old", "new", "is_good"),
    [
        ("3:r", f"{10**18 - 1}:r", True),
        ("3:r", f"{10**18}:r", False),
        ("3:r", f"{'0' * 18}:r", True),
        ("3:r", f"{2**64}:r", False),
        ("3:r", ":r", False),
        ("3:r", "٣:r", False),
        ("r300", "r00300", True),
        ("r300", f"r{2**64 + 300}", False),
        ("r300", f"r{'9' * 5000}", False),
        ("r300", f"r{'0' * 5000}300", True),
        ("r300c", "c" * 60_000, False),
        ("/cr900f", "/" * 60_000, False),
        ("-300|300", "999999999999|-999999999999.999999", True),
        ("-300|300", "1000000000000|-300", False),
        ("-300|300", "0.1234567|-300", False),
        ("-300|300", "-0|0.0", True),
        ("-300|300", "-|-300", False),
        ("-300|300", "1.|-300", False),
        ("-300|300", ".5|-300", False),
        ("-300|300", "+300|-300", False),
        ("-300|300", "-300|300|", False),
        ("-300|300", "|-300|300", False),
        ("Jh9h|AcKd", "|", True),
        ("Jh9h|AcKd", "", False),
        ("Jh9h|AcKd", "Jh9h", False),
        ("/8h5c2d", "/8h5c2d|", False),
        ("/8h5c2d", "/8h5c2d/", False),
        ("/8h5c2d", "//8h5c2d", False),
        ("/8h5c2d", "/8h5c2d|-300|300", False),
    ],
)
def test_the_edges_of_what_is_read(old: str, new: str, is_good: bool) -> None:
    assert old in GOOD
    notation, text = Notation(game_named(HEADS_UP)), GOOD.replace(old, new, 1)
    hand = what_comes_of(lambda: read_hand(notation.reader, text))
    if "0" * 5000 in text:  # more digits than Python's own numbers take
        expected = plain_hand(notation, GOOD)
    else:
        expected = what_the_twin_makes_of(lambda: plain_hand(notation, text))
    assert_same(hand, expected, text[:100])
    assert (hand is not None) == is_good


@pytest.mark.parametrize("text", ["", ":", "::", ":::", "::::", "0:::", "|", "\n", "é" * 100])
def test_texts_that_are_hardly_there(text: str) -> None:
    for read in (read_hand, read_hand_so_far):
        assert what_comes_of(lambda read=read: read(TextReader(game_named(HEADS_UP)), text)) is None


@pytest.mark.parametrize("more", ["|", "|2c", "|garbage", "|9d/9d", "|AcKd"])
def test_nothing_may_follow_the_board_of_a_hand_that_is_played(more: str) -> None:
    reader = TextReader(game_named(HEADS_UP))
    assert len(reader.read_so_far("3:cc/:AsKs|7d2c/2h8c3h").board) == 3
    with pytest.raises(FormatError, match="cards"):
        reader.read_so_far(f"3:cc/:AsKs|7d2c/2h8c3h{more}")


@pytest.mark.parametrize("blinds", ["", "b1", "b2", "b2b1", "b1b1b2", "b1b2b2", "b1b3", "b", "b1b", "bb1b2"])
def test_both_blinds_of_doyle_s_game_stand_before_the_actions(blinds: str) -> None:
    reader = TextReader(old_game(2, doyle=True), call_totals=True)
    assert reader.read("0:b1b2f:3s6h|8d7s:1|-1", "a|b", line=1).actions == (FOLD,)
    with pytest.raises(FormatError, match="the blinds stand first, b1b2"):
        reader.read(f"0:{blinds}f:3s6h|8d7s:1|-1", "a|b", line=1)


@pytest.mark.parametrize("names", ["", "a", "a|b|c", "|b", "a|", "a" * 60_000, "a|b\n|c"])
def test_names_that_do_not_fit_are_refused_in_one_short_line(names: str) -> None:
    with pytest.raises(FormatError, match=r"^names .*: the game has 2 players") as caught:
        TextReader(game_named(HEADS_UP)).read(GOOD, names, line=1)
    assert len(str(caught.value).splitlines()) == 1
    assert len(str(caught.value)) < 1_000


def test_text_that_no_file_can_hold_is_refused() -> None:
    """Half of a pair of surrogates, as comes of bytes that were decoded with `surrogateescape`."""
    reader = TextReader(game_named(HEADS_UP))
    assert what_comes_of(lambda: read_hand(reader, GOOD.replace("c/", "c\udcff"))) is None


def test_a_reader_forgets_what_it_has_read_before() -> None:
    """What was found is written to the same place for each hand."""
    reader = TextReader(game_named(HEADS_UP))
    texts = [GOOD, "4:f:|AcKd:50.5|-50.5", GOOD.replace("900", "899"), "5:cc/cc/cc/cc:2c2d|/3c3d3h/4c/4d:0|0", "x"]
    alone = [what_comes_of(lambda text=text: read_hand(TextReader(reader.game), text)) for text in texts]
    rng = random.Random(5)
    for _ in range(100):
        place = rng.randrange(len(texts))
        assert what_comes_of(lambda place=place: read_hand(reader, texts[place])) == alone[place]


def test_no_more_than_a_number_of_actions_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(action_codes, "_CACHE_SIZE", 10)
    monkeypatch.setattr(action_codes, "_actions", action_codes._Actions())
    reader = TextReader(game_named(HEADS_UP))
    for total in range(200, 300):
        hand = read_hand(reader, f"0:r{total}f:|:-100|100")
        assert hand.actions == (raise_to(total), FOLD)
        assert len(action_codes._actions) <= 10
