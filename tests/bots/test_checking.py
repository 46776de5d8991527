"""The kit that checks bots: good bots pass, and every kind of bad bot is caught by the check that is made for it."""

from __future__ import annotations

import gc
import pickle
import random
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest

from acpc.programs import LONG
from games.hands_at_random import random_action, random_states
from railbird.bots import Bot, check_bot, parse_spec
from railbird.bots.broken import (
    BoastfulBot,
    GrudgingBot,
    PeekingBot,
    RecklessBot,
    SlowBot,
    TrustingBot,
    UnseededBot,
)
from railbird.bots.checking.check_table import CheckedBot, answers, deal_hands, objection_to
from railbird.bots.checking.checks import CHECKS, CheckTrial, _cut_short, _with_other_hidden_cards, hidden_cards
from railbird.bots.checking.kit import GAMES
from railbird.bots.reference.simple import CallBot, FoldBot, RandomBot
from railbird.errors import ActionError, BotError, GameError
from railbird.games import CALL, FOLD, Action, Deal, State, game_named, raise_to, random_deal
from railbird.games.deal import check_deal
from railbird.games.state_array import RAISE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from railbird.bots import BotReport
    from railbird.games import Chips, GameDefinition, View

NAMES = [check.__name__.replace("_", " ") for check in CHECKS]
NOLIMIT = ("holdem.nolimit.3p",)
BROKEN = {
    "time budget": lambda **_: SlowBot(seconds=0.02),
    "legal actions": RecklessBot,
    "determinism": UnseededBot,
    "hidden cards": PeekingBot,
    "resets": GrudgingBot,
    "hooks": TrustingBot,
    "probabilities": BoastfulBot,
}


def failed(report: BotReport) -> list[str]:
    return [result.name for result in report.results if result.failures]


def wrongs(report: BotReport, name: str) -> list[str]:
    (result,) = [result for result in report.results if result.name == name]
    return [failure.wrong for failure in result.failures]


class Caller(Bot):
    """Calls, and does not say how likely that is."""

    def act(self, view: View) -> Action:  # noqa: ARG002
        return CALL


def bot_that(**methods: Callable[..., object]) -> type[Bot]:
    """A class of bots that call, with other methods."""
    return type("MyBot", (Caller,), methods)


@pytest.mark.parametrize(
    "spec", ["fold", "call", "raise", "random", "random:fold=0,call=0", "random:fold=0.02,raise=3"]
)
@pytest.mark.parametrize("hands", [130, pytest.param(200, marks=pytest.mark.deep)])
def test_the_simplest_bots_pass_every_check_in_every_kind_of_game(spec: str, hands: int) -> None:
    report = check_bot(spec, hands=hands, seed=4)
    assert report.passed, str(report)
    assert [result.name for result in report.results] == NAMES
    assert report.games == GAMES
    for result in report.results:
        assert result.situations > 100


def refusing(*names: str, error: type[Exception] = BotError) -> type[Bot]:
    """A class of bots that refuse games."""

    def match_starts(self: Bot, game: GameDefinition, seat: int) -> None:
        if game.name in names:
            raise error(f"MyBot cannot play {game.name}")

    return bot_that(match_starts=match_starts)


@pytest.mark.parametrize("error", [BotError, GameError])
def test_games_that_the_bot_refuses_are_skipped(error: type[Exception]) -> None:
    report = check_bot(refusing("kuhn.limit.2p", error=error), games=["kuhn.limit.2p", "leduc.limit.2p"], hands=20)
    assert report.passed, str(report)
    assert report.games == ("leduc.limit.2p",)
    assert str(report).splitlines()[1:3] == [
        "games: leduc.limit.2p",
        "skipped kuhn.limit.2p: MyBot cannot play kuhn.limit.2p",
    ]


def test_a_bot_that_refuses_all_games_is_one_error() -> None:
    with pytest.raises(BotError, match=r"^MyBot cannot play kuhn\.limit\.2p$"):
        check_bot(refusing("kuhn.limit.2p"), games=["kuhn.limit.2p"])
    with pytest.raises(BotError, match=r"^MyBot refuses all 7 games, as in: MyBot cannot play kuhn\.limit\.2p$"):
        check_bot(refusing(*GAMES))


