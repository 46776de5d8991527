"""Bots within bots: specs in brackets, TOML files, their seeds and files, and what is wrong with them."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from railbird.arena.plan import name_of, read_entrants
from railbird.bots import BotSpec, located, make_bot, parse_spec
from railbird.bots.reference.simple import CallBot, RaiseBot, RandomBot
from railbird.bots.reference.switching import SwitchingBot
from railbird.errors import BotError
from railbird.rng import derived_seed

if TYPE_CHECKING:
    from pathlib import Path

FILE = """
from railbird.bots import Bot, DelegatingBot
from railbird.games import CALL


class Caller(Bot):
    def __init__(self, *, seed=None, log: "Path" = ""):
        self.seed, self.log = seed, log

    def act(self, view):
        return CALL


class Wrapper(DelegatingBot):
    def __init__(self, *, bot: Bot, size=1):
        super().__init__([bot])
        self.size = size

    def act(self, view):
        return self.members[0].act(view)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "my_bot.py").write_text(FILE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(dedent(text))
    return name


def test_values_are_numbers_words_bots_and_lists() -> None:
    spec = parse_spec("switching:bots=[call]+[random:fold=0,raise=2],hands=1000+2,repeat=1")
    members = BotSpec("call", CallBot), BotSpec("random:fold=0,raise=2", RandomBot, {"fold": 0, "raise_": 2})
    assert spec.options == {"bots": members, "hands": (1000, 2), "repeat": 1}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("1e+8", 1e8),
        ("1+2.5", (1, 2.5)),
        ("a+b", "a+b"),
        ("1+b", "1+b"),
        ("a[1].txt", "a[1].txt"),
        ("a[1,2].txt", "a[1,2].txt"),
        ("-1", -1),
        ("", ""),
    ],
)
def test_a_value_that_is_not_a_list_stays_a_word(value: str, expected: object) -> None:
    assert parse_spec(f"random:x={value}").options == {"x": expected}


def test_brackets_nest_to_any_depth(folder: Path) -> None:
    text = "switching:bots=[bots/my_bot.py:Wrapper:bot=[switching:bots=[call]+[raise],hands=5],size=3]+[call],hands=7"
    bot = make_bot(text)
    assert isinstance(bot, SwitchingBot)
    wrapper = bot.members[0]
    assert wrapper.size == 3
    inner = wrapper.members[0]
    assert isinstance(inner, SwitchingBot)
    assert [type(member) for member in inner.members] == [CallBot, RaiseBot]


def test_bots_within_have_seeds_of_their_own(folder: Path) -> None:
    member = "[bots/my_bot.py:Caller]"
    bots = make_bot(f"switching:bots={member}+{member},hands=5", seed=9).members
    assert [bot.seed for bot in bots] == [derived_seed(9, place) for place in range(2)]
    bots = make_bot(f"switching:bots={member}+[bots/my_bot.py:Caller:seed=1],hands=5,seed=3", seed=9).members
    own = derived_seed(9, 3)
    assert [bot.seed for bot in bots] == [derived_seed(own, 0), derived_seed(derived_seed(own, 1), 1)]


def test_a_toml_file_is_a_spec(folder: Path) -> None:
    name = write(
        folder,
        "bots/team.toml",
        """
        type = "switching"
        hands = [1000, 10]
        repeat = true

        [[bots]]
        type = "random"
        fold = 0
        raise = 2.5

        [[bots]]
        type = "my_bot.py:Wrapper"
        bot = { type = "my_bot.py:Caller", log = "logs/a.log" }
        """,
    )
    spec = parse_spec(name)
    first, second = spec.options["bots"]
    assert (spec.bot_class, spec.options["hands"], spec.options["repeat"]) == (SwitchingBot, (1000, 10), True)
    assert (first.bot_class, first.options) == (RandomBot, {"fold": 0, "raise_": 2.5})
    caller = spec.build(seed=4).members[1].members[0]
    # Files are looked for where the TOML file is.
    assert caller.log == str((folder / "bots" / "logs" / "a.log").resolve())
    assert caller.seed == derived_seed(derived_seed(4, 1), 0)
    assert type(second.build()).__name__ == "Wrapper"


