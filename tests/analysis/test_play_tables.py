"""Each statistic on hand-made histories, with answers worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from math import inf, sqrt
from typing import TYPE_CHECKING

import pytest

from analysis.histories import (
    CARDS,
    FLOP,
    HEADS_UP,
    LIMIT,
    NOLIMIT,
    RIVER,
    TURN,
    cells,
    hand,
    of_player,
    of_players,
    tally_of,
)
from games.hands_at_random import nolimit
from railbird.analysis import all_tables
from railbird.analysis.play_tables import results_table
from railbird.cards import parse_cards
from railbird.games import FOLD, HandRecord, game_named, parse_game, raise_to
from railbird.statistics import Estimate, definitions_as_json, estimates

if TYPE_CHECKING:
    from railbird.analysis import Tally
    from railbird.games import GameDefinition

KUHN = game_named("kuhn.limit.3p")

# With three players Ann is the small blind, Bob the big blind, and Cleo acts first before the flop.
ALL_STREETS = (
    f"ff:{CARDS}:-5|5|0",
    f"ccc/rff:{CARDS}{FLOP}:20|-10|-10",
    f"ccc/ccc/rff:{CARDS}{TURN}:20|-10|-10",
    f"ccc/ccc/ccc/crff:{CARDS}{RIVER}:-10|20|-10",
    f"ccc/ccc/ccc/ccc:{CARDS}{RIVER}:20|-10|-10",
    f"fcc/cc/cc/cc:{CARDS}{RIVER}:10|-10|0",
    f"rcc/rcf/cc/cc:{CARDS}{RIVER}:50|-30|-20",
)


@pytest.fixture(scope="module")
def all_streets() -> tuple[HandRecord, ...]:
    return tuple(hand(LIMIT, text) for text in ALL_STREETS)


def rate(tally: Tally, column: str, player: str) -> tuple[float, float]:
    """Its mean and its margin."""
    rate = of_players(tally, "results", column)[player]
    assert isinstance(rate, Estimate)
    return rate.mean, rate.margin


def test_vpip_is_a_call_or_a_raise_before_the_flop() -> None:
    checked = hand(LIMIT, f"ccc/ccc/ccc/ccc:{CARDS}{RIVER}:20|-10|-10")  # Ann completes, Bob checks
    assert of_players(tally_of(checked), "tracker", "VPIP") == {"Ann": 1, "Bob": 0, "Cleo": 1}
    called = hand(LIMIT, f"rfc/cc/cc/cc:{CARDS}{RIVER}:-5|25|-20")
    assert of_players(tally_of(called), "tracker", "VPIP") == {"Ann": 0, "Bob": 1, "Cleo": 1}
    folded = hand(LIMIT, f"ff:{CARDS}:-5|5|0")
    assert of_players(tally_of(folded), "tracker", "VPIP") == {"Ann": 0, "Bob": None, "Cleo": 0}
    raised = hand(LIMIT, f"fcrf:{CARDS}:-10|10|0")  # the big blind, who could have checked
    assert of_players(tally_of(raised), "tracker", "VPIP") == {"Ann": 1, "Bob": 1, "Cleo": 0}
    of_all = of_players(tally_of(checked, called, folded, raised), "tracker", "VPIP")
    assert of_all == {"Ann": 2 / 4, "Bob": 2 / 3, "Cleo": 2 / 4}


def test_walks_are_no_hands_in_which_chips_could_be_put_in() -> None:
    """As trackers have it: of four hands of the big blind, two in which it had nothing to decide."""
    walk = hand(LIMIT, f"ff:{CARDS}:-5|5|0")
    raised = hand(LIMIT, f"rfc/cc/cc/cc:{CARDS}{RIVER}:-5|25|-20")
    checked_behind = hand(LIMIT, f"fcc/rf:{CARDS}{FLOP}:10|-10|0")
    counted = tally_of(walk, walk, raised, checked_behind)
    assert of_players(counted, "tracker", "walks") == {"Ann": 0, "Bob": 2, "Cleo": 0}
    assert of_players(counted, "tracker", "VPIP") == {"Ann": 1 / 4, "Bob": 1 / 2, "Cleo": 1 / 4}
    assert of_players(counted, "tracker", "PFR") == {"Ann": 0, "Bob": 0, "Cleo": 1 / 4}
    assert of_players(counted, "tracker", "hands") == {"Ann": 4, "Bob": 4, "Cleo": 4}


def test_walks_of_two_players_and_of_a_blind_that_is_all_in() -> None:
    heads_up = hand(HEADS_UP, "f:AsAd|KsKd:50|-50", "Ann|Bob")
    assert of_players(tally_of(heads_up), "tracker", "walks") == {"Ann": 1, "Bob": 0}
    # Bob is all-in with his blind. In the second hand the others play on, and he sees the flop: that is no walk.
    game = nolimit(1000, 100, 1000)
    walk = hand(game, f"ff:{CARDS}:-50|50|0")
    assert of_players(tally_of(walk), "tracker", "walks") == {"Ann": 0, "Bob": 1, "Cleo": 0}
    played = hand(game, f"cc/r300f//:{CARDS}{RIVER}:200|-100|-100")
    assert of_players(tally_of(played), "tracker", "walks") == {"Ann": 0, "Bob": 0, "Cleo": 0}


def test_vpip_and_pfr_count_a_hand_once_and_not_what_comes_after_the_flop() -> None:
    often = hand(LIMIT, f"rrrcc/ccc/ccc/ccc:{CARDS}{RIVER}:80|-40|-40")
    later = hand(LIMIT, f"fcc/rrf:{CARDS}{FLOP}:-20|20|0")  # Bob puts chips in after the flop only
    counted = tally_of(often, later)
    assert of_players(counted, "tracker", "VPIP") == {"Ann": 1, "Bob": 1 / 2, "Cleo": 1 / 2}
    assert of_players(counted, "tracker", "PFR") == {"Ann": 1 / 2, "Bob": 1 / 2, "Cleo": 1 / 2}


def test_pfr_is_a_raise_before_the_flop(all_streets: tuple[HandRecord, ...]) -> None:
    counted = tally_of(*all_streets)
    assert of_players(counted, "tracker", "PFR") == {"Ann": 0, "Bob": 0, "Cleo": 1 / 7}
    assert of_players(counted, "tracker", "VPIP") == {"Ann": 6 / 7, "Bob": 1 / 6, "Cleo": 5 / 7}


@pytest.mark.parametrize(
    ("game", "text", "chances", "shares"),
    [
        # Ann raises again; after two raises there is no chance any more, whether Bob raises or not.
        (LIMIT, f"rrrff:{CARDS}:-30|50|-20", (1, 0, 0), (1, None, None)),
        (LIMIT, f"rrff:{CARDS}:30|-10|-20", (1, 0, 0), (1, None, None)),
        # Ann calls and Bob folds: both could have raised.
        (LIMIT, f"rcf/cc/cc/cc:{CARDS}{RIVER}:30|-10|-20", (1, 1, 0), (0, 0, None)),
        # The first raise comes late: it is none of three bets. Bob folds, Cleo raises again.
        (LIMIT, f"crfrf:{CARDS}:-20|-10|30", (0, 1, 1), (None, 0, 1)),
        # Nobody raises.
        (LIMIT, f"ccc/rrff:{CARDS}{FLOP}:-20|30|-10", (0, 0, 0), (None, None, None)),
        # Cleo is all-in. Ann, who has chips behind, and Bob could not raise: there is nothing above a stack.
        (NOLIMIT, f"r20000fc///:{CARDS}{RIVER}:-50|20050|-20000", (0, 0, 0), (None, None, None)),
    ],
)
def test_three_bets_and_their_chances(
    game: GameDefinition, text: str, chances: tuple[int, ...], shares: tuple[float | None, ...]
) -> None:
    counted = tally_of(hand(game, text))
    assert tuple(of_players(counted, "tracker", "chances").values()) == chances
    assert tuple(of_players(counted, "tracker", "3-bet").values()) == shares


def test_no_chance_of_a_three_bet_where_all_others_are_all_in() -> None:
    game = nolimit(1000, 300, 1000)
    # Cleo folds, and Bob is all-in with his raise: Ann, who alone has chips, may only call.
    counted = tally_of(hand(game, f"fcr300c///:{CARDS}{RIVER}:300|-300|0"))
    assert of_players(counted, "tracker", "chances") == {"Ann": 0, "Bob": 0, "Cleo": 0}


def test_a_short_all_in_is_a_raise_that_can_be_raised_again() -> None:
    game = nolimit(1000, 1000, 150)
    counted = tally_of(hand(game, f"r150r400f///:{CARDS}{RIVER}:250|-100|-150"))
    assert of_players(counted, "tracker", "chances") == {"Ann": 1, "Bob": 0, "Cleo": 0}
    assert of_players(counted, "tracker", "3-bet") == {"Ann": 1, "Bob": None, "Cleo": None}


def test_aggression_is_raises_for_each_call_after_the_flop() -> None:
    first = hand(LIMIT, f"ccc/rcc/crcc/ccc:{CARDS}{RIVER}:80|-40|-40")
    second = hand(LIMIT, f"rcc/rrcc/ccc/ccc:{CARDS}{RIVER}:80|-40|-40")
    # Ann bets twice and calls twice, Bob bets, raises and calls, Cleo calls three times; checks count for nothing.
    assert of_players(tally_of(first, second), "tracker", "AF") == {"Ann": 2 / 2, "Bob": 2 / 1, "Cleo": 0 / 3}


def test_aggression_has_its_counts() -> None:
    counted = tally_of(hand(LIMIT, f"rcc/rrcc/ccc/ccc:{CARDS}{RIVER}:80|-40|-40"))
    assert of_players(counted, "tracker", "raises") == {"Ann": 1, "Bob": 1, "Cleo": 0}
    assert of_players(counted, "tracker", "calls") == {"Ann": 1, "Bob": 0, "Cleo": 1}


def test_aggression_without_a_call_is_not_known() -> None:
    counted = tally_of(hand(LIMIT, f"rcc/rff:{CARDS}{FLOP}:40|-20|-20"))
    assert of_players(counted, "tracker", "AF") == {"Ann": None, "Bob": None, "Cleo": None}


def test_wtsd_is_of_the_hands_that_saw_the_flop() -> None:
    all_in = hand(HEADS_UP, f"r20000c///:AsAd|KsKd{RIVER}:20000|-20000", "Ann|Bob")
    assert of_players(tally_of(all_in), "tracker", "saw flop") == {"Ann": 1, "Bob": 1}
    assert of_players(tally_of(all_in), "tracker", "WTSD") == {"Ann": 1, "Bob": 1}
    folded = hand(HEADS_UP, f"cc/r200f:AsAd|KsKd{FLOP}:100|-100", "Ann|Bob")
    before = hand(HEADS_UP, "f:AsAd|KsKd:50|-50", "Ann|Bob")
    counted = tally_of(all_in, folded, before)
    assert of_players(counted, "tracker", "saw flop") == {"Ann": 2, "Bob": 2}
    assert of_players(counted, "tracker", "WTSD") == {"Ann": 1 / 2, "Bob": 1 / 2}
    assert of_players(counted, "tracker", "showdowns") == {"Ann": 1, "Bob": 1}


def test_wtsd_leaves_out_showdowns_of_games_without_a_flop() -> None:
    kuhn = hand(KUHN, "ccc:Qs|As|Ks:-1|2|-1")
    folded = hand(LIMIT, f"ccc/rff:{CARDS}{FLOP}:20|-10|-10")
    shown = hand(LIMIT, f"ccc/ccc/ccc/ccc:{CARDS}{RIVER}:20|-10|-10")
    counted = tally_of(kuhn, kuhn, kuhn, folded, shown)
    assert of_players(counted, "tracker", "showdowns") == {"Ann": 4, "Bob": 4, "Cleo": 4}
    assert of_players(counted, "tracker", "WTSD") == {"Ann": 1 / 2, "Bob": 1 / 2, "Cleo": 1 / 2}


def test_wtsd_of_one_who_folds_before_two_others_are_all_in() -> None:
    counted = tally_of(hand(NOLIMIT, f"r20000fc///:{CARDS}{RIVER}:-50|20050|-20000"))
    assert of_players(counted, "tracker", "saw flop") == {"Ann": 0, "Bob": 1, "Cleo": 1}
    assert of_players(counted, "tracker", "WTSD") == {"Ann": None, "Bob": 1, "Cleo": 1}
    assert of_player(counted, "streets", "seen", player="Bob") == {"preflop": 1, "flop": 1, "turn": 1, "river": 1}
    assert of_player(counted, "streets", "seen", player="Ann") == {"preflop": 1}


def test_the_flop_is_seen_where_the_blinds_take_all_chips() -> None:
    hands = tuple(tuple(parse_cards(text)) for text in ("AsAd", "KsKd"))
    record = HandRecord(nolimit(100, 50), 0, ("Ann", "Bob"), hands, tuple(parse_cards("2c7d9hJc3s")), (), (50, -50))
    assert record.final_state().payoffs() == record.payoffs
    counted = tally_of(record)
    assert of_players(counted, "tracker", "WTSD") == {"Ann": 1, "Bob": 1}
    assert of_players(counted, "tracker", "W$SD") == {"Ann": 1, "Bob": 0}
    assert of_player(counted, "streets", "seen", player="Bob") == {"preflop": 1, "flop": 1, "turn": 1, "river": 1}


def test_a_split_pot_is_won_by_both() -> None:
    cards = "AsKd|AhKc|QsQd/AcKs2h/7d/8d"
    counted = tally_of(hand(LIMIT, f"ccc/ccc/ccc/ccc:{cards}:5|5|-10"))
    assert of_players(counted, "tracker", "W$SD") == {"Ann": 1, "Bob": 1, "Cleo": 0}
    heads_up = hand(HEADS_UP, "r250r750c/cc/cc/cr1500c:2h3c|2d3s/AsKsQs/Js/Ts:0|0", "Ann|Bob")
    assert of_players(tally_of(heads_up), "tracker", "W$SD") == {"Ann": 1, "Bob": 1}
    assert of_players(tally_of(heads_up), "results", "won") == {"Ann": 0, "Bob": 0}


def test_what_nobody_has_called_comes_back_and_is_no_win() -> None:
    # Ann loses 300 of her 1,000 chips to Bob, who has no more.
    counted = tally_of(hand(nolimit(1000, 300, 1000), f"fr1000c///:KsKd|AsAd|QsQd{RIVER}:-300|300|0"))
    assert of_players(counted, "showdowns", "won") == {"Ann": 0, "Bob": 1, "Cleo": 0}
    assert of_players(counted, "showdowns", "showdowns") == {"Ann": 1, "Bob": 1, "Cleo": 0}
    assert of_players(counted, "showdowns", "share") == {"Ann": 0, "Bob": 1, "Cleo": None}


def test_an_ante_that_others_do_not_pay_makes_no_win_of_what_comes_back() -> None:
    game = nolimit(1000, 360, 1000, antes=(0, 60, 0))
    counted = tally_of(hand(game, f"fr1000c///:KsKd|AsAd|QsQd{RIVER}:-300|300|0"))
    assert of_players(counted, "showdowns", "won") == {"Ann": 0, "Bob": 1, "Cleo": 0}


def test_a_side_pot_is_a_win_also_in_a_hand_with_a_loss() -> None:
    # Bob has the best hand and 300 chips; of the 200 chips beside, Ann wins all, and has lost 200.
    counted = tally_of(hand(nolimit(400, 300, 400), f"r400cc///:KsKd|AsAd|QsQd{RIVER}:-200|600|-400"))
    assert of_players(counted, "showdowns", "won") == {"Ann": 1, "Bob": 1, "Cleo": 0}
    assert of_players(counted, "results", "lost") == {"Ann": 1, "Bob": 0, "Cleo": 1}


def test_chips_by_the_street_in_which_the_hand_ended(all_streets: tuple[HandRecord, ...]) -> None:
    counted = tally_of(*all_streets)
    by_street = {
        street: tuple(of_players(counted, "ends", street).values())
        for street in ("preflop", "flop", "turn", "river", "showdown", "net")
    }
    assert by_street == {
        "preflop": (-5, 5, 0),
        "flop": (20, -10, -10),
        "turn": (20, -10, -10),
        "river": (-10, 20, -10),
        "showdown": (20 + 10 + 50, -10 - 10 - 30, -10 + 0 - 20),  # Cleo had folded in the last two
        "net": (105, -45, -60),
    }


def test_streets_seen_and_won(all_streets: tuple[HandRecord, ...]) -> None:
    counted = tally_of(*all_streets)
    assert of_player(counted, "streets", "seen", player="Ann") == {"preflop": 7, "flop": 6, "turn": 5, "river": 4}
    assert of_player(counted, "streets", "seen", player="Bob") == {"preflop": 7, "flop": 6, "turn": 5, "river": 4}
    assert of_player(counted, "streets", "seen", player="Cleo") == {"preflop": 7, "flop": 5, "turn": 3, "river": 2}
    assert of_player(counted, "streets", "won", player="Ann") == {"flop": 1, "turn": 1}
    assert of_player(counted, "streets", "won", player="Bob") == {"preflop": 1, "river": 1}
    assert of_player(counted, "streets", "won", player="Cleo") == {}


def test_actions_by_street(all_streets: tuple[HandRecord, ...]) -> None:
    counted = tally_of(*all_streets)
    done = {
        (player, kind): of_player(counted, "streets", kind, player=player)
        for player in ("Ann", "Bob", "Cleo")
        for kind in ("folds", "checks", "calls", "raises")
    }
    assert done == {
        ("Ann", "folds"): {"preflop": 1, "river": 1},
        ("Ann", "checks"): {"flop": 4, "turn": 4, "river": 4},
        ("Ann", "calls"): {"preflop": 6},
        ("Ann", "raises"): {"flop": 2, "turn": 1},
        ("Bob", "folds"): {"flop": 1, "turn": 1},
        ("Bob", "checks"): {"preflop": 5, "flop": 4, "turn": 4, "river": 3},
        ("Bob", "calls"): {"preflop": 1, "flop": 1},
        ("Bob", "raises"): {"river": 1},
        ("Cleo", "folds"): {"preflop": 2, "flop": 2, "turn": 1, "river": 1},
        ("Cleo", "checks"): {"flop": 3, "turn": 2, "river": 1},
        ("Cleo", "calls"): {"preflop": 4},
        ("Cleo", "raises"): {"preflop": 1},
    }


def test_frequencies_of_actions(all_streets: tuple[HandRecord, ...]) -> None:
    counted = tally_of(*all_streets)
    assert of_player(counted, "frequencies", "actions", player="Ann") == {
        "all": 23,
        "preflop": 7,
        "flop": 6,
        "turn": 5,
        "river": 5,
    }
    shares = [cells(counted, "frequencies", kind)["Ann", "all"] for kind in ("fold", "call", "raise")]
    assert shares == [2 / 23, 18 / 23, 3 / 23]
    shares = [cells(counted, "frequencies", kind)["Cleo", "preflop"] for kind in ("fold", "call", "raise")]
    assert shares == [2 / 7, 4 / 7, 1 / 7]


def test_no_shares_of_a_street_that_nobody_saw(all_streets: tuple[HandRecord, ...]) -> None:
    counted = tally_of(all_streets[0])
    assert cells(counted, "frequencies", "actions")["Ann", "river"] == 0
    assert cells(counted, "frequencies", "call")["Ann", "river"] is None
    assert cells(counted, "frequencies", "call")["Bob", "all"] is None


def test_showdowns_and_those_won(all_streets: tuple[HandRecord, ...]) -> None:
    counted = tally_of(*all_streets)
    assert of_players(counted, "showdowns", "showdowns") == {"Ann": 3, "Bob": 3, "Cleo": 1}
    assert of_players(counted, "showdowns", "won") == {"Ann": 3, "Bob": 0, "Cleo": 0}
    assert of_players(counted, "tracker", "WTSD") == {"Ann": 3 / 6, "Bob": 3 / 6, "Cleo": 1 / 5}


def test_results_with_their_interval(all_streets: tuple[HandRecord, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimates, "FEWEST_SAMPLES", 2)
    # 2 big blinds and -0.5: the mean is 0.75, the variance 2 * 1.25 ** 2 / (2 - 1).
    counted = tally_of(all_streets[4], all_streets[0])
    # Of two hands the quantile is that of Student's distribution with one degree of freedom.
    margin = 12.7062047 * sqrt(2 * 1.25**2 / 2)
    assert rate(counted, "bb/100", "Ann") == pytest.approx((75, 100 * margin))
    assert rate(counted, "mbb/hand", "Ann") == pytest.approx((750, 1000 * margin))
    assert of_players(counted, "results", "chips") == {"Ann": 15, "Bob": -5, "Cleo": -10}
    assert of_players(counted, "results", "won") == {"Ann": 1, "Bob": 1, "Cleo": 0}
    assert of_players(counted, "results", "lost") == {"Ann": 1, "Bob": 1, "Cleo": 1}
    assert of_players(counted, "results", "hands") == {"Ann": 2, "Bob": 2, "Cleo": 2}


def test_one_hand_has_no_interval(all_streets: tuple[HandRecord, ...]) -> None:
    counted = tally_of(all_streets[0])
    means = {"Ann": -50, "Bob": 50, "Cleo": 0}
    rates = {player: Estimate(mean, inf, 1, caveat="too few samples") for player, mean in means.items()}
    assert of_players(counted, "results", "bb/100") == rates


def test_results_of_different_stakes_are_added_in_big_blinds(all_streets: tuple[HandRecord, ...]) -> None:
    heads_up = hand(HEADS_UP, "f:AsAd|KsKd:50|-50", "Ann|Bob")
    counted = tally_of(all_streets[4], heads_up)  # 2 big blinds of 10, and half a big blind of 100
    assert rate(counted, "bb/100", "Ann")[0] == pytest.approx(125)
    assert of_players(counted, "results", "chips")["Ann"] == 70


def test_the_share_of_all_ins_won() -> None:
    won = hand(NOLIMIT, f"r20000cc///:{CARDS}{RIVER}:40000|-20000|-20000")
    lost = hand(NOLIMIT, f"r20000fc///:{CARDS}{RIVER}:-50|20050|-20000", "Cleo|Bob|Ann")
    counted = tally_of(won, lost, hand(NOLIMIT, f"ff:{CARDS}:-50|50|0"))
    assert of_players(counted, "results", "all-in won") == {"Ann": 1 / 2, "Bob": 1 / 2, "Cleo": 0}


def test_tables_have_the_streets_of_the_games() -> None:
    counted = tally_of(hand(KUHN, "rcf:Qs|As|Ks:-2|3|-1"))
    assert cells(counted, "streets", "seen") == {(name, "round 1"): 1 for name in ("Ann", "Bob", "Cleo")}
    tables = {table.key: table for table in all_tables(counted)}
    assert tables["tracker"].keys == ["player", "hands", "W$SD", "showdowns"]
    assert tables["ends"].keys == ["player", "net", "round 1", "showdown"]
    assert [row[2:] for row in tables["ends"].rows] == [(0, -2), (0, 3), (0, -1)]
    assert set(tables["categories"].column("category")) == {"SmallBlindLose", "AllInLose", "AllInWin"}


def test_leduc_has_two_rounds_and_no_flop() -> None:
    counted = tally_of(hand(game_named("leduc.limit.2p"), "cc/rf:Ks|Qs/As:1|-1", "Ann|Bob"))
    tables = {table.key: table for table in all_tables(counted)}
    assert tables["tracker"].keys[2:7] == ["AF", "raises", "calls", "WTSD", "saw round 2"]
    assert str(definitions_as_json(tables["tracker"])["AF"]).endswith("from round 2 on")
    assert tables["streets"].column("street") == ["round 1", "round 2"] * 2
    mixed = tally_of(hand(KUHN, "rcf:Qs|As|Ks:-2|3|-1"), hand(LIMIT, f"ff:{CARDS}:-5|5|0"))
    assert "preflop" not in {street for _, street in cells(mixed, "streets", "seen")}


def test_a_run_has_rates_of_its_own() -> None:
    counted = tally_of(hand(LIMIT, f"ff:{CARDS}:-5|5|0"))
    rates = {"Ann": Estimate(-0.5, 0.25, 9), "Bob": Estimate(0.5, 0.25, 9), "Cleo": Estimate(0.0, 0.0, 9)}
    table = results_table(counted, rates=rates)
    for key, factor in (("bb/100", 100), ("mbb/hand", 1000)):
        assert table.column(key) == [rate.times(factor) for rate in rates.values()]
        assert "standings" in str(definitions_as_json(table)[key])
        assert "independent" in str(definitions_as_json(results_table(counted))[key])


def test_every_column_has_its_cell_and_tables_know_what_they_show(all_streets: tuple[HandRecord, ...]) -> None:
    tables = all_tables(tally_of(*all_streets))
    keys = ["results", "tracker", "ends", "streets", "frequencies", "showdowns", "categories"]
    assert [table.key for table in tables] == keys
    for table in tables:
        assert table.rows
        assert all(len(row) == len(table.columns) for row in table.rows)


def test_a_game_without_blinds_is_counted_in_chips() -> None:
    game = nolimit(1000, 1000, blinds=(0, 0))
    hands = tuple(tuple(parse_cards(text)) for text in ("AsAd", "KsKd"))
    record = HandRecord(game, 0, ("Ann", "Bob"), hands, (), (raise_to(40), FOLD), (0, 0))
    assert record.final_state().payoffs() == record.payoffs
    counted = tally_of(record, replace(record, payoffs=(-3, 3)))
    assert [rate(counted, "bb/100", name)[0] for name in ("Ann", "Bob")] == [-150, 150]


def test_the_names_of_games_need_not_be_different() -> None:
    text = "GAMEDEF\nlimit\nnumPlayers = 2\nnumRounds = 1\nblind = 1 1\nraiseSize = 1\nfirstPlayer = 1\n"
    text += "maxRaises = 1\nnumSuits = 1\nnumRanks = {}\nnumHoleCards = 1\nnumBoardCards = 0\nEND GAMEDEF\n"
    records = [hand(parse_game(text.format(ranks)), "rf:As|Ks:1|-1", "Ann|Bob") for ranks in (3, 4)]
    assert tally_of(*records).games == {"": 2}
