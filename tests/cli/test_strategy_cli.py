"""`railbird strategy` and `railbird exploit` as their users meet them."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from railbird.abstraction import abstract_game, exact_game
from railbird.abstraction.percentile import PercentileBuckets
from railbird.games import game_named
from railbird.solvers import Solve, new_solver
from railbird.strategy import open_strategy, save_strategy

if TYPE_CHECKING:
    from cli.conftest import Command

BOTS = Path(__file__).parent.parent / "responses" / "leduc_bots.py"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Strategies by the names of their games, and another of Leduc."""
    folder = tmp_path_factory.mktemp("solved")
    for name, game, iterations in (
        ("kuhn", "kuhn.limit.2p", 1000),
        ("leduc", "leduc.limit.2p", 200),
        ("other", "leduc.limit.2p", 20),
        ("holdem", "holdem20.limit.2p", 2),
    ):
        solve = Solve.begin(new_solver("cfr+", exact_game(game)))
        solve.run(iterations)
        save_strategy(folder / name, solve.strategy())
    return folder


def test_a_small_game_is_shown_whole(command: Command, folder: Path) -> None:
    done = command("strategy", "show", folder / "kuhn")
    lines = done.stdout.splitlines()
    assert done.status == 0
    assert lines[0].startswith("kuhn.limit.2p by cfr+, 1,000 iterations; exploitability ")
    assert lines[2:4] == ["first position, first to act", "hand    check     bet   reach   value"]
    assert "first position, after check, bet" in lines
    assert len(lines) == 1 + 4 * 6


def test_a_hand_after_some_betting(command: Command, folder: Path) -> None:
    done = command("strategy", "show", folder / "leduc", "--history", "cc/r", "--hand", "Kh", "--board", "Ks")
    assert done.stdout.splitlines()[0] == "button, after check, check / bet, with Kh on Ks"
    assert "information set: K on K, reached in " in done.stdout
    answer = json.loads(
        command(
            "strategy", "show", folder / "leduc", "--history", "cc/r", "--hand", "Kh", "--board", "Ks", "--json"
        ).stdout
    )
    shares = {choice["action"]: choice["probability"] for choice in answer["choices"]}
    expected = open_strategy(folder / "leduc").at("Kh", "Ks", "cc/r")
    assert [*shares.values()] == pytest.approx([*expected.values()])
    assert answer["game"] == "leduc.limit.2p"


def test_a_large_game_is_shown_by_its_first_decision_and_its_first_lines(command: Command, folder: Path) -> None:
    done = command("strategy", "show", folder / "holdem")
    assert "button, first to act\nfold, %\n       A    K    Q    J    T\n" in done.stdout
    assert "line  player     action" in done.stdout
    assert done.stdout.endswith("Reach and value are exact, over all deals.\n")


def test_matrices_after_some_betting_and_on_a_board(command: Command, folder: Path) -> None:
    before = command("strategy", "show", folder / "holdem", "--history", "cr").stdout
    assert "button, after call, raise\nfold, %" in before
    on_board = command("strategy", "show", folder / "holdem", "--history", "cc", "--board", "AhKhQs").stdout
    assert "big blind, after call, check, on AhKhQs\ncheck, %" in on_board


def test_a_matrix_on_a_board_for_programs(command: Command, folder: Path, tmp_path: Path) -> None:
    """A row for each choice with each class of hands, as on the screen."""
    show = ("strategy", "show", folder / "holdem", "--history", "cc", "--board", "AhKhQs")
    rows = json.loads(command(*show, "--json").stdout)["matrix"]
    assert len(rows) == 2 * 25
    assert {row["board"] for row in rows} == {"AhKhQs"}
    strategy = open_strategy(folder / "holdem")
    aces = [strategy.at(hand, "AhKhQs", "cc") for hand in ("AcAd", "AcAs", "AdAs")]
    for place, row in enumerate(rows[:2]):
        assert (row["hand"], row["history"], row["position"]) == ("AA", "cc/", 0)
        assert row["probability"] == pytest.approx(sum([*answer.values()][place] for answer in aces) / 3)
    done = command(*show, "--csv", tmp_path / "matrix.csv")
    assert done.stdout == f"{tmp_path / 'matrix.csv'}: 50 rows\n"
    assert (tmp_path / "matrix.csv").read_text().startswith("position,history,hand,board,action,probability\n0,cc/,AA,")


