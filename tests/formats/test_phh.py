"""PHH: hands of every variant read and written, hold'em converted; PokerKit's replay is the judge."""

from __future__ import annotations

import datetime
import warnings
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pokerkit
import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.cards import parse_cards
from railbird.errors import ActionError, FormatError
from railbird.formats.phh import PhhHand, read_phh, read_phhs, split_phhs
from railbird.formats.phh_records import from_record, to_record
from railbird.formats.phh_writing import format_phh
from railbird.games import (
    CALL,
    FOLD,
    Deal,
    GameDefinition,
    HandRecord,
    State,
    game_named,
    raise_to,
    random_deal,
)
from railbird.games.definition import UNLIMITED, UNLIMITED_RAISES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.games import Action

FIXTURES = Path(__file__).parent / "fixtures"
HOLDEM_FIXTURES = ("heads_up.phh", "side_pots.phh", "limit.phh")


def fixture_text(name: str) -> str:
    return (FIXTURES / name).read_text(encoding="utf-8")


def without_shows(hand: PhhHand) -> list[str]:
    """The deals and the betting. Which hands are mucked is not in a record, and so not in what is written."""
    actions = [action.partition("#")[0].split() for action in hand.actions]
    return [" ".join(words) for words in actions if words and words[1] != "sm"]


def exact_split(pot: int, winners: int) -> tuple[Fraction, int]:
    return Fraction(pot) / winners, 0