def test_another_exception_when_a_match_starts_is_a_failure() -> None:
    def match_starts(self: Bot, game: GameDefinition, seat: int) -> None:
        raise KeyError(game.name)

    report = check_bot(bot_that(match_starts=match_starts), games=["kuhn.limit.2p"], hands=20)
    assert failed(report) == NAMES


@pytest.mark.deep
def test_thousands_of_situations_come_up_in_each_game() -> None:
    for game in GAMES:
        legal_actions = check_bot("random", games=[game]).results[NAMES.index("legal actions")]
        assert legal_actions.situations > 2000


@pytest.mark.parametrize("name", NAMES)
def test_each_broken_bot_is_caught_by_the_check_that_it_is_made_for(name: str) -> None:
    is_slow = name == "time budget"
    games = ("kuhn.limit.2p",) if is_slow else GAMES
    report = check_bot(BROKEN[name], games=games, hands=200, seconds_per_action=0.01 if is_slow else 5.0)
    assert failed(report) == [name]
    assert not report.passed


@pytest.mark.parametrize("name", [name for name in NAMES if name != "time budget"])
@pytest.mark.parametrize("game", ["leduc.limit.2p", "holdem.nolimit.2p.reverse_blinds"])
@pytest.mark.parametrize(("seeds", "hands"), [(2, 300), pytest.param(3, 500, marks=pytest.mark.deep)])
def test_it_is_caught_in_one_game_and_with_any_seed(name: str, game: str, seeds: int, hands: int) -> None:
    for seed in range(seeds):
        assert failed(check_bot(BROKEN[name], games=[game], hands=hands, seed=seed)) == [name]


def test_every_broken_bot_says_what_is_wrong_with_it() -> None:
    assert all(bot.__doc__ for bot in (SlowBot, *BROKEN.values()) if isinstance(bot, type))


def test_what_cannot_be_judged_is_not_passed() -> None:
    report = check_bot(UnseededBot, games=NOLIMIT, hands=100)
    unjudged = [result.name for result in report.results if result.not_judged]
    assert unjudged == ["hidden cards", "resets"]
    assert not any(result.passed for result in report.results if result.name in unjudged)
    assert "hidden cards: NOT JUDGED, for the bot does not answer the same twice" in str(report)


def deals_in_memory(own: tuple[int, ...]) -> list[Deal]:
    return [deal for deal in gc.get_objects() if isinstance(deal, Deal) and own in deal.hole_cards]


def looks_for_higher_cards(bot: Bot, view: View) -> Action:
    cards = [card for deal in deals_in_memory(view.hole_cards) for hand in deal.hole_cards for card in hand]
    return FOLD if view.legal_actions().fold and max(cards) > max(view.hole_cards) else CALL


def looks_at_the_next_card(bot: Bot, view: View) -> Action:
    cards = [deal.board[len(view.board)] for deal in deals_in_memory(view.hole_cards) if len(view.board) < 5]
    return FOLD if view.legal_actions().fold and any(card > 25 for card in cards) else CALL


@pytest.fixture
def little_to_search() -> None:
    """What is in memory by now is not searched, which would take most of the time; it stays frozen (see `traced`)."""
    gc.collect()
    gc.freeze()


@pytest.mark.usefixtures("little_to_search")
@pytest.mark.parametrize("act", [looks_for_higher_cards, looks_at_the_next_card])
def test_a_bot_that_searches_memory_for_cards_is_caught(act: Callable[[Bot, View], Action]) -> None:
    game = game_named("holdem.limit.2p.reverse_blinds")
    made = bot_that(act=act)
    trial = CheckTrial(lambda **_: made(), game, hands=80, seed=0, key=(0,), seconds_per_action=1)
    assert any(hidden_cards(trial))


def test_a_bot_may_use_what_it_sees() -> None:
    def act(bot: Bot, view: View) -> Action:
        return FOLD if view.legal_actions().fold and sum((*view.hole_cards, *view.board)) % 3 == 0 else CALL

    assert check_bot(bot_that(act=act), hands=200).passed


