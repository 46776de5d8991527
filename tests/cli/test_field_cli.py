"""`railbird tournament --field`: standard fields, with bots added to them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
import typer

from railbird.arena import FIELDS, BotField
from railbird.cli import app

if TYPE_CHECKING:
    from cli.conftest import Command

FEW = ("--hands", 2, "--seed", 1, "--workers", 1, "--json")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A field of bots that answer at once."""
    monkeypatch.setitem(FIELDS, "quick", BotField("quick", "leduc.limit.3p", ("call", "raise", "check-norris")))


def names(output: str) -> list[str]:
    return sorted(bot["name"] for bot in json.loads(output)["bots"])


def test_a_field_plays_its_game(command: Command) -> None:
    done = command("tournament", "--field", "quick", *FEW)
    assert done.status == 0, done.stderr
    assert names(done.stdout) == ["call", "check-norris", "raise"]
    assert json.loads(done.stdout)["game"] == "leduc.limit.3p"


def test_bots_are_added_to_a_field(command: Command) -> None:
    done = command("tournament", "random", "call", "--field", "quick", *FEW)
    assert names(done.stdout) == ["call", "call.2", "check-norris", "raise", "random"]
    assert json.loads(done.stdout)["tables"] == 10


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("tournament", "--field", "quik"), "no field is called 'quik': did you mean quick?"),
        (("tournament", "--field", "quick", "-g", "kuhn.limit.3p"), "the field quick plays leduc.limit.3p, not kuhn"),
        (("match", "--field", "quick"), "a match has no field: try railbird tournament --field quick"),
        (("tournament", "--field", "quick", "nobody"), "no bot is called 'nobody'"),
    ],
)
def test_what_does_not_fit_is_refused_in_a_line(arguments: tuple[str, ...], message: str, command: Command) -> None:
    done = command(*arguments, *FEW)
    assert (done.status, done.stdout) == (2, "")
    assert done.stderr.startswith("railbird: ")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_help_says_what_the_fields_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(FIELDS, "quick")
    tournament = typer.main.get_command(app).commands["tournament"]  # type: ignore[attr-defined]
    [text] = [option.help for option in tournament.params if option.name == "field"]
    for field in FIELDS.values():
        bots = ", ".join(field.bots[:-1]) + f" and {field.bots[-1]}"
        assert f"{field.name}: {bots} in {field.game}" in text
