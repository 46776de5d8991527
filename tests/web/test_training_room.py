"""The training room: what is stored is listed and shown, and what is damaged is said."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from railbird.errors import DatasetError, LearnerError, NotFoundError
from railbird.imitation.dataset import ACTION_CLASS
from railbird.imitation.evaluation.stored_scores import StoredScore
from railbird.imitation.models import open_model
from railbird.web import WebSettings
from railbird.web.training_catalogue import training_list
from railbird.web.training_data import item_as_json, scores_as_json, tree_drawing
from web.clients import RunningServer
from web.page_checks import SIZES, check_page
from web.training_items import make_training

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Page


@pytest.fixture(scope="module")
def served_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a dataset, two models and scores, one damaged model, and a file that is something else."""
    served = tmp_path_factory.mktemp("served")
    folder = served / "training"
    make_training(folder)
    (folder / "broken").mkdir()
    (folder / "broken" / "model.json").write_text("{")
    (folder / "other.json").write_text("[1]")
    return served


@pytest.fixture(scope="module")
def server(served_folder: Path) -> Iterator[RunningServer]:
    """A server of this folder only."""
    with RunningServer(WebSettings(folder=served_folder, port=0)) as running:
        yield running


def test_everything_is_listed_with_what_is_damaged(served_folder: Path) -> None:
    items = {item["name"]: item for item in training_list(served_folder)}
    kinds = {name: item["kind"] for name, item in items.items()}
    assert kinds == {
        "training/broken": "model",
        "training/decisions": "dataset",
        "training/rule-model": "model",
        "training/scores.json": "evaluation",
        "training/tree-model": "model",
    }
    assert "damaged" in items["training/broken"]["error"]
    assert str(served_folder) not in items["training/broken"]["error"]
    assert items["training/decisions"]["words"] == "decisions of Hero"


def test_a_dataset_is_counted(served_folder: Path) -> None:
    item = item_as_json(served_folder, "training/decisions")
    table = item["tables"][0]
    places = {column["key"]: place for place, column in enumerate(table["columns"])}
    for row in table["rows"]:
        actions = [cell["value"] for cell in row[3:]]
        assert row[places["decisions"]]["value"] == sum(actions)
    assert item["about"]["hero"] == "Hero"


def test_a_model_has_its_tree_and_its_scores(served_folder: Path) -> None:
    item = item_as_json(served_folder, "training/tree-model")
    assert item["predicts"] == ACTION_CLASS
    assert item["trained_on"] == "training/decisions"
    assert item["datasets"] == ["training/decisions"]
    assert [street["street"] for street in item["streets"]] == ["preflop", "flop", "turn", "river"]
    drawing = tree_drawing(served_folder, "training/tree-model", "preflop", depth=2)
    assert drawing.startswith("<svg")
    tables = scores_as_json(served_folder, "training/tree-model", "training/decisions")["tables"]
    confusion = next(table for table in tables if table["key"] == "confusion-preflop")
    rows = open_model(served_folder / "training/tree-model").about["rows"]
    assert isinstance(rows, dict)
    counted = sum(cell["value"] for row in confusion["rows"] for cell in row[1:-2])
    assert counted == rows["preflop"]


def test_rules_are_shown_as_text_and_not_drawn(served_folder: Path) -> None:
    item = item_as_json(served_folder, "training/rule-model")
    assert "CLASS_HERO_ACTION_TAKEN=" in item["streets"][0]["text"]
    with pytest.raises(LearnerError, match="the model is no decision tree"):
        tree_drawing(served_folder, "training/rule-model", "preflop", depth=2)


def test_a_learning_curve_and_a_confusion_matrix_come_from_stored_scores(served_folder: Path) -> None:
    (evaluation,) = item_as_json(served_folder, "training/scores.json")["evaluations"]
    stored = json.loads((served_folder / "training/scores.json").read_text())["scores"]
    (curve,) = evaluation["curves"][0]["data"]
    assert curve["y"] == pytest.approx([score["accuracy"]["mean"] for score in stored], rel=1e-5)
    assert curve["x"] == pytest.approx([score["trained_on"] for score in stored], rel=1e-5)
    (confusion,) = evaluation["confusions"]
    counted = sum(cell["value"] for row in confusion["rows"] for cell in row[1:-2])
    assert counted == stored[1]["rows"]


def test_what_is_damaged_or_not_there_is_refused(served_folder: Path) -> None:
    with pytest.raises(NotFoundError, match="is no dataset, model or result"):
        item_as_json(served_folder, "training/other.json")
    with pytest.raises(NotFoundError, match="is not in the served folder"):
        item_as_json(served_folder, "../training")
    with pytest.raises(LearnerError, match="damaged"):
        item_as_json(served_folder, "training/broken")
    with pytest.raises(DatasetError, match="a score cannot be read"):
        StoredScore.of_json({"street": "flop"}, place="x.json")


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "nothing"])
def test_no_path_outside_the_folder_is_read(server: RunningServer, name: str) -> None:
    answer = server.get(f"/api/training/item?name={name}")
    assert answer.status == 404
    assert "is not in the served folder" in answer.json["error"]


@pytest.mark.browser
@pytest.mark.parametrize(("width", "scheme"), SIZES)
def test_the_room_in_a_browser(
    open_page: Callable[..., Page], screenshot: Callable[..., Path], width: int, scheme: str
) -> None:
    page = open_page("/training", width=width, scheme=scheme, deck="four", palette="colour-blind")
    check_page(page)
    screenshot(page, "list")
    page.click('[data-item="training/tree-model"]')
    page.click("button:has-text('Test')")
    page.wait_for_selector(".confusion td.right")
    page.wait_for_selector("[data-street=preflop] .tree-drawing svg[aria-label^='The decision tree']")
    assert colors_of_tree(page) == (colors_of_page(page, "--panel"), colors_of_page(page, "--text"))
    check_page(page)
    screenshot(page, "model")
    page.goto(page.url.replace("tree-model", "scores.json"))
    page.wait_for_selector(".plot[data-drawn]")
    check_page(page)
    screenshot(page, "scores")
    page.goto(page.url.replace("scores.json", "broken"))
    page.wait_for_selector(".notice.error")
    assert "damaged" in page.inner_text(".notice.error")
    page.goto(page.url.replace("broken", "tree-model"))
    page.wait_for_selector(".tree-drawing svg")
    page.evaluate("document.documentElement.dataset.look = 'dark'")
    dark = colors_of_tree(page)
    page.evaluate("document.documentElement.dataset.look = 'light'")
    assert dark != colors_of_tree(page) == ("rgb(255, 255, 255)", colors_of_page(page, "--text"))


def colors_of_tree(page: Page) -> tuple[str, str]:
    """The colours of the ground of a drawn tree and of its words."""
    ground, words = (
        page.locator(f"[data-street=preflop] .tree {part}").first.evaluate("node => getComputedStyle(node).fill")
        for part in (".back", "text:not(.leaf)")
    )
    return ground, words


def colors_of_page(page: Page, variable: str) -> str:
    """A colour of the page as the browser computes it."""
    return str(
        page.evaluate(
            """name => {
              const probe = document.body.appendChild(document.createElement("i"));
              probe.style.color = `var(${name})`;
              const color = getComputedStyle(probe).color;
              probe.remove();
              return color;
            }""",
            variable,
        )
    )