def test_the_tree_and_its_depth(command: Command, folder: Path) -> None:
    done = command("strategy", "show", folder / "leduc", "--tree", "--depth", 1)
    assert [line.split()[0] for line in done.stdout.splitlines()[1:4]] == ["line", "c", "r"]
    answer = json.loads(command("strategy", "show", folder / "leduc", "--tree", "--json").stdout)
    assert max(len(line["line"].replace("/", "")) for line in answer["tree"]) == 3
    assert answer["sampled_deals"] is None


def test_all_choices_as_csv(command: Command, folder: Path, tmp_path: Path) -> None:
    done = command("strategy", "show", folder / "leduc", "--csv", tmp_path / "s.csv")
    assert done.stdout == f"{tmp_path / 's.csv'}: 672 rows\n"
    with (tmp_path / "s.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert rows[0].keys() == {"position", "history", "hand", "board", "action", "probability", "reach", "value"}
    assert sum(float(row["probability"]) for row in rows) == pytest.approx(288)


def test_a_comparison(command: Command, folder: Path, tmp_path: Path) -> None:
    done = command("strategy", "compare", folder / "leduc", folder / "other", "--most", 3)
    lines = done.stdout.splitlines()
    assert lines[0].split()[:6] == ["history", "player", "hand", "leduc", "other", "reach"]
    assert lines[-1].startswith("In a hand, 0.")
    assert lines[-1].endswith("decisions are made differently on average, exact over all deals.")
    answer = json.loads(command("strategy", "compare", folder / "leduc", folder / "other", "--json").stdout)
    assert answer["decisions_that_differ_per_hand"] > 0
    assert answer["differences"][0].keys() >= {"history", "hand", "reach", "difference", "action", "first", "second"}
    command("strategy", "compare", folder / "leduc", folder / "other", "--csv", tmp_path / "d.csv")
    assert (tmp_path / "d.csv").read_text().startswith("position,history,hand,board,reach,difference,action,first,sec")
    same = command("strategy", "compare", folder / "leduc", folder / "leduc")
    assert same.stdout == "In a hand, 0 decisions are made differently on average, exact over all deals.\n"


def test_a_compact_file_and_its_price(command: Command, folder: Path, tmp_path: Path) -> None:
    done = command("strategy", "compact", folder / "holdem", tmp_path / "small")
    assert done.stdout.startswith(f"{tmp_path / 'small'}: ")
    assert (tmp_path / "small").stat().st_size < (folder / "holdem").stat().st_size / 7
    command("strategy", "compact", folder / "leduc", tmp_path / "leduc")
    answers = [json.loads(command("exploit", path, "--json").stdout) for path in (folder / "leduc", tmp_path / "leduc")]
    assert answers[0]["exploitability"] < answers[1]["exploitability"] < 0.05


def test_the_exploitability_of_buckets_with_real_cards_and_without(command: Command, tmp_path: Path) -> None:
    solver = new_solver("cfr+", abstract_game(PercentileBuckets(game_named("leduc.limit.2p"), (2, 2))))
    solver.step(500)
    save_strategy(tmp_path / "buckets", solver.strategy())
    answer = json.loads(command("exploit", tmp_path / "buckets", "--json").stdout)
    assert answer["exploitability_in_buckets"] < 0.05 < answer["exploitability"]
    done = command("exploit", tmp_path / "buckets")
    assert done.stdout.splitlines()[-1].startswith(
        "That is with real cards; by players who see only its buckets it is "
    )
    shown = command("strategy", "show", tmp_path / "buckets", "--history", "r").stdout
    assert "class 0" in shown


@pytest.mark.deep
def test_the_exploitability_of_a_shipped_strategy_is_that_of_its_abstract_game(command: Command) -> None:
    """2.9 mbb/hand; the first CFR program reached 3.4 in 33 hours (Zinkevich et al. 2007)."""
    refused = command("exploit", "cfr-limit")
    assert refused.status == 2
    assert "--in-buckets evaluates the strategy in its abstract game; --by-flop" in refused.stderr
    done = command("exploit", "cfr-limit", "--in-buckets", "--json")
    assert json.loads(done.stdout)["exploitability"] == pytest.approx(0.029, rel=0.01)
    other = command("exploit", "cfr-limit", "--in-buckets", "--estimate")
    assert "--in-buckets is for strategy files, without other options" in other.stderr


def test_shipped_strategies_have_names(command: Command, tmp_path: Path) -> None:
    shown = command("strategy", "show", "cfr-nolimit", "--hand", "AhAd")
    assert shown.stdout.startswith("button, first to act, with AhAd")
    missing = command("strategy", "show", tmp_path / "cfr-nolimit")
    assert (missing.status, missing.stderr.count("\n")) == (2, 1)
    assert "cfr-nolimit: No such file or directory; the shipped strategies are adam, cfr-limit" in missing.stderr


def test_the_exploitability_of_a_bot(command: Command) -> None:
    done = command("exploit", f"{BOTS}:Careful", "--game", "leduc.limit.2p")
    assert done.status == 0
    assert done.stdout.startswith(f"{BOTS}:Careful in leduc.limit.2p: position 0, who acts first, wins ")
    assert "Exploitability " in done.stdout
    answer = json.loads(command("exploit", f"{BOTS}:HeartsFirst", "--game", "leduc.limit.2p", "--json").stdout)
    assert sum(answer["gains"]) == pytest.approx(answer["exploitability"])
    assert answer["merges_suits"] is False
    three = json.loads(command("exploit", "call", "--game", "kuhn.limit.3p", "--json").stdout)
    assert len(three["gains"]) == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("exploit", f"{BOTS}:Silent", "--game", "leduc.limit.2p"), "does not say its probabilities"),
        (("exploit", f"{BOTS}:Learner", "--game", "leduc.limit.2p"), "seems to remember earlier hands"),
        (("exploit", "call", "--game", "holdem.limit.2p.reverse_blinds"), "call would have to be asked in"),
        (("exploit", "call"), "adam, cfr-limit, cfr-nolimit, cfr3-limit; to ask a bot, name the game with --game"),
        (("exploit", "nobody", "--game", "leduc.limit.2p"), "no bot is called 'nobody'"),
        (("exploit", "FOLDER/leduc", "--bets", "1"), "--bets is for bots"),
        (("exploit", "a.strategy", "--game", "leduc.limit.2p"), "--game is for bots: a.strategy has its own game"),
        (("exploit", "call", "--game", "leduc.limit.2p", "--estimate"), "are for strategy files, not for bots"),
        (("exploit", "FOLDER/holdem", "--by-flop", "x", "--estimate"), "leave out --by-flop"),
        (("strategy", "show", "FOLDER/nothing"), "nothing: No such file"),
        (("strategy", "show", __file__), "no strategy file of Railbird"),
        (("strategy", "show", "FOLDER/leduc", "--history", "x"), "betting 'x', character 1: write f"),
        (("strategy", "show", "FOLDER/leduc", "--history", "rf"), "the hand is over"),
        (
            ("strategy", "show", "FOLDER/leduc", "--history", "rrr"),
            "the most raises in round 1 of leduc.limit.2p are 2",
        ),
        (("strategy", "show", "FOLDER/leduc", "--board", "Ks", "--json"), "matrices are for hands of two"),
        (("exploit", "cfr-nolimit"), "too large for that: holdem.nolimit.2p.reverse_blinds has 104,817,589,518,735"),
        (
            ("exploit", "cfr-nolimit"),
            "its win rate against bots, such as `railbird match cfr-nolimit call --game holdem",
        ),
        (
            ("exploit", "cfr-nolimit", "--in-buckets"),
            "`railbird match cfr-nolimit call --game holdem.nolimit.2p.reverse",
        ),
        (("solve", "kuhn.limit.2p", "--algorithm", "cfrplus"), "no algorithm is called 'cfrplus': did you mean cfr+?"),
        (
            ("solve", "kuhn.limit.2p", "--algorithm", "CFR-Plus"),
            "no algorithm is called 'cfr-plus': did you mean cfr+?",
        ),
        (("strategy", "show", "FOLDER/leduc", "--hand", "2h"), "2h on no board: leduc.limit.2p deals"),
        (("strategy", "show", "FOLDER/leduc", "--hand", "Kh", "--history", "cc"), "a hand has 1 card, and the board 1"),
        (("strategy", "show", "FOLDER/leduc", "--tree", "--hand", "Kh"), "--tree shows the whole game"),
        (("strategy", "show", "FOLDER/leduc", "--depth", 2), "--depth is for --tree"),
        (("strategy", "show", "FOLDER/holdem", "--json"), "232,950 information sets: at most 100,000 are written"),
        (
            ("strategy", "compare", "FOLDER/leduc", "FOLDER/kuhn"),
            "kuhn: the strategy is for another game, leduc.limit.2p",
        ),
        (("strategy", "compact", "FOLDER/leduc", "FOLDER/leduc"), "would overwrite the original"),
    ],
)
def test_bad_input_is_one_line(command: Command, folder: Path, arguments: tuple[object, ...], message: str) -> None:
    done = command(*(str(argument).replace("FOLDER", str(folder)) for argument in arguments))
    assert done.status in (1, 2)
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert not done.stdout


