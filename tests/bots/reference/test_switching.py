"""The bot that switches between bots: who plays when, who hears what, and what is wrong with its options."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bots.situations import LIMIT, state_after, tell_hand, views_of_hands
from railbird.bots import Bot, Follower, make_bot
from railbird.bots.reference.exploiting import ExploitingBot
from railbird.bots.reference.simple import CallBot, RaiseBot, RandomBot
from railbird.bots.reference.switching import SwitchingBot
from railbird.errors import BotError
from railbird.games import CALL, Action, raise_to
from railbird.play import play_match

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
    text = "switching:bots=[call]+[raise],hands=1000+1000"
    assert players(make_bot(text), edges) == "ccrrrrrr"
    assert players(make_bot(text + ",repeat=1"), edges) == "ccrrccrc"
    assert players(make_bot("switching:bots=[call]+[raise],hands=1000"), edges) == "ccrrrrrr"
    assert players(SwitchingBot(bots=[CallBot(), RaiseBot()], hands=1000), edges) == "ccrrrrrr"


def test_more_than_two_bots() -> None:
    bots, hands = [CallBot(), RaiseBot(), CallBot()], (1, 2, 3)
    assert players(SwitchingBot(bots=bots, hands=hands), range(14)) == "crrccccccccccc"
    assert players(SwitchingBot(bots=bots, hands=hands, repeat=True), range(14)) == "crrccccrrccccr"


def test_hands_have_numbers_so_that_a_bot_can_join_late() -> None:
    assert players(make_bot("switching:bots=[call]+[raise],hands=10"), [12, 9, 10]) == "rcr"


def test_options_of_the_bots_stand_in_their_brackets() -> None:
    bot = make_bot("switching:bots=[random:fold=0,raise=1,call=0]+[call],hands=2")
    assert players(bot, range(5)) == "rrccc"


def test_a_bot_alone_plays_all_hands() -> None:
    assert players(make_bot("switching:bots=[raise]"), range(3)) == "rrr"


def test_between_bots_that_listen_to_nothing_it_listens_to_nothing() -> None:
    assert Follower(make_bot("switching:bots=[call]+[random],hands=5")).is_idle
    watching = Follower(make_bot("switching:bots=[call]+[exploiting],hands=5"))
    assert watching.wants_steps
    assert not Follower(make_bot("switching:bots=[call]+[all-in-equity],hands=5")).wants_steps


def test_it_has_the_probabilities_of_the_bot_that_plays() -> None:
    bot = make_bot("switching:bots=[random]+[call],hands=1")
    bot.hand_starts(VIEW)
    assert bot.probabilities(VIEW) == RandomBot().probabilities(VIEW)


def test_all_bots_hear_everything_all_the_time() -> None:
    alone, first, second = Listener(every=2), Listener(every=2), Listener(every=3)
    together = SwitchingBot(bots=[first, second], hands=2)
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
    follower = Follower(SwitchingBot(bots=[bot, CallBot(), bot], hands=[1, 1]))
    for number in range(2):
        tell_hand(follower, number, "f f")
    assert [heard for heard in bot.heard if heard[0] in ("hand", "hands")] == [("hand", 0), ("hand", 1), ("hands", 2)]


def test_an_exploiter_who_does_not_play_keeps_watching() -> None:
    exploiter = ExploitingBot(reactions=10)
    bot = SwitchingBot(bots=[RaiseBot(), exploiter], hands=1000)
    play_match([bot, make_bot("exploitable"), make_bot("call")], LIMIT, hands=40, seed=1)
    assert exploiter.reliable_folders.keys() == {1}


def test_bots_have_seeds_of_their_own_that_come_from_its_seed() -> None:
    def answers(seed: int) -> list[list[Action]]:
        bot = make_bot("switching:bots=[random]+[random],hands=1000", seed=seed)
        answered: list[list[Action]] = [[], []]
        for inner, actions in zip(bot.members, answered, strict=True):
            actions += [inner.act(view) for view in views_of_hands(VIEW, 100)]
        return answered

    first, second = answers(1)
    assert first != second
    assert answers(1) == [first, second]
    assert answers(2) != [first, second]


def test_a_match_of_a_switching_bot_is_that_of_its_parts() -> None:
    def total(spec: str, hands: int) -> Chips:
        bots: list[Bot] = [make_bot(spec, seed=1), make_bot("call"), make_bot("raise")]
        return play_match(bots, LIMIT, hands=hands, seed=5).totals[0]

    assert total("switching:bots=[fold]+[raise],hands=30", 30) == total("fold", 30)
    assert total("switching:bots=[fold]+[raise],hands=30", 50) == total("fold", 30) + total("raise", 50) - total(
        "raise", 30
    )


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ("", "bots is missing; its options are bots, hands, repeat"),
        ("bots=", "bots= is a bot without brackets: write bots=.NAME., or in a TOML file a table with its type"),
        ("bots=call", "bots=call is a bot without brackets: write bots=.call., "),
        ("bots=call+raise,hands=5", "write bots=.call.[+].raise., "),
        ("bots=random:fold=0,raise=2", "bots=random:fold=0 is a bot without brackets: write bots=.random:fold=0."),
        ("bots=[call]+raise,hands=5", "'.call.[+]raise' is not a list of bots: write .call.[+].raise."),
        ("bots=[call][raise],hands=5", "'.call..raise.' is not a list of bots: write .call.[+].raise.$"),
        ("bots=[call] + [raise],hands=5", "'.call. [+] .raise.' is not a list of bots: write .call.[+].raise.$"),
        ('bots=[call]+"a+b.toml",hands=5', 'is not a list of bots: write .call.[+]."a[+]b.toml".$'),
        ("bots=[call]+,hands=5", "'.call.[+]' is not a list of bots: write .call.$"),
        ("bots=[call],[raise],hands=5", "'.raise.' is not an option like name=value; join several bots with [+]"),
        ("bots=[call],[random:fold=1],hands=5", "'.random:fold=1.' is not an option like name=value; join several"),
        ("bots=7", "bots=7 is a bot without brackets"),
        ("bots=[call]+[raise,hands=5", "a . without its ."),
        ("bots=[call]+raise],hands=5", "a . without its ."),
        ("bots=[call]+[raise],hands=many", "hands=many|numbers of hands"),
        ("bots=[call]+[raise],hands=-5", "hands=-5: a bot plays a whole number of hands, at least 1"),
        ("bots=[call]+[raise],hands=0", "hands=0: a bot plays a whole number of hands, at least 1"),
        ("bots=[call]+[raise],hands=1.5", "hands=1.5: a bot plays a whole number"),
        ("bots=[call]+[raise]", "0 numbers of hands for 2 bots: every bot but the last has its own"),
        ("bots=[call]+[raise],hands=1+2+3", "3 numbers of hands for 2 bots"),
        ("bots=[call]+[raise],hands=5,repeat=1", "1 numbers of hands for 2 bots: with repeat every bot has its own"),
        ("bots=[call]+[raise],hands=5+5,repeat=2", "repeat=2: give 1 to start again after the last bot, or 0 to stay"),
        ("bots=[cal]+[raise],hands=5", "no bot is called 'cal' .did you mean call"),
        ("bots=[random:fold=-1]+[raise],hands=5", "frequencies fold=-1"),
        ("plan=call*1000+raise", "bots is missing|no option plan"),
    ],
)
def test_mistakes_in_options_are_reported_in_one_line(options: str, complaint: str) -> None:
    with pytest.raises(BotError, match=complaint) as caught:
        make_bot(f"switching:{options}")
    assert "\n" not in str(caught.value)


def test_objects_that_are_not_bots_are_refused() -> None:
    with pytest.raises(BotError, match="no bots to switch between"):
        SwitchingBot(bots=[])
    with pytest.raises(BotError, match="'call' is not a bot: in a spec, write a bot within a bot in brackets"):
        SwitchingBot(bots=["call"])  # type: ignore[list-item]


def test_a_switching_bot_plays_what_the_bot_whose_turn_it_is_plays() -> None:
    bot = make_bot("switching:bots=[raise]+[all-in],hands=1")
    bot.hand_starts(VIEW)
    assert bot.act(VIEW) == raise_to(20)
