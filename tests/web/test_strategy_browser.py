"""What the page shows of strategies, without a browser: known probabilities, ranges, differences, bad input."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from railbird.array_files import array_file_kind
from railbird.cards import parse_cards
from railbird.errors import FormatError, GameError, StrategyError
from railbird.strategy import decision_at, open_strategy, save_strategy
from railbird.web.strategy_browser import OpenedStrategy, decision_as_json, hands_as_json, opened_strategy, random_board
from railbird.web.strategy_catalogue import strategy_list
from web.strategies import solved

if TYPE_CHECKING:
    from pathlib import Path

    from web.clients import RunningServer


@pytest.fixture(scope="module")
def kuhn() -> OpenedStrategy:
    return OpenedStrategy("kuhn", solved("kuhn.limit.2p", 10_000))


@pytest.fixture(scope="module")
def limit() -> OpenedStrategy:
    return OpenedStrategy("cfr-limit", open_strategy("cfr-limit"))


def test_the_family_of_kuhn_equilibria_is_shown(kuhn: OpenedStrategy) -> None:
    """Kuhn 1950: the ace bets three times as often as the queen, and the value of the game is -1/18."""
    start = decision_as_json(kuhn, "")
    assert [choice["word"] for choice in start["choices"]] == ["check", "bet"]
    by_hand = {each["hand"]: each for each in start["classes"]}
    bluff = by_hand["Q"]["shares"][1]
    assert by_hand["A"]["shares"][1] == pytest.approx(3 * bluff, abs=0.01)
    assert by_hand["K"]["shares"][1] == pytest.approx(0, abs=0.01)
    assert start["reach"] == {"total": pytest.approx(1), "margin": 0, "deals": None}
    assert sum(each["reach"] * each["value"] for each in start["classes"]) == pytest.approx(-1 / 18, abs=1e-4)
    after = decision_as_json(kuhn, "cr")
    assert [step["word"] for step in after["line"]] == ["check", "bet"]
    assert {each["hand"]: each["shares"][1] for each in after["classes"]}["K"] == pytest.approx(bluff + 1 / 3, abs=0.01)
    assert [choice["actions"] for choice in after["choices"]] == [None, None]
    assert "cells" not in start


def test_leduc_is_shown_by_hand_and_board() -> None:
    leduc = OpenedStrategy("leduc", solved("leduc.limit.2p", 500))
    decision = decision_as_json(leduc, "cc/")
    assert len(decision["classes"]) == 9
    pair = next(each for each in decision["classes"] if each["hand"] == each["board"] == "A")
    studied = leduc.strategy.at("As", "Ah", "cc/")
    assert pair["shares"] == pytest.approx([*studied.values()])
    assert decision["reach"]["total"] == pytest.approx(decision_as_json(leduc, "c")["choices"][0]["reach"])


def test_a_matrix_has_what_the_strategy_answers(limit: OpenedStrategy) -> None:
    decision = decision_as_json(limit, "r")
    cells = {cell["hand"]: cell for cell in decision["cells"]}
    assert len(cells) == 169
    for hand, cards in {"AA": "AhAs", "72o": "7h2s", "T9s": "Th9h"}.items():
        assert cells[hand]["shares"] == pytest.approx([*limit.strategy.at(cards, "", "r").values()])
        assert cells[hand]["weight"] == 1
    assert [cells[hand]["combos"] for hand in ("AA", "AKs", "AKo")] == [6, 4, 12]
    later = decision_as_json(limit, "rr")
    weights = {cell["hand"]: cell["weight"] for cell in later["cells"]}
    raises = limit.strategy.at("7h2s")
    assert weights["72o"] == pytest.approx([*raises.values()][-1])


def test_hands_on_a_board_have_their_own_classes(limit: OpenedStrategy) -> None:
    decision = decision_as_json(limit, "cc/", "QsJh2d")
    cells = {cell["hand"]: cell for cell in decision["cells"] if cell is not None}
    assert cells["QQ"]["combos"] == 3
    hands = hands_as_json(limit, "cc/", "QsJh2d", "QQ")["hands"]
    assert [each["cards"] for each in hands] == ["QdQc", "QhQc", "QhQd"]
    for each in hands:
        assert each["shares"] == pytest.approx([*limit.strategy.at(each["cards"], "QsJh2d", "cc/").values()])
        assert each["class"] == limit.strategy.game.cards.class_of(
            tuple(parse_cards(each["cards"])), tuple(parse_cards("QsJh2d"))
        )
    assert np.mean([each["shares"] for each in hands], axis=0) == pytest.approx(cells["QQ"]["shares"])


def test_the_reach_of_a_line_is_the_product_of_its_shares(limit: OpenedStrategy) -> None:
    start = decision_as_json(limit, "")
    raised = decision_as_json(limit, "r")
    assert start["reach"]["total"] == 1
    share = next(choice for choice in start["choices"] if choice["word"] == "raise")
    assert raised["reach"]["total"] == pytest.approx(share["reach"])
    assert raised["reach"]["deals"] == 20_000
    assert sum(choice["share"] for choice in raised["choices"]) == pytest.approx(1)


def test_two_strategies_side_by_side(limit: OpenedStrategy) -> None:
    other = OpenedStrategy("compact", limit.strategy)
    same = decision_as_json(limit, "", other=other)["other"]
    assert same["name"] == "compact"
    assert {*same["differences"]} == {0.0}
    adam = OpenedStrategy("adam", open_strategy("adam"))
    apart = decision_as_json(limit, "r", other=adam)["other"]
    mine, theirs = (strategy.at("7h2s", "", "r") for strategy in (limit.strategy, adam.strategy))
    place = [None if cell is None else cell["hand"] for cell in apart["cells"]].index("72o")
    expected = sum(abs(mine[action] - theirs[action]) for action in mine) / 2
    assert apart["differences"][place] == pytest.approx(expected)


def test_another_game_cannot_stand_beside(limit: OpenedStrategy, kuhn: OpenedStrategy) -> None:
    with pytest.raises(StrategyError, match="the strategy is for another game"):
        decision_as_json(limit, "", other=kuhn)


def test_what_is_not_in_the_tree_is_refused(limit: OpenedStrategy, kuhn: OpenedStrategy) -> None:
    with pytest.raises(FormatError, match="character 1"):
        decision_as_json(limit, "x")
    with pytest.raises(GameError, match="the hand is over"):
        decision_as_json(kuhn, "cc")
    with pytest.raises(StrategyError, match="the board Qs has 1 card: give 3, or none"):
        decision_as_json(limit, "cc/", "Qs")
    with pytest.raises(StrategyError, match="'AKx' has no hand"):
        hands_as_json(limit, "", "", "AKx")


def test_a_random_board_fits_the_decision(limit: OpenedStrategy) -> None:
    board = random_board(limit, "cc/cc/", seed=5)
    assert len(parse_cards(board)) == 4
    assert board == random_board(limit, "cc/cc/", seed=5)


def test_the_list_says_what_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "some" / "kuhn.strategy"
    path.parent.mkdir()
    save_strategy(path, solved("kuhn.limit.2p", 10_000))
    content = path.read_bytes()
    (tmp_path / "damaged.strategy").write_bytes(content[:60] + b"?" + content[61:])
    (tmp_path / "notes.txt").write_text("no strategy")
    (tmp_path / "link.strategy").symlink_to(path)
    listed = {entry["name"]: entry for entry in strategy_list(tmp_path)}
    assert {name for name, entry in listed.items() if not entry["is_shipped"]} == {
        "damaged.strategy",
        "some/kuhn.strategy",
    }
    assert listed["some/kuhn.strategy"]["game"] == "kuhn.limit.2p"
    assert "damaged.strategy is damaged" in listed["damaged.strategy"]["error"]
    assert str(tmp_path) not in listed["damaged.strategy"]["error"]
    assert listed["cfr-limit"]["players"] == 2
    assert array_file_kind(path) == "strategy"
    assert array_file_kind(tmp_path / "damaged.strategy") == ""
    assert array_file_kind(tmp_path / "notes.txt") is None


def test_only_the_decision_that_is_shown_is_read(tmp_path: Path, limit: OpenedStrategy) -> None:
    path = tmp_path / "limit.strategy"
    save_strategy(path, limit.strategy)
    cell = int(decision_at(limit.strategy.game, "rrc/").cells[0, 0])
    with path.open("r+b") as file:
        stored = limit.strategy.stored[cell : cell + 64].tobytes()
        file.seek(path.read_bytes().index(stored))
        file.write(b"\xff" * 64)
    opened = opened_strategy(path, "limit.strategy")
    assert opened_strategy(path, "limit.strategy") is opened
    assert len(decision_as_json(opened, "")["cells"]) == 169
    with pytest.raises(StrategyError, match="is damaged: its probabilities do not add up to 1"):
        decision_as_json(opened, "rrc/")


@pytest.mark.parametrize(
    ("query", "status", "message"),
    [
        ("name=../secret", 404, "there is no strategy '../secret'"),
        ("name=/etc/passwd", 404, "there is no strategy '/etc/passwd'"),
        ("name=nothing", 404, "there is no strategy 'nothing': give a file of the served folder, or one of adam"),
        ("name=match.log", 400, "match.log is not a strategy"),
        ("name=cfr-limit&actions=zz", 400, "betting 'zz', character 1"),
        ("name=cfr-limit&actions=cc/&board=QsQs2d", 400, "Qs"),
        ("name=cfr-limit&with=nothing", 404, "there is no strategy 'nothing'"),
    ],
)
def test_bad_requests_are_answered_with_one_line(server: RunningServer, query: str, status: int, message: str) -> None:
    answer = server.get(f"/api/strategy/decision?{query}")
    assert answer.status == status
    assert message in answer.json["error"]