class Learner(Bot):
    """Remembers what it was shown at showdowns, and forgets it with a reset."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        self.shown = 0

    def hand_ends(self, view: View, payoffs: Sequence[Chips]) -> None:  # noqa: ARG002
        if view.is_showdown:
            self.shown += sum(map(sum, view.hands))

    def act(self, view: View) -> Action:
        return FOLD if view.legal_actions().fold and self.shown % 3 == 0 else CALL


def test_a_bot_may_learn_from_showdowns() -> None:
    assert check_bot(Learner, hands=200).passed


def test_a_bot_that_keeps_to_itself_what_all_its_kind_should_not_share_is_caught() -> None:
    class Sharing(Caller):
        asked = 0

        def act(self, view: View) -> Action:
            Sharing.asked += 1
            return FOLD if view.legal_actions().fold and Sharing.asked % 5 == 0 else CALL

    assert "determinism" in failed(check_bot(Sharing, games=NOLIMIT, hands=200))


def test_a_bot_that_draws_on_after_a_reset_is_caught() -> None:
    class DrawsOn(Caller):
        def __init__(self, *, seed: int) -> None:
            self.rng = random.Random(seed)

        def act(self, view: View) -> Action:
            return FOLD if view.legal_actions().fold and self.rng.random() < 0.3 else CALL

    assert failed(check_bot(DrawsOn, games=NOLIMIT, hands=200)) == ["resets"]


@pytest.mark.parametrize("attribute", ["board", "hands", "position"])
@pytest.mark.parametrize("method", ["act", "action_played", "hand_ends", "hand_starts"])
def test_a_bot_that_changes_a_view_is_caught(attribute: str, method: str) -> None:
    values = {"board": (1, 2, 3, 4), "hands": ((0, 1), (2, 3), (4, 5)), "position": 7}

    def change(bot: Bot, *arguments: object) -> Action:
        view = next(argument for argument in arguments if hasattr(argument, "hole_cards"))
        setattr(view, attribute, values[attribute])
        return CALL

    report = check_bot(bot_that(**{method: change}), games=NOLIMIT, hands=100)
    assert "hooks" in failed(report)
    assert str(report)


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (None, "None"),
        ("call", "'call'"),
        ((1, 0), "(1, 0)"),
        (Action(RAISE, 300.0), "raise to 300.0"),
        (Action(RAISE, np.int64(300)), "raise to 300"),
        (Action(5), "action 5"),
        (Action(1, 57), "call"),
        (Action(RAISE, 10**30), f"raise to {10**30}"),
        (np.zeros(2), "array([0., 0.])"),
    ],
)
def test_illegal_answers_fail_only_their_check(answer: object, text: str) -> None:
    report = check_bot(bot_that(act=lambda *_: answer), games=["holdem.nolimit.2p.reverse_blinds"], hands=50)
    assert failed(report) == ["legal actions"]
    (failure, *_) = report.results[NAMES.index("legal actions")].failures
    assert failure.answer == text
    assert f"answered {text}: " in str(report)


HOOKS = ["match_starts", "hand_starts", "street_starts", "action_played", "hand_ends", "reset", "act"]


@pytest.mark.parametrize("method", HOOKS)
@pytest.mark.parametrize("error", [ValueError("oh dear"), KeyError("oh dear"), SystemExit("oh dear")])
def test_whatever_a_bot_raises_is_a_failure_and_not_the_end_of_the_kit(method: str, error: BaseException) -> None:
    def fail(bot: Bot, *arguments: object) -> Action:
        raise error

    report = check_bot(bot_that(**{method: fail}), games=NOLIMIT, hands=100)
    # Only two of the checks play several matches.
    expected = [name for name in NAMES if name in ("legal actions", "resets")] if method == "reset" else NAMES
    assert failed(report) == expected
    for name in expected:
        assert wrongs(report, name)[0].startswith(f"raised {type(error).__name__}: ")
        assert wrongs(report, name)[0].endswith(f"(test_checking.py, line {fail.__code__.co_firstlineno + 1}, in fail)")
    assert "oh dear" in str(report)


def test_a_bot_that_cannot_be_built_a_second_time_fails() -> None:
    built = []

    def make(*, seed: int) -> Bot:
        if built:
            raise OSError("the port is taken")
        built.append(CallBot())
        return built[0]

    report = check_bot(make, games=NOLIMIT, hands=20)
    assert failed(report) == NAMES
    assert "between hands of holdem.nolimit.3p\n      raised OSError: the port is taken" in str(report)


@pytest.mark.parametrize(
    ("probabilities", "complaint"),
    [
        ({}, "do not sum to 1"),
        ({CALL: 0.9}, "probabilities {call: 0.9}: they do not sum to 1"),
        ({CALL: 1.5, FOLD: -0.5}, ""),
        ({CALL: float("nan")}, "do not sum to 1"),
        ({raise_to(1): 1.0}, "{raise to 1: 1}: raise to 1 is not legal"),
        ({"call": 1.0}, "call is not an action"),
        ({CALL: 0.0, FOLD: 1.0}, "{call: 0, fold: 1} rule it out"),
        ({CALL: None}, "raised TypeError"),
        (7, "raised AttributeError"),
    ],
)
def test_invalid_probabilities_fail_only_their_check(probabilities: object, complaint: str) -> None:
    report = check_bot(bot_that(probabilities=lambda *_: probabilities), games=NOLIMIT, hands=100)
    assert failed(report) == ["probabilities"]
    assert complaint in wrongs(report, "probabilities")[0]


def test_the_slowest_answer_is_reported_with_its_view() -> None:
    (time_budget, *_) = check_bot("random", games=NOLIMIT, hands=100).results
    assert time_budget.slowest is not None
    assert 0 < time_budget.slowest.seconds < LONG
    assert f"The slowest took {time_budget.slowest.seconds:.2g} s:" in str(time_budget)
    assert str(time_budget.slowest.view) in str(time_budget)


def test_preparing_for_a_match_is_not_part_of_an_answer_but_hearing_of_actions_is() -> None:
    def wait(bot: Bot, *arguments: object) -> None:
        SlowBot(seconds=0.02).act(None)

    options = {"games": ["kuhn.limit.2p"], "hands": 16, "seconds_per_action": 0.01}
    assert "time budget" not in failed(check_bot(bot_that(match_starts=wait), **options))
    assert "time budget" in failed(check_bot(bot_that(action_played=wait), **options))


def test_the_report_can_be_read() -> None:
    lines = str(check_bot(RecklessBot, games=["kuhn.limit.2p"], hands=100, seed=3)).splitlines()
    assert lines[:2] == ["RecklessBot: 7 checks, 100 hands, seed 3", "games: kuhn.limit.2p"]
    place = lines.index("  Every answer is an action, and legal in its situation.")
    assert lines[place - 1].startswith("legal actions: FAILED, ")
    assert lines[place + 1] == "  Failed in kuhn.limit.2p:"
    assert lines[place + 2].startswith("    hand ")
    assert " of kuhn.limit.2p, position 1 with " in lines[place + 2]
    assert lines[place + 3] == "      [street 0, chips 2|1, raise to 2]"
    assert lines[place + 4] == (
        "      answered raise to 0: not legal, view.legal_actions() is "
        "LegalActions(fold=True, lowest_raise=0, highest_raise=0)"
    )
    assert lines[-1] == "not passed: legal actions"


def test_a_report_with_cards_on_the_board_shows_them() -> None:
    def act(bot: Bot, view: View) -> Action:
        return raise_to(0) if len(view.board) == 4 else CALL

    report = check_bot(bot_that(act=act), games=["holdem.limit.3p"], hands=100)
    (failure, *_) = report.results[NAMES.index("legal actions")].failures
    text = str(failure).splitlines()[0]
    assert text.startswith(f"hand {failure.view.hand} of holdem.limit.3p, position {failure.view.position} with ")
    held, board = text.split(" with ")[1].split(" on ")
    assert (len(held), len(board)) == (4, 8)


def test_only_the_first_failures_are_shown() -> None:
    report = check_bot(RecklessBot, games=["kuhn.limit.2p", "leduc.limit.2p"], hands=100)
    result = report.results[NAMES.index("legal actions")]
    assert len(result.failures) == 6
    assert str(result).count("answered") == 3
    assert str(result).endswith("    and 3 more")
    assert "  Failed in kuhn.limit.2p, leduc.limit.2p:" in str(result)


@pytest.mark.deep
def test_a_report_is_the_same_again_and_can_be_kept() -> None:
    first, again, other = (check_bot(PeekingBot, hands=100, seed=seed) for seed in (1, 1, 2))

    def content_of(report: BotReport) -> list[tuple[object, ...]]:
        return [(result.situations, [*map(str, result.failures)]) for result in report.results]

    assert content_of(first) == content_of(again)
    assert content_of(first) != content_of(other)
    assert str(pickle.loads(pickle.dumps(first))) == str(first)


TEN_LINES = """
from railbird.bots import Bot
from railbird.games import CALL, raise_to


