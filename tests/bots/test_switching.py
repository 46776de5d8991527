"""The bot that switches between bots: who plays when, who hears what, and what is wrong with a plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bots.situations import LIMIT, state_after, tell_hand, views_of_hands
from railbird.arena import play_match
from railbird.bots import Bot, Follower, make_bot
from railbird.bots.reference.exploiting import ExploitingBot
from railbird.bots.reference.simple import CallBot, RaiseBot, RandomBot
from railbird.bots.reference.switching import SwitchingBot
from railbird.errors import BotError
from railbird.games import CALL, Action, raise_to

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.games import Chips, GameDefinition, View

VIEW = state_after(LIMIT, "").view(2)
WHOLE_HAND = "r20 c c c c c c c c c c c"


def players(bot: SwitchingBot, numbers: Sequence[int]) -> str:
    """Who answers in these hands: c for a call, r for a raise."""
    letters = ""
    for number in numbers:
        view = state_after(LIMIT, "", hand=number).view(2)
        bot.hand_starts(view)
        letters += "c" if bot.act(view) == CALL else "r"
    return letters


class Listener(CallBot):
    """Notes everything that it hears."""

    def __init__(self, every: int = 0) -> None:
        self.every = every
        self.heard: list[object] = []

    def reset(self) -> None:
        self.heard.append("reset")

    def match_starts(self, game: GameDefinition, seat: int) -> None:
        self.heard.append(("match", game.name, seat))

    def hand_starts(self, view: View) -> None:
        self.heard.append(("hand", view.hand))

    def street_starts(self, view: View) -> None:
        self.heard.append(("street", view.street))

    def action_played(self, position: int, action: Action, view: View) -> None:  # noqa: ARG002
        self.heard.append((position, str(action)))

    def hand_ends(self, view: View, payoffs: Sequence[Chips]) -> None:  # noqa: ARG002
        self.heard.append(("end", tuple(payoffs)))

    def hands_played(self, hands: int) -> None:
        self.heard.append(("hands", hands))


def test_thiel_4_1_3_a_thousand_hands_of_one_and_a_thousand_of_the_other() -> None:
    edges = [0, 999, 1000, 1999, 2000, 2999, 3000, 10**6]
    text = "switching:plan=call*1000+raise*1000"
    assert players(make_bot(text), edges) == "ccrrrrrr"
    assert players(make_bot(text + ",repeat=1"), edges) == "ccrrccrc"
    assert players(make_bot("switching:plan=call*1000+raise"), edges) == "ccrrrrrr"
    assert players(SwitchingBot(plan=[(CallBot(), 1000), (RaiseBot(), None)]), edges) == "ccrrrrrr"


def test_more_than_two_bots() -> None:
    plan = [(CallBot(), 1), (RaiseBot(), 2), (CallBot(), 3)]
    assert players(SwitchingBot(plan=plan), range(14)) == "crrccccccccccc"
    assert players(SwitchingBot(plan=plan, repeat=True), range(14)) == "crrccccrrccccr"


def test_hands_are_told_by_their_number_so_that_one_can_join_late() -> None:
    assert players(make_bot("switching:plan=call*10+raise"), [12, 9, 10]) == "rcr"


def test_options_of_the_bots_are_written_with_semicolons() -> None:
    bot = make_bot("switching:plan=random:fold=0;raise=1;call=0*2+call")
    assert players(bot, range(5)) == "rrccc"
    assert bot.probabilities(VIEW) is None


def test_it_is_as_likely_to_do_something_as_the_one_who_plays() -> None:
    bot = make_bot("switching:plan=random*1+call")
    bot.hand_starts(VIEW)
    assert bot.probabilities(VIEW) == RandomBot().probabilities(VIEW)


def test_all_bots_hear_everything_all_the_time() -> None:
    alone, first, second = Listener(every=2), Listener(every=2), Listener(every=3)
    together = SwitchingBot(plan=[(first, 2), (second, None)])
    for bot in (alone, together):
        follower = Follower(bot)
        for number in range(6):
            tell_hand(follower, number, WHOLE_HAND, seat=1)
        tell_hand(follower, 0, "f f", seat=1)
        tell_hand(follower, 1, "f f", seat=1)
        bot.reset()
    assert first.heard == alone.heard
    assert ("match", LIMIT, 1) in first.heard
    assert ("street", 3) in first.heard
    assert [heard for heard in second.heard if heard[0] == "hands"] == [("hands", 3), ("hands", 6)]
    others = [[heard for heard in bot.heard if heard[0] != "hands"] for bot in (first, second)]
    assert others[0] == others[1]
    assert first.heard[-1] == "reset"


def test_a_bot_that_plays_twice_hears_once() -> None:
    bot = Listener(every=2)
    follower = Follower(SwitchingBot(plan=[(bot, 1), (CallBot(), 1), (bot, None)]))
    for number in range(2):
        tell_hand(follower, number, "f f")
    assert [heard for heard in bot.heard if heard[0] in ("hand", "hands")] == [("hand", 0), ("hand", 1), ("hands", 2)]


def test_an_exploiter_who_does_not_play_keeps_watching() -> None:
    exploiter = ExploitingBot(reactions=10)
    bot = SwitchingBot(plan=[(RaiseBot(), 1000), (exploiter, None)])
    play_match([bot, make_bot("exploitable"), make_bot("call")], LIMIT, hands=40, seed=1)
    assert exploiter.reliable_folders.keys() == {1}


def test_bots_have_seeds_of_their_own_that_come_from_its_seed() -> None:
    def answers(seed: int) -> list[list[Action]]:
        bot = make_bot("switching:plan=random*1000+random", seed=seed)
        found: list[list[Action]] = [[], []]
        for inner, actions in zip(bot._bots, found, strict=True):
            actions += [inner.act(view) for view in views_of_hands(VIEW, 100)]
        return found

    first, second = answers(1)
    assert first != second
    assert answers(1) == [first, second]
    assert answers(2) != [first, second]


def test_a_match_of_a_switching_bot_is_that_of_its_parts() -> None:
    def total(spec: str, hands: int) -> Chips:
        bots: list[Bot] = [make_bot(spec, seed=1), make_bot("call"), make_bot("raise")]
        return play_match(bots, LIMIT, hands=hands, seed=5).totals[0]

    assert total("switching:plan=fold*30+raise", 30) == total("fold", 30)
    assert total("switching:plan=fold*30+raise", 50) == total("fold", 30) + total("raise", 50) - total("raise", 30)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ("plan=", "'' is no bot with its number of hands: a plan is like call[*]1000[+]raise"),
        ("plan=call*1000+", "'' is no bot with its number of hands"),
        ("plan=call*many+raise", "'call[*]many' is no bot with its number of hands"),
        ("plan=call*1*2+raise", "'call[*]1[*]2' is no bot"),
        ("plan=call*-5+raise", "'call[*]-5' is no bot"),
        ("plan=call*0+raise", "a plan with 0 hands for bot 1: a bot plays at least 1"),
        ("plan=call+raise", "a plan without hands for bot 1: every bot but the last has a number of hands"),
        ("plan=call*5+raise,repeat=1", "a plan without hands for bot 2: with repeat every bot has a number of hands"),
        ("plan=call*5+raise*5,repeat=2", "repeat=2: 1 to start again after the last bot, 0 to stay with it"),
        ("plan=cal*5+raise", "no bot is called 'cal' .did you mean call"),
        ("plan=random:fold=-1*5+raise", "frequencies fold=-1"),
        ("plan=7", "no bot is called '7'"),
        ("", "a plan is like"),
    ],
)
def test_what_is_wrong_with_a_plan_is_said_in_one_line(options: str, complaint: str) -> None:
    with pytest.raises(BotError, match=complaint) as caught:
        make_bot(f"switching:{options}")
    assert "\n" not in str(caught.value)


def test_a_plan_of_no_bots_is_refused() -> None:
    with pytest.raises(BotError, match="a plan without bots"):
        SwitchingBot(plan=[])
    with pytest.raises(BotError, match="'call', which is no bot"):
        SwitchingBot(plan=[("call", 5)])  # type: ignore[list-item]


def test_what_a_switching_bot_plays_is_what_the_one_plays_whose_turn_it_is() -> None:
    bot = make_bot("switching:plan=raise*1+all-in")
    bot.hand_starts(VIEW)
    assert bot.act(VIEW) == raise_to(20)