def pokerkit_stacks(text: str) -> list[Fraction]:
    """The stacks at the end of PokerKit's replay, pots split in fractions."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        history = pokerkit.HandHistory.loads(text, divmod=exact_split)
        *_, state = history
        assert not state.status
    return [Fraction(stack) for stack in state.stacks]


def finishing_stacks(record: HandRecord) -> list[Fraction]:
    return [Fraction(stack + payoff) for stack, payoff in zip(record.game.stacks, record.payoffs, strict=True)]


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


def test_every_field_is_kept() -> None:
    hand = read_phh(fixture_text("heads_up.phh"))
    assert hand.variant == "NT"
    assert hand.starting_stacks == (20000, 15000)
    assert hand.players == ('Ann "Ace" O\'Hara', "Bob")
    assert hand.time == datetime.time(21, 4, 30)
    assert hand.actions[2] == "p2 cbr 300 # the button opens"
    assert hand.other_fields == {"_deck": "red", "_table": {"lamp": True, "chairs": [1, Decimal("2.50")]}}
    assert hand.author is None
    assert hand.winnings == ()


def test_amounts_are_read_exactly() -> None:
    hand = read_phh(fixture_text("stud.phh"))
    assert (hand.variant, hand.bring_in, hand.seats) == ("F7S/8", 2, (4, 1))
    assert hand.starting_stacks == (200, Decimal("150.5"))


HEADS_UP = fixture_text("heads_up.phh")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("antes = [0, 0]", "antes = [0, 0", r"line 4, column 1: bad TOML"),
        ("antes = [0, 0]", "antes = " + "[" * 100_000, "nested too deeply"),
        ("antes = [0, 0]", "antes = [0, " + "9" * 5000 + "]", "bad TOML"),
        ("antes = [0, 0]", "", "antes is missing: a hand of variant NT needs it"),
        ('variant = "NT"', "", "variant is missing: give one of FT, NT"),
        ('variant = "NT"', 'variant = "XX"', "variant 'XX': give one of FT, NT"),
        ('variant = "NT"', 'variant = ["NT"]', r"variant \['NT'\]: give one of FT, NT"),
        ('variant = "NT"', 'variant = "FT"', "small_bet is missing: a hand of variant FT needs it"),
        ("antes = [0, 0]", "antes = [0]", "antes has 1 entries, starting_stacks has 2"),
        ("antes = [0, 0]", "antes = []", "antes has 0 entries, starting_stacks has 2"),
        ("antes = [0, 0]", "antes = [0, true]", "antes = .*: write an array of numbers"),
        ("antes = [0, 0]", "antes = [0, nan]", "antes = .*: write an array of numbers"),
        ("hand = 12", "hand = 12.5", "hand = 12.5: write a string or an integer"),
        ("time = 21:04:30", 'time = "late"', "time = 'late': write a local time"),
        ("[20_000, 15_000.0]", "[20_000]", "starting_stacks for 1 players"),
        ("[20_000, 15_000.0]", "[20_000, 0]", "p2 has 0: stacks are above 0"),
        ("finishing_stacks = [12100, 22900]", "finishing_stacks = [1]", "finishing_stacks has 1 entries"),
        ("p1 cbr 900", "p1 raise 900", "action 4 'p1 raise 900': write `d db CARDS`"),
        ("p1 cbr 900", "p1 cbr -900", "action 4 'p1 cbr -900': write"),
        ("p1 cbr 900", "p1 cbr", "action 4 'p1 cbr': write"),
        ("p1 cbr 900", "p3 cbr 900", "action 4 'p3 cbr 900': the players are p1 to p2"),
        ("p1 cbr 900", "q1 cbr 900", "action 4 'q1 cbr 900': the players are p1 to p2"),
        ("d db 7c", "d db 7x", "action 10 'd db 7x': write"),
        ("d db 7c", "d db " + "7" * 1_000_000, "action 10 .{1,100}: write"),
    ],
)
def test_bad_text_is_refused_in_one_clear_line(old: str, new: str, message: str) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        read_phh(changed(HEADS_UP, old, new))
    assert len(str(caught.value).splitlines()) == 1
    assert len(str(caught.value)) < 400


def test_files_with_several_hands() -> None:
    text = fixture_text("session.phhs")
    first, second = read_phhs(text)
    assert (first.hand, second.hand) == (1, 2)
    assert to_record(first).payoffs == (-1, 1, 0)
    assert to_record(second).payoffs == (-1, -2, 3)
    assert [line for line, _ in split_phhs(enumerate(text.split("\n"), start=1))] == [3, 12]
    assert list(read_phhs(f"[1]\n{format_phh(first)}\n[2]\n{format_phh(second)}")) == [first, second]


def test_a_bad_hand_among_several_is_named_by_its_line() -> None:
    hands = read_phhs(changed(fixture_text("session.phhs"), "[200, 201, 199]", "[200, 201, 199"))
    assert next(hands).hand == 1
    with pytest.raises(FormatError, match=r"hand at line 12: line 17, column 1: bad TOML"):
        next(hands)


def test_heads_up_p1_is_the_big_blind() -> None:
    record = to_record(read_phh(HEADS_UP))
    assert record.game.blinds == game_named("holdem.nolimit.2p.reverse_blinds").blinds
    assert record.game.first_players == (1, 0, 0, 0)
    # The small blind folds at once: PokerKit takes the chips from p2.
    folded = HEADS_UP[: HEADS_UP.index('  "p2 cbr 300')] + '"p2 f"]'
    assert to_record(read_phh(folded)).payoffs == (50, -50)
    assert pokerkit_stacks(folded) == [20050, 14950]


def test_heads_up_antes_are_posted_in_reverse() -> None:
    folded = HEADS_UP[: HEADS_UP.index('  "p2 cbr 300')] + '"p2 cc", "d db 2c3c4c", "p1 cbr 100", "p2 f"]'
    folded = changed(folded, "antes = [0, 0]", "antes = [0, 10]")
    record = to_record(read_phh(changed(folded, '"d db', '"p1 cc", "d db')))
    assert record.game.antes == (10, 0)
    assert record.payoffs == (100, -100)


def test_raises_of_a_street_become_totals_of_the_hand() -> None:
    record = to_record(read_phh(HEADS_UP))
    totals = [300, 900, 0, 1900, 0, 0, 4400, 7900, 0, 0, 0]
    assert record.actions == tuple(raise_to(total) if total else CALL for total in totals)
    assert record.number == 12
    assert record.hole_cards == (parse_cards("AsKs"), parse_cards("7h7d"))
    assert record.board == parse_cards("Kd8c2s7c3h")
    assert record.payoffs == (-7900, 7900) == record.final_state().payoffs()


def test_side_pots_are_left_to_the_rules() -> None:
    record = to_record(read_phh(fixture_text("side_pots.phh")))
    # Kings take 5 * 4 + 3 * 300 + 20, aces the next 2 * 200, queens get 300 back.
    assert finishing_stacks(record) == [400, 940, 980, 300]
    assert record.game.antes == (5, 5, 5, 5)
    assert record.hole_cards[2] == ()
    assert record.players == ("p1", "p2", "p3", "p4")


def test_fixed_limit() -> None:
    record = to_record(read_phh(fixture_text("limit.phh")))
    assert record.game.raise_sizes == (10, 10, 20, 20)
    assert record.game.max_raises == (3, 4, 4, 4)
    assert record.game.stacks == (UNLIMITED,) * 3
    assert [action.total for action in record.actions[:4]] == [20, 30, 40, 0]
    assert record.payoffs == (-30, 15, 15)
    assert record.number == 0


@pytest.mark.parametrize("name", ["heads_up.phh", "side_pots.phh"])
def test_pokerkit_agrees_on_final_stacks(name: str) -> None:
    text = fixture_text(name)
    assert finishing_stacks(to_record(read_phh(text))) == pokerkit_stacks(text)


@pytest.mark.parametrize("name", [*HOLDEM_FIXTURES, "stud.phh"])
def test_what_is_written_reads_back(name: str) -> None:
    hand = read_phh(fixture_text(name))
    assert read_phh(format_phh(hand)) == hand


@pytest.mark.parametrize("name", HOLDEM_FIXTURES)
def test_hands_become_records_and_hands_again(name: str) -> None:
    hand = read_phh(fixture_text(name))
    record = to_record(hand)
    again = read_phh(format_phh(from_record(record)))
    assert without_shows(again) == without_shows(hand)
    assert to_record(again) == record


def test_winnings_tell_the_payoffs_too() -> None:
    """Stacks that are not known have no end either; the rake of 4 is missing from what was won."""
    text = fixture_text("limit.phh") + "winnings = [0, 83, 83.0]"
    assert to_record(read_phh(text)).payoffs == (-30, 13, 13)


def test_an_uncalled_bet_is_not_won() -> None:
    text = changed(fixture_text("session.phhs"), "hand = 1", "winnings = [0, 2, 0]")
    assert to_record(next(read_phhs(text))).payoffs == (-1, 1, 0)


TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.booleans() | st.integers() | st.decimals(allow_nan=False) | TEXTS | st.dates() | st.times() | st.datetimes(),
    lambda parts: st.lists(parts, max_size=3) | st.dictionaries(TEXTS, parts, max_size=3),
    max_leaves=5,
)


@given(TEXTS, TEXTS, st.dictionaries(TEXTS.map(lambda name: f"_{name}"), VALUES, max_size=3))
def test_any_text_and_value_is_quoted_properly(player: str, comment: str, others: dict[str, object]) -> None:
    hand = PhhHand(
        variant="NT",
        antes=(0, 0),
        blinds_or_straddles=(1, Decimal("2.50")),
        min_bet=2,
        starting_stacks=(Decimal("Infinity"), 10**12),
        actions=(f"# {comment}",),
        players=(player, ""),
        other_fields=others,
    )
    assert read_phh(format_phh(hand)) == hand


def test_a_value_that_toml_does_not_have_is_refused() -> None:
    hand = read_phh(HEADS_UP + "_more = 1")
    with pytest.raises(FormatError, match="TOML has no such value"):
        format_phh(PhhHand(**{**vars(hand), "other_fields": {"_more": None}}))


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("stud.phh", "p1 f", "p1 f", "variant F7S/8 is not hold'em: only the variants NT and FT can be converted"),
        ("heads_up.phh", '"NT"', '"NS"', "variant NS is not hold'em"),
        (
            "heads_up.phh",
            "p1 cbr 900",
            "p1 cbr 350",
            "action 4 'p1 cbr 350': raise to 350 is not legal .* raise to 500",
        ),
        ("heads_up.phh", "p1 cbr 900", "p2 cbr 900", "action 4 'p2 cbr 900': p1 is to act"),
        ("heads_up.phh", "p1 cbr 900", "p1 cbr 900.505", "cbr 900.505: amounts have at most two decimals"),
        ("heads_up.phh", "p1 cbr 900", "p1 sd", "action 4 'p1 sd': there is no such action in hold'em"),
        ("heads_up.phh", "15_000.0", "15_000.255", "starting_stacks 15000.255: amounts have at most two decimals"),
        ("heads_up.phh", "15_000.0", "1e99", "starting_stacks 1E.99: write chips"),
        (
            "heads_up.phh",
            "min_bet = 100",
            "min_bet = 50",
            "min_bet 50: in records the smallest bet is the largest blind, 100",
        ),
        ("heads_up.phh", "[50, 100]", "[50, -100]", "blinds_or_straddles -100: write chips from 0"),
        ("heads_up.phh", "[50, 100]", "[0, 0]", "nobody posts a blind"),
        ("heads_up.phh", "15_000.0", "40", "action 3 'p2 cbr 300 # the button opens': p1 is to act"),
        ("heads_up.phh", "20_000", "40", "the largest blind is 100, but only 50 is posted"),
        ("heads_up.phh", "antes = [0, 0]", "antes = [15000, 0]", "p2 is all-in with an ante of 15000"),
        ("heads_up.phh", "d db Kd8c2s", "d db Kd8c", "action 8 'p1 cbr 1000': 2 board cards are dealt"),
        ("heads_up.phh", "d db Kd8c2s", "d db Kd8c2s4d", "board 'Kd8c2s4d7c3h': records have one board"),
        ("side_pots.phh", '"p3 cc"', '"d db Kh2s3d", "p3 cc"', "board 'Kh2s3dKh2s3d9cJd'"),
        ("session.phhs", '"p3 f"', '"d db Kh2s3d", "p3 f"', "action 4 'd db Kh2s3d': 3 board cards .* there are 0"),
        ("heads_up.phh", "d db Kd8c2s", "d db Kd8c??", "board 'Kd8c..7c3h': records have one board"),
        ("heads_up.phh", "d db Kd8c2s", "d db KsKd2s", "duplicate card Ks"),
        ("heads_up.phh", "d dh p2 7h7d", "d dh p2 7hAs", "p2 is dealt 7hAs and shows 7h7d"),
        ("heads_up.phh", "d dh p2 7h7d", "d dh p2 7h", "p2 holds '7h': deal two cards"),
        ("heads_up.phh", "p2 sm 7h7d", "p2 sm 7h7s", "p2 is dealt 7h7d and shows 7h7s"),
        ("heads_up.phh", '  "p2 cc",\n  "p1 sm AsKs",\n  "p2 sm 7h7d",\n', "", "after 17 actions, but p2 is to act"),
        ("heads_up.phh", "p1 sm AsKs", "p1 cc", "action 19 'p1 cc': the hand is over"),
        ("heads_up.phh", "[12100, 22900]", "[12100, inf]", "finishing_stacks or winnings of Infinity"),
        ("side_pots.phh", "d dh p3 ????", "d dh p3 9h9h", "duplicate card 9h"),
        ("side_pots.phh", "d db Jd", "", "4 board cards are dealt, but after this betting there are 5"),
    ],
)
def test_hands_without_a_record_are_refused(name: str, old: str, new: str, message: str) -> None:
    hand = next(read_phhs(changed(fixture_text(name), old, new)))
    with pytest.raises(FormatError, match=message):
        to_record(hand)


def test_only_hands_that_are_not_shown_compete_for_a_side_pot() -> None:
    text = fixture_text("side_pots.phh")
    record = to_record(read_phh(changed(text, "p2 sm KcKs", "p2 sm")))
    assert finishing_stacks(record) == [1340, 0, 980, 300]  # aces win the main pot as well
    assert record.hole_cards[1] == ()
    record = to_record(read_phh(changed(text, "p4 sm QhQd", "p4 sm")))
    assert finishing_stacks(record) == [400, 940, 980, 300]
    assert record.hole_cards[3] == parse_cards("QhQd")
    nobody = changed(changed(text, "p1 sm AhAd", "p1 sm"), "p4 sm QhQd", "p4 sm")
    with pytest.raises(FormatError, match="p1 did not show a hand: finishing_stacks or winnings must say who won what"):
        to_record(read_phh(nobody))


def test_cards_that_are_shown_are_known() -> None:
    text = fixture_text("side_pots.phh")
    hand = read_phh(changed(text, "d dh p1 AhAd", "d dh p1 Ah??"))
    assert to_record(hand) == to_record(read_phh(text))


def test_an_illegal_action_keeps_what_would_be_legal() -> None:
    hand = read_phh(changed(HEADS_UP, "p1 cbr 900", "p1 cbr 350"))
    with pytest.raises(FormatError) as caught:
        to_record(hand)
    assert isinstance(caught.value.__cause__, ActionError)


def test_a_pot_in_thirds_goes_there_and_back() -> None:
    game = game_named("holdem.nolimit.3p")
    hands = tuple(parse_cards(text) for text in ("2c3d", "2d3h", "2h3c"))
    record = HandRecord(
        game=game,
        number=3,
        players=("a", "b", "c"),
        hole_cards=hands,
        board=parse_cards("AsKsQsJsTs"),
        actions=(CALL,) * 12,
        payoffs=(Fraction(1, 3), Fraction(-2, 3), Fraction(1, 3)),
    )
    again = to_record(read_phh(format_phh(from_record(record))))
    assert again.payoffs == record.payoffs


def test_the_lone_player_of_a_round_is_not_asked() -> None:
    """The small blind is all-in: PHH goes on to the showdown, the rules of the reference dealer want a check."""
    game = no_limit_game(stacks=(1000, 50), blinds=(100, 50))
    deal = Deal((parse_cards("AsAh"), parse_cards("KsKh")), parse_cards("2c3c4d9hJh"))
    record = recorded(State.start(game, deal).play([CALL]))
    text = format_phh(from_record(record))
    assert "p1 cc" not in text
    assert pokerkit_stacks(text) == finishing_stacks(record) == [1050, 0]
    assert to_record(read_phh(text)) == record


@pytest.mark.parametrize("name", ["kuhn.limit.3p", "leduc.limit.2p"])
def test_other_games_are_not_written(name: str) -> None:
    game = game_named(name)
    state = State.start(game, random_deal(game, np.random.default_rng(0)))
    while not state.is_over:
        state = state.apply(CALL)
    with pytest.raises(FormatError, match="PHH cannot express a game with rounds"):
        from_record(recorded(state))


def test_an_unfinished_record_is_not_written() -> None:
    game = game_named("holdem.nolimit.2p.reverse_blinds")
    state = State.start(game, random_deal(game, np.random.default_rng(0)))
    record = HandRecord(game, 0, ("a", "b"), state.deal.hole_cards, (), (), (0, 0))
    with pytest.raises(FormatError, match="its end or its board is not known"):
        from_record(record)


def no_limit_game(*, stacks: tuple[int, ...], blinds: tuple[int, ...], antes: tuple[int, ...] = ()) -> GameDefinition:
    return GameDefinition(
        betting="nolimit",
        stacks=stacks,
        blinds=blinds,
        antes=antes,
        raise_sizes=(),
        first_players=(1 if len(stacks) == 2 else 2 % len(stacks), 0, 0, 0),
        max_raises=(UNLIMITED_RAISES,) * 4,
        suits=4,
        ranks=13,
        hole_cards=2,
        board_cards=(0, 3, 1, 1),
    )


def recorded(state: State) -> HandRecord:
    players = tuple(f"player {position}" for position in range(state.game.players))
    actions = state.actions
    return HandRecord(state.game, 1, players, state.deal.hole_cards, state.board, actions, state.payoffs())


def random_action(state: State, generator: np.random.Generator) -> Action:
    """A call in half of the cases, else a fold, a small raise or all chips."""
    legal = state.legal_actions()
    choice = generator.random()
    if choice < 0.15 and legal.fold:
        return FOLD
    if choice < 0.5 and legal.can_raise:
        highest = legal.highest_raise if choice < 0.25 else min(legal.highest_raise, 3 * legal.lowest_raise)
        return raise_to(int(generator.integers(legal.lowest_raise, highest, endpoint=True)))
    return CALL


def random_hand(game: GameDefinition, generator: np.random.Generator) -> HandRecord:
    state = State.start(game, random_deal(game, generator))
    while not state.is_over:
        state = state.apply(random_action(state, generator))
    return recorded(state)


def random_game(generator: np.random.Generator) -> GameDefinition:
    players = int(generator.integers(2, 7))
    blinds: Sequence[int] = (100, 50) if players == 2 else (50, 100, *[0] * (players - 2))
    antes = tuple([int(generator.integers(0, 2)) * 10] * players)
    stacks = tuple((generator.integers(6, 100, size=players) * 20).tolist())
    return no_limit_game(stacks=stacks, blinds=tuple(blinds), antes=antes if any(antes) else ())


def has_short_raise(record: HandRecord) -> bool:
    """Whether somebody raised all-in by less than a full raise.

    That reopens the betting for everybody here (ACPC.md, "Betting rules", the minimum raise), but not in PokerKit.
    """
    for state, action in zip(record.states(), record.actions, strict=False):
        legal = state.legal_actions()
        if action.is_raise and legal.lowest_raise == legal.highest_raise:
            return True
    return False


@pytest.mark.parametrize("records", [120, pytest.param(300, marks=pytest.mark.deep)])
def test_random_records_there_and_back_with_pokerkit_as_judge(records: int) -> None:
    generator = np.random.default_rng(5)
    judged = 0
    for _ in range(records):
        record = random_hand(random_game(generator), generator)
        text = format_phh(from_record(record))
        assert to_record(read_phh(text)) == record
        try:
            stacks = pokerkit_stacks(text)
        except ValueError:
            assert has_short_raise(record)
            continue
        assert stacks == finishing_stacks(record)
        judged += 1
    assert judged > 0.8 * records


@pytest.mark.parametrize("name", ["holdem.limit.2p.reverse_blinds", "holdem.limit.3p", "holdem.nolimit.6p"])
def test_records_of_the_competition_s_games_there_and_back(name: str) -> None:
    generator = np.random.default_rng(6)
    for _ in range(50):
        record = random_hand(game_named(name), generator)
        again = to_record(read_phh(format_phh(from_record(record))))
        assert again.payoffs == record.payoffs
        assert (again.actions, again.hole_cards, again.board) == (record.actions, record.hole_cards, record.board)


@pytest.mark.sample_data
def test_all_samples_are_read_and_written(sample_data: Path) -> None:
    paths = sorted((sample_data / "phh").rglob("*.phh"))
    assert len(paths) >= 76
    for path in paths:
        hand = read_phh(path.read_text(encoding="utf-8"))
        assert read_phh(format_phh(hand)) == hand


@pytest.mark.sample_data
def test_pluribus_hands_replay_to_their_finishing_stacks(sample_data: Path) -> None:
    paths = sorted((sample_data / "phh" / "pluribus").glob("*.phh"))
    assert len(paths) >= 71
    for path in paths:
        text = path.read_text(encoding="utf-8")
        hand = read_phh(text)
        record = to_record(hand)
        assert record.final_state().payoffs() == record.payoffs
        assert finishing_stacks(record) == list(hand.finishing_stacks) == pokerkit_stacks(text)
        again = from_record(record)
        assert without_shows(again) == without_shows(hand)
        assert again.finishing_stacks == hand.finishing_stacks
        assert to_record(read_phh(format_phh(again))) == record
        assert pokerkit_stacks(format_phh(again)) == finishing_stacks(record)


@pytest.mark.sample_data
def test_the_million_dollar_pot(sample_data: Path) -> None:
    text = (sample_data / "phh" / "dwan-ivey-2009.phh").read_text(encoding="utf-8")
    record = to_record(read_phh(text))
    assert record.payoffs == (-553500, -2500, 556000)
    assert finishing_stacks(record) == pokerkit_stacks(text)


@pytest.mark.sample_data
@pytest.mark.parametrize("name", ["phua-xuan-2019", "antonius-blom-2009", "arieh-yockey-2019", "alice-carol-wikipedia"])
def test_samples_of_other_variants_are_not_converted(sample_data: Path, name: str) -> None:
    hand = read_phh((sample_data / "phh" / f"{name}.phh").read_text(encoding="utf-8"))
    with pytest.raises(FormatError, match=f"variant {hand.variant} is not hold'em"):
        to_record(hand)