class MyBot(Bot):
    def act(self, view):
        legal = view.legal_actions()
        if legal.can_raise and max(view.hole_cards) > 40:
            return raise_to(legal.highest_raise)
        return CALL
"""


def test_a_bot_of_ten_lines_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "my_bot.py"
    file.write_text(TEN_LINES)
    report = check_bot(f"{file}:MyBot", hands=200)
    assert report.passed, str(report)
    assert report.bot == f"{file}:MyBot"
    file.write_text(TEN_LINES.replace("legal.can_raise and ", ""))
    assert failed(check_bot(f"{file}:MyBot", hands=200)) == ["legal actions"]


@pytest.mark.parametrize(
    ("make", "name"),
    [
        ("random:raise=0.3", "random:raise=0.3"),
        (parse_spec("random").build, "RandomBot"),
        (RandomBot, "RandomBot"),
        (FoldBot, "FoldBot"),
        (lambda seed: RandomBot(seed=seed), "RandomBot"),
    ],
)
def test_a_bot_is_given_as_a_spec_a_class_or_whatever_builds_it(make: object, name: str) -> None:
    report = check_bot(make, games=["kuhn.limit.2p"], hands=20)
    assert report.passed
    assert report.bot == name


def test_the_seed_reaches_the_bot() -> None:
    seeds = []

    def make(*, seed: int) -> Bot:
        seeds.append(seed)
        return CallBot()

    check_bot(make, games=["kuhn.limit.2p"], hands=20, seed=12)
    assert {*seeds} == {12}


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        ("nobody", "no bot is called 'nobody'"),
        (lambda: None, "cannot build a bot: TypeError"),
        (CallBot(), "cannot build a bot: TypeError: 'CallBot' object is not callable"),
        (lambda **_: None, "None is not a bot"),
        (lambda **_: CallBot, "is not a bot: its class has to be derived"),
        (Bot, "cannot be built: TypeError"),
        (int, "cannot build a bot: TypeError"),
    ],
)
def test_an_object_that_is_not_a_bot_is_refused(make: object, complaint: str) -> None:
    with pytest.raises(BotError, match=complaint):
        check_bot(make)


@pytest.mark.parametrize("options", [{"hands": 0}, {"games": []}, {"games": ["nothing"]}])
def test_hands_and_games_that_do_not_exist_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(GameError):
        check_bot("call", **options)


def test_one_hand_is_enough_to_run_every_check() -> None:
    assert check_bot("random", hands=1).passed


def test_a_game_of_ones_own() -> None:
    game = replace(game_named("holdem.nolimit.3p"), stacks=(150, 400, 20_000), name="")
    report = check_bot("random", games=[game], hands=100)
    assert report.passed
    assert report.games == ("the game",)


def courses(game: str, *, hands: int = 300) -> list[list[State]]:
    return [[*hand.course()] for hand in deal_hands(game_named(game), np.random.default_rng(0), hands=hands)]


def test_odd_situations_come_up() -> None:
    nolimit = [state for hand in courses("holdem.nolimit.3p") for state in hand if not state.is_over]
    legal = [state.legal_actions() for state in nolimit]
    assert sum(actions.can_raise and actions.lowest_raise == actions.highest_raise for actions in legal) > 5, (
        "short all-ins"
    )
    assert sum(state.bet == 20_000 for state in nolimit) > 50, "all-ins"
    assert max(state.raises for state in nolimit) > 30, "many raises"
    limit = [state for hand in courses("holdem.limit.3p") for state in hand if not state.is_over]
    for street in range(4):
        capped = [state for state in limit if state.street == street and not state.legal_actions().can_raise]
        assert len(capped) > 10, f"caps in round {street}"
    for game in GAMES:
        ends = [hand[-1] for hand in courses(game)]
        assert min(sum(state.is_showdown for state in ends), sum(not state.is_showdown for state in ends)) > 20


def test_hands_are_legal_and_the_seat_goes_round() -> None:
    for game in map(game_named, GAMES):
        hands = [*deal_hands(game, np.random.default_rng(1), hands=12)]
        for hand in hands:
            check_deal(game, hand.deal)
        assert [first.position - other.position for first, other in pairwise(hands)].count(1 - game.players) > 0
        assert len({hand.seats.seats[hand.position] for hand in hands}) == 1


def views(player_position: int, states: list[State]) -> list[tuple[object, ...]]:
    shown = [state.view(player_position) for state in states]
    return [(view.hands, view.board, view.actions) for view in shown]


@pytest.mark.parametrize("game", GAMES)
def test_other_hidden_cards_look_the_same_to_the_bot(game: str) -> None:
    drawing = np.random.default_rng(2)
    changed = 0
    for full in deal_hands(game_named(game), np.random.default_rng(1), hands=200):
        hand = _cut_short(full)
        other = _with_other_hidden_cards(hand, drawing=drawing)
        check_deal(hand.game, other.deal)
        seen = [state for state in hand.course() if state.street <= hand.last_street and not state.is_showdown]
        same = [*other.course()][: len(seen)]
        assert views(hand.position, seen) == views(hand.position, same)
        changed += other.deal != hand.deal
    assert changed > 80


def test_a_bot_is_never_shown_what_is_beyond_the_last_round_of_a_hand() -> None:
    shown = []

    class Watcher(CallBot):
        def action_played(self, position: int, action: Action, view: View) -> None:  # noqa: ARG002
            shown.append(view)

    game = game_named("holdem.limit.3p")
    watcher = Watcher()
    player = CheckedBot(lambda **_: watcher, seed=0)
    for hand in map(_cut_short, deal_hands(game, np.random.default_rng(0), hands=100)):
        shown.clear()
        for _ in answers(player, [hand]):
            pass
        assert not any(view.is_showdown or view.street > hand.last_street for view in shown)


@pytest.mark.parametrize("game", GAMES)
def test_the_kit_and_the_game_agree_on_what_is_legal(game: str) -> None:
    rng, generator = random.Random(0), np.random.default_rng(0)
    definition: GameDefinition = game_named(game)
    judged = set()
    for _ in range(60):
        for state in random_states(rng, definition, random_deal(definition, generator)):
            if state.is_over:
                continue
            legal = state.legal_actions()
            low, high = legal.lowest_raise, legal.highest_raise
            totals = (low - 1, low, (low + high) // 2, high, high + 1, 0, -1, 2**70)
            tried = [FOLD, CALL, *map(raise_to, totals), Action(3), Action(-1), Action(1, 5), random_action(rng, legal)]
            for action in [*tried, Action(0, 1)]:
                try:
                    state.apply(action)
                except ActionError:
                    is_legal = False
                else:
                    is_legal = True
                assert (objection_to(action, legal) == "") == is_legal, (str(state), action)
                judged.add(is_legal)
    assert judged == {True, False}


class DrawingBot(Bot):
    """Folds at random, with the generator that the match gives."""

    def act(self, view: View) -> Action:
        return FOLD if view.legal_actions().fold and self.generator.random() < 0.5 else CALL


def test_a_bot_that_draws_from_its_generator_is_reproducible() -> None:
    report = check_bot(DrawingBot, games=["leduc.limit.2p", "holdem.nolimit.3p"], hands=200, seed=3)
    assert report.passed, str(report)


def test_a_bot_that_keeps_a_generator_of_an_earlier_match_is_caught() -> None:
    class Hoarding(DrawingBot):
        """Goes on with the generator of its first match."""

        kept = None

        def match_starts(self, game: GameDefinition, seat: int) -> None:  # noqa: ARG002
            self.kept = self.kept or self.generator

        def act(self, view: View) -> Action:
            return FOLD if view.legal_actions().fold and self.kept.random() < 0.5 else CALL

    assert failed(check_bot(Hoarding, games=["leduc.limit.2p"], hands=400, seed=3)) == ["resets"]
