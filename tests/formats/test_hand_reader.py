"""Hands read in compiled code: what a plain reader makes of them, or refused by both, whatever the text."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest
from games.hands_at_random import random_states

from railbird.errors import FormatError
from railbird.formats.betting import format_betting
from railbird.formats.fields import format_card_field, format_chips
from railbird.formats.hand_reader import HandReader
from railbird.formats.old_log import old_game
from railbird.games import CALL, FOLD, Deal, HandRecord, State, game_named, raise_to, random_deal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from railbird.games import Action, Chips, GameDefinition

HANDS = 100
MUTANTS = 3_000
CARDS = {rank + suit: 4 * r + s for r, rank in enumerate("23456789TJQKA") for s, suit in enumerate("cdhs")}
OTHER_LETTERS = "0123456789:|/-.bcfrdhsTJQKAx +eé²\n\0"
ODD_VALUES = ("-0", "20.500000", "-0.000001", "33.333333", "999999999999.999999", "007", "1.0")


class Notation(NamedTuple):
    """A game, and how its hands are written."""

    game: GameDefinition
    call_totals: bool = False

    @property
    def reader(self) -> HandReader:
        return HandReader(self.game, call_totals=self.call_totals)

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
NOTATIONS = [
    *(pytest.param(Notation(game_named(name)), id=name) for name in BUILT_IN),
    *(pytest.param(Notation(game), id=f"{game.name} {game.blinds}") for game in OLD),
    *(pytest.param(Notation(game, call_totals=True), id=f"{game.name} with totals") for game in (*OLD, *DOYLE)),
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
    found, state = plain_fields(notation, rest)
    demand(state.is_over)
    payoffs = tuple(plain_value(value) for value in values.split("|"))
    demand(len(payoffs) == notation.game.players)
    return found._replace(payoffs=payoffs)


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


def read_hand(reader: HandReader, text: str) -> PlainHand:
    record = reader.read(text, "|".join("abcdefghij"[: reader.game.players]), line=7)
    assert record.game is reader.game
    assert (record.players, record.line) == (tuple("abcdefghij"[: reader.game.players]), 7)
    return PlainHand(record.number, record.hole_cards, record.board, record.actions, record.payoffs)


def read_hand_so_far(reader: HandReader, text: str) -> PlainHand:
    return PlainHand(*reader.read_so_far(text))


def what_comes_of(read: Callable[[], PlainHand]) -> PlainHand | None:
    """What is read, or None if the text is refused with a FormatError of one short line."""
    try:
        return read()
    except FormatError as error:
        assert len(str(error).splitlines()) == 1
        assert len(str(error)) < 1_000
        return None


def what_the_twin_makes_of(read: Callable[[], PlainHand]) -> PlainHand | None:
    try:
        return read()
    except (ValueError, KeyError):
        return None


def assert_same(found: PlainHand | None, expected: PlainHand | None, text: str) -> None:
    assert found == expected, text
    if found is not None and expected is not None:
        assert [type(chips) for chips in found.payoffs] == [type(chips) for chips in expected.payoffs]


def random_hands(notation: Notation, *, seed: int) -> Iterator[tuple[random.Random, list[State]]]:
    rng, generator = random.Random(seed), np.random.default_rng(seed)
    while True:
        yield rng, random_states(rng, notation.game, random_deal(notation.game, generator))


def random_text(rng: random.Random, notation: Notation, state: State) -> str:
    """A state as text without values; some hands are hidden."""
    hands = [hand if rng.random() < 0.8 else () for hand in state.deal.hole_cards]
    number = rng.choice((rng.randrange(10), rng.randrange(3000), rng.randrange(10**18)))
    return f"{number}:{notation.betting(state)}:{format_card_field(hands, state.board, notation.game)}"


def random_values(rng: random.Random, state: State) -> str:
    """The payoffs, or now and then values that are written in another way."""
    return "|".join(
        rng.choice(ODD_VALUES) if rng.random() < 0.1 else format_chips(chips) for chips in state.payoffs()
    )


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
    for _, (rng, states) in zip(range(HANDS), random_hands(notation, seed=1), strict=False):
        text = f"{random_text(rng, notation, states[-1])}:{random_values(rng, states[-1])}"
        found = read_hand(reader, text)
        assert_same(found, plain_hand(notation, text), text)
        assert (found.actions, found.board) == (states[-1].actions, states[-1].board)


@pytest.mark.kernels
@pytest.mark.parametrize("notation", NOTATIONS)
def test_every_moment_of_random_hands_is_read_as_the_twin_reads_it(notation: Notation) -> None:
    reader = notation.reader
    for _, (rng, states) in zip(range(HANDS // 4), random_hands(notation, seed=2), strict=False):
        for state in states:
            text = random_text(rng, notation, state)
            found = read_hand_so_far(reader, text)
            assert_same(found, plain_hand_so_far(notation, text), text)
            assert (found.actions, found.board) == (state.actions, state.board)


@pytest.mark.kernels
@pytest.mark.parametrize("notation", NOTATIONS)
def test_mutants_of_hands_are_read_or_refused_as_by_the_twin(notation: Notation) -> None:
    reader = notation.reader
    accepted = 0
    for _, (rng, states) in zip(range(MUTANTS // 10), random_hands(notation, seed=3), strict=False):
        text = f"{random_text(rng, notation, states[-1])}:{random_values(rng, states[-1])}"
        for _ in range(10):
            mutant = mutated(rng, text)
            expected = what_the_twin_makes_of(lambda mutant=mutant: plain_hand(notation, mutant))
            assert_same(what_comes_of(lambda mutant=mutant: read_hand(reader, mutant)), expected, mutant)
            accepted += expected is not None
    assert MUTANTS // 50 < accepted < MUTANTS // 2


@pytest.mark.kernels
@pytest.mark.parametrize("notation", NOTATIONS)
def test_mutants_of_moments_are_read_or_refused_as_by_the_twin(notation: Notation) -> None:
    reader = notation.reader
    accepted = 0
    for _, (rng, states) in zip(range(MUTANTS // 10), random_hands(notation, seed=4), strict=False):
        text = random_text(rng, notation, rng.choice(states))
        for _ in range(10):
            mutant = mutated(rng, text)
            expected = what_the_twin_makes_of(lambda mutant=mutant: plain_hand_so_far(notation, mutant))
            assert_same(what_comes_of(lambda mutant=mutant: read_hand_so_far(reader, mutant)), expected, mutant)
            accepted += expected is not None
    assert MUTANTS // 50 < accepted < MUTANTS // 2
