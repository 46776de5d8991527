"""Bots that play learned models: their decisions, corrections, folders, and what they refuse."""

from __future__ import annotations

import json
import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from railbird.acpc import join
from railbird.bots import check_bot, make_bot
from railbird.errors import BotError
from railbird.formats.logs import open_log
from railbird.games import CALL, FOLD, View, game_named, raise_to
from railbird.imitation.conversion import convert_games, log_source
from railbird.imitation.dataset import Attribute, Dataset
from railbird.imitation.decisions import STREETS
from railbird.imitation.live import imitation_bot
from railbird.imitation.live.imitation_bot import ImitationBot, action_for
from railbird.imitation.models import open_model
from railbird.imitation.models.training import train_model
from railbird.play import play_match
from railbird.progress import Silence

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from acpc.starting import Start
    from railbird.games import Action

GAME = "holdem.limit.3p"


def trained(folder: Path, bot: str, *, hands: int, inputs: str = "important") -> Path:
    """The folder of a model of a bot, with its log and its decisions beside it."""
    folder.mkdir()
    bots = [make_bot(spec, seed=1) for spec in (bot, "call", "check-norris")]
    play_match(bots, GAME, hands=hands, seed=5, names=["Hero", "Carl", "Norris"], log=folder / "match.log")
    source = log_source(open_log(folder / "match.log"))
    dataset, _ = convert_games([source], hero="Hero", folder=folder / "decisions")
    train_model(
        dataset,
        "tree",
        streets=dict.fromkeys(STREETS, 1.0),
        class_attribute="CLASS_HERO_ACTION_TAKEN",
        inputs=inputs,
        seed=0,
        out=folder / "model",
        progress=Silence(),
    )
    return folder / "model"


@pytest.fixture(scope="module")
def richie(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return trained(tmp_path_factory.mktemp("richie") / "made", "richie-rich", hands=60)


def copied(model: Path, target: Path, *, old: str = "", new: str = "") -> Path:
    """A copy of a model folder, with a word of its description replaced."""
    shutil.copytree(model, target)
    about = target / "model.json"
    about.write_text(about.read_text().replace(old, new) if old else about.read_text())
    return target


def test_it_decides_at_the_table_as_its_model_predicts_from_the_rows(richie: Path) -> None:
    dataset, model = Dataset.open(richie.parent / "decisions"), open_model(richie)
    bot = make_bot(f"imitation:model={richie}")
    bot.match_starts(game_named(GAME), 0)
    predicted = {
        (hand, decision): label
        for street in STREETS
        for hand, decision, label in zip(
            dataset.frame(street)["hand"],
            dataset.frame(street)["decision"],
            model.learner(street).predict(dataset.frame(street)),
            strict=True,
        )
    }
    compared = 0
    for record in open_log(richie.parent / "match.log"):
        position = record.players.index("Hero")
        turns = [view for view, _ in record.decisions() if view.position == position]
        for number, view in enumerate(turns):
            label = predicted[record.number, number]
            action = bot.act(view)
            legal = view.legal_actions()
            if label == "RAISE" and legal.can_raise:
                assert action.is_raise
            elif label == "FOLD" and view.to_call(position):
                assert action == FOLD
            else:
                assert action == CALL
            compared += 1
    assert compared == len(predicted)


def test_a_model_bot_passes_the_kit(richie: Path) -> None:
    report = check_bot(f"imitation:model={richie}", games=[GAME], hands=40)
    assert report.passed, str(report)


def test_it_remembers_only_if_its_model_looks_at_history(richie: Path, tmp_path: Path) -> None:
    assert make_bot(f"imitation:model={richie}").memoryless
    with_history = trained(tmp_path / "made", "richie-rich", hands=25, inputs="all")
    bot = make_bot(f"imitation:model={with_history}")
    assert not bot.memoryless
    assert "hand_ends" in bot.listens_to
    play_match([bot, make_bot("call"), make_bot("raise")], GAME, hands=6, seed=1)
    assert check_bot(f"imitation:model={with_history}", games=[GAME], hands=16).passed


@dataclass(frozen=True)
class AlwaysModel:
    """A model that predicts the same for every decision."""

    predicted: str

    @property
    def class_attribute(self) -> Attribute:
        return Attribute("CLASS_TO_INVEST", is_class=True)

    def attributes(self, _: str) -> list[str]:
        return ["POT_SIZE"]

    def check_attributes(self, schemas: object, *, place: str) -> None:
        assert schemas
        assert place == "somewhere"

    def predict_one(self, _: str, row: Mapping[str, object]) -> str:
        assert row["POT_SIZE"]
        return self.predicted


@pytest.mark.parametrize(
    ("predicted", "actions", "played", "corrected"),
    [
        ("RAISE", [], raise_to(20), 0),
        ("RAISE", [raise_to(20), raise_to(30), raise_to(40)], CALL, 1),
        ("FOLD", [], FOLD, 0),
        ("FOLD", [CALL, CALL], CALL, 1),
        ("CALL", [CALL, CALL], CALL, 0),
    ],
)
def test_decisions_that_the_rules_forbid_are_corrected_and_counted(
    predicted: str, actions: list[Action], played: Action, corrected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imitation_bot, "open_model", lambda _: AlwaysModel(predicted))
    bot = ImitationBot(model="somewhere")
    view = View.of(GAME, actions, hole_cards="AhKh")
    bot.match_starts(view.game, view.seat)
    assert bot.probabilities(view) == {played: 1.0}
    assert not bot.corrected
    assert bot.act(view) == played
    assert bot.corrected == ({"preflop": 1} if corrected else {})


def test_raises_in_no_limit_are_a_fraction_of_the_pot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imitation_bot, "open_model", lambda _: AlwaysModel("RAISE"))
    view = View.of("holdem.nolimit.2p.reverse_blinds", [raise_to(300)], hole_cards="AhKh")
    for size, total in ((1, 900), (0.5, 600), (1000, 20_000)):
        bot = ImitationBot(model="somewhere", size=size)
        bot.match_starts(view.game, view.seat)
        assert bot.act(view) == raise_to(total)