def test_an_evaluation_by_flops_agrees_with_that_of_all_deals(command: Command, folder: Path, tmp_path: Path) -> None:
    whole = json.loads(command("exploit", folder / "holdem", "--json").stdout)
    flops = json.loads(command("exploit", folder / "holdem", "--by-flop", tmp_path / "flops", "--json").stdout)
    assert flops["exploitability"] == pytest.approx(whole["exploitability"], abs=1e-9)
    assert flops["exploitability_mbb"] == pytest.approx(whole["exploitability_mbb"])
    again = command("exploit", folder / "holdem", "--by-flop", tmp_path / "flops")
    assert again.stdout.startswith("holdem20.limit.2p: best responses win +")
    other = command("exploit", folder / "leduc", "--by-flop", tmp_path / "flops")
    assert "only two-player games with two hole cards" in other.stderr


@pytest.mark.deep
def test_the_time_of_an_evaluation_by_flops_is_estimated(command: Command, folder: Path) -> None:
    done = command("exploit", folder / "holdem", "--estimate")
    assert done.stdout.startswith("holdem20.limit.2p has 95 flops, and 95 boards of the last round, up to suits.\n")
    assert "hours on" in done.stdout
    assert "a 95 % interval from 12 random parts of the work" in done.stdout


def test_later_rounds_of_large_games_need_a_board(command: Command, folder: Path) -> None:
    done = command("strategy", "show", folder / "holdem", "--history", "cc")
    assert done.status == 2
    assert "card classes after 'cc/': name a --board or a --hand, or write them all with --csv" in done.stderr


def test_a_truncated_strategy_is_noticed_before_a_match(command: Command, folder: Path, tmp_path: Path) -> None:
    data = (folder / "leduc").read_bytes()
    (tmp_path / "short").write_bytes(data[:-64])
    done = command("match", f"strategy:file={tmp_path / 'short'}", "call", "--game", "leduc.limit.2p", "--hands", 10)
    assert done.status == 2
    assert "short is damaged: it ends within probabilities" in done.stderr
    assert done.stderr.count("\n") == 1