def test_toml_files_stand_in_brackets_and_in_each_other(folder: Path) -> None:
    write(folder, "bots/inner.toml", 'type = "random"\nfold = 0')
    write(folder, "outer.toml", 'type = "bots/my_bot.py:Wrapper"\nbot = { type = "bots/inner.toml" }')
    bot = make_bot("switching:bots=[outer.toml]+[call],hands=5")
    assert type(bot.members[0].members[0]) is RandomBot
    files = ["outer.toml", "bots/my_bot.py", "bots/inner.toml"]
    assert [*map(str, parse_spec("switching:bots=[outer.toml]+[call],hands=5").files())] == [
        str((folder / files[0]).resolve()),
        str((folder / files[1]).resolve()),
        str((folder / files[2]).resolve()),
    ]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('type = "random"\nfolds = 0', r"bot 'a.toml': no option folds; its options are .* \(did you mean fold\?\)"),
        ('type = "switching"\nhand = 5\nbots = []', r"no option hand; its options are .*\(did you mean hands\?\)"),
        ('type = "switching"\n[[bots]]\ntype = "random"\nfolds = 0', "bot 'a.toml, bots 1': no option folds"),
        ("fold = 0", "bot 'a.toml': there is no type = \"...\", which names the bot"),
        ('type = "switching"\n[[bots]]\nfold = 0', "bot 'a.toml, bots 1': there is no type"),
        ("type = 7", "type = 7 is no text"),
        ('type = "randm"', r"bot 'a.toml': no bot is called 'randm' \(did you mean random\?\)"),
        ('type = "random:fold=0"', "type = 'random:fold=0' has options: write them as keys of the table"),
        ('type = "switching"\nbots = ["call"]', "bots=call is a bot without brackets: .* a table with its type"),
        (
            'type = "switching"\nbots = "[call]+[fold]"',
            r'bots="\[call\]\+\[fold\]" is text: in a spec, leave out the quotation marks; in a TOML file, ',
        ),
        ('type = "random"\nfold = "0.5"', 'fold="0.5" is text: write fold=0.5'),
        ('type = "a.toml"', "bot 'a.toml' contains itself: a.toml -> a.toml"),
        ('type = "b.toml"', "contains itself: a.toml -> b.toml -> a.toml"),
        ('type = "switching"\n[[bots]]\ntype = "b.toml"', "contains itself: a.toml -> b.toml -> a.toml"),
        ('type = "c.toml"\nfold = 0', "c.toml contains all its options and takes no others"),
        ('type = "nothing.toml"', "nothing.toml cannot be read: No such file"),
        ('type = "nothing.py:X"', "there is no file .*nothing.py"),
        ('type = "random', "a.toml is not TOML: "),
        ('type = "random"\nfold = 2020-01-01', "2020-01-01 is not a number, string, list, or table with a type"),
    ],
)
def test_mistakes_in_a_toml_file_are_reported_in_one_line(text: str, complaint: str, folder: Path) -> None:
    write(folder, "a.toml", text)
    write(folder, "b.toml", 'type = "bots/my_bot.py:Wrapper"\nbot = { type = "a.toml" }')
    write(folder, "c.toml", 'type = "random"')
    with pytest.raises(BotError, match=complaint) as caught:
        make_bot("a.toml")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("bots/my_bot.py:Wrapper:bot=call", r"bot=call is a bot without brackets: write bot=\[call\]"),
        (
            "bots/my_bot.py:Wrapper:bot=random:fold=5",
            r"bot=random:fold=5 is a bot without brackets: write bot=\[random:fold=5\]",
        ),
        ("bots/my_bot.py:Wrapper:bot=[call", r"a \[ without its \]"),
        ("bots/my_bot.py:Wrapper:bot=call]", r"a \] without its \["),
        ("bots/my_bot.py:Wrapper:bot=[]", "no bot is called ''"),
        ("bots/my_bot.py:Wrapper:bot=[call]x", "is not a list of bots"),
        ("nothing.toml", "nothing.toml cannot be read: No such file"),
        ("bots/a.toml:fold=0", "a TOML file contains all its options"),
        ("switching:bots=[call],seed=often", "seed=often: a seed must be a whole number"),
        ("call:seed=5", "no option seed; its options are none"),
    ],
)
def test_mistakes_in_brackets_are_reported_in_one_line(spec: str, complaint: str, folder: Path) -> None:
    with pytest.raises(BotError, match=complaint) as caught:
        make_bot(spec)
    assert "\n" not in str(caught.value)


def test_specs_are_located_wherever_their_files_stand(folder: Path) -> None:
    file = (folder / "bots" / "my_bot.py").resolve()
    assert located("bots/my_bot.py:Caller:seed=1") == f"{file}:Caller:seed=1"
    nested = "switching:bots=[bots/my_bot.py:Wrapper:bot=[bots/my_bot.py:Caller]]+[call],hands=5"
    assert located(nested) == f"switching:bots=[{file}:Wrapper:bot=[{file}:Caller]]+[call],hands=5"
    team = write(folder, "team.toml", 'type = "random"')
    assert located(team) == str((folder / team).resolve())
    for plain in ("call", "random:fold=0.10,raise=1e+2", "strategy:file=a[1].strategy"):
        assert located(plain) == plain


def test_names_are_words_that_logs_can_carry(folder: Path) -> None:
    write(folder, "my team.toml", 'type = "random"')
    specs = ["my team.toml", "switching:bots=[random:fold=0,raise=2]+[call],hands=5"]
    entrants = read_entrants(specs)
    assert [entrant.name for entrant in entrants] == [
        "my_team",
        "switching(bots=[random;fold=0;raise=2]+[call];hands=5)",
    ]
    assert name_of("bots/my_bot.py:Caller") == "my_bot.py(Caller)"