def test_it_plays_over_connections_as_in_one_process(richie: Path, start: Start, tmp_path: Path) -> None:
    specs = [f"imitation:model={richie}", "call", "all-in-equity"]
    names = ["model", "call", "fair"]
    play_match([make_bot(spec) for spec in specs], GAME, hands=10, seed=3, names=names, log=tmp_path / "here.log")
    dealer = start("dealer", "there", GAME, 10, 3, *names, "-q")
    with ThreadPoolExecutor(len(names)) as pool:
        joined = [
            pool.submit(join, "127.0.0.1", port, make_bot(spec), game=GAME)
            for port, spec in zip(dealer.ports, specs, strict=True)
        ]
        assert [done.result().hands for done in joined] == [10] * 3
    assert dealer.wait() == 0
    hands = [(tmp_path / f"{name}.log").read_text().splitlines()[-11:] for name in ("here", "there")]
    assert hands[0] == hands[1]


def test_streets_may_have_models_of_their_own(richie: Path, tmp_path: Path) -> None:
    raising = trained(tmp_path / "made", "raise", hands=20)
    bot = make_bot(f"imitation:model={richie},flop={raising}")
    bot.match_starts(game_named(GAME), 0)
    weak = View.of(GAME, [CALL, CALL, CALL, CALL], hole_cards="2c7d", board="AhKhQh", position=1, hand=2)
    assert make_bot_at(bot, weak).act(weak).is_raise
    turn = View.of(GAME, [CALL] * 7, hole_cards="2c7d", board="AhKhQhJs", position=1, hand=2)
    assert bot.act(turn) == CALL


def make_bot_at(bot: ImitationBot, view: View) -> ImitationBot:
    bot.match_starts(view.game, view.seat)
    return bot


@pytest.mark.parametrize(
    ("amount", "actions", "expected"),
    [
        (0, [], FOLD),
        (4, [], FOLD),
        (9, [], CALL),
        (16, [], raise_to(20)),
        (100, [], raise_to(20)),
        (0, [CALL, CALL], CALL),
        (8, [raise_to(20), raise_to(30), raise_to(40)], FOLD),
        (35, [raise_to(20), raise_to(30), raise_to(40)], CALL),
    ],
)
def test_amounts_become_the_nearest_action(amount: float, actions: list[Action], expected: Action) -> None:
    view = View.of(GAME, actions, hole_cards="AhKh")
    assert action_for(amount, view) == expected


def test_what_it_refuses_is_one_line(richie: Path, tmp_path: Path) -> None:
    with pytest.raises(BotError, match="no model for the preflop: name a folder"):
        make_bot("imitation")
    with pytest.raises(BotError, match=r"nothing is no model: it has no model.json"):
        make_bot(f"imitation:model={tmp_path / 'nothing'}")
    gone = copied(richie, tmp_path / "gone", old='"POT_ODDS_TO_ALL_IN_EQUITY_RATIO"', new='"POT_ODDS_TO_EQUITY"')
    message = r"gone, preflop: attribute POT_ODDS_TO_EQUITY does not exist: did you mean POT_ODDS"
    with pytest.raises(BotError, match=message):
        make_bot(f"imitation:model={gone}").match_starts(game_named(GAME), 0)
    with pytest.raises(BotError, match=r"does not exist: .* \(was the model trained for another game than .*2p"):
        make_bot(f"imitation:model={richie}").match_starts(game_named("holdem.limit.2p.reverse_blinds"), 0)
    short = copied(richie, tmp_path / "short")
    about = json.loads((short / "model.json").read_text())
    del about["streets"]["river"]
    (short / "model.json").write_text(json.dumps(about))
    with pytest.raises(BotError, match="short: the model has no street 'river'"):
        make_bot(f"imitation:model={short}")
    with pytest.raises(BotError, match="size=0: raises are a fraction of the pot above 0"):
        make_bot(f"imitation:model={richie},size=0")
