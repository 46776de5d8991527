"""What a bot is told of a match: every hook, in order, whatever views were left out."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from games.hands_at_random import random_states
from railbird.bots import Bot, Follower
from railbird.bots.bot import HOOKS
from railbird.cards import parse_cards
from railbird.errors import BotError
from railbird.games import CALL, FOLD, Deal, State, game_named, raise_to, random_deal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from railbird.games import Action, Chips, GameDefinition, View

LIMIT = game_named("holdem.limit.2p.reverse_blinds")
NOLIMIT = game_named("holdem.nolimit.3p")
DEAL = Deal((parse_cards("AsKd"), parse_cards("2c7h")), parse_cards("Qs Jh 2d 9c 9d"))
TO_THE_RIVER = [CALL, CALL, raise_to(20), CALL, CALL, CALL, CALL, raise_to(40), CALL]


class Listener(Bot):
    """Writes down what it is told, with the number of actions and of board cards in the view."""

    def __init__(self, *, every: int = 0) -> None:
        self.every = every
        self.heard: list[tuple[object, ...]] = []
        self.views: list[View] = []

    def act(self, view: View) -> Action:  # noqa: ARG002
        return CALL

    def _hear(self, hook: str, view: View, *what: object) -> None:
        self.heard.append((hook, *what, len(view.actions), len(view.board)))
        self.views.append(view)

    def reset(self) -> None:
        self.heard.append(("reset",))

    def match_starts(self, game: GameDefinition, seat: int) -> None:
        self.heard.append(("match_starts", game.name, seat))

    def hand_starts(self, view: View) -> None:
        self._hear("hand_starts", view, view.hand)

    def street_starts(self, view: View) -> None:
        self._hear("street_starts", view, view.street)

    def action_played(self, position: int, action: Action, view: View) -> None:
        self._hear("action_played", view, position, str(action))

    def hand_ends(self, view: View, payoffs: Sequence[Chips]) -> None:
        self._hear("hand_ends", view, tuple(payoffs))

    def hands_played(self, hands: int) -> None:
        self.heard.append(("hands_played", hands))

    def hooks(self) -> list[object]:
        """The names alone."""
        return [hook for hook, *_ in self.heard]


class Starter(Bot):
    """Hears of hands only when they start."""

    def __init__(self) -> None:
        self.numbers: list[int] = []

    def act(self, view: View) -> Action:  # noqa: ARG002
        return CALL

    def hand_starts(self, view: View) -> None:
        self.numbers.append(view.hand)


class Silent(Bot):
    """Hears of nothing."""

    def act(self, view: View) -> Action:  # noqa: ARG002
        return CALL


def states(
    actions: Sequence[Action], *, game: GameDefinition = LIMIT, deal: Deal = DEAL, number: int = 0
) -> list[State]:
    start = State.start(game, deal, hand=number)
    return [start.play(actions[:count]) for count in range(len(actions) + 1)]


def listener_after(shown: Iterable[State], *, position: int = 0) -> Listener:
    """What a bot is told that sees these states of a hand."""
    bot = Listener()
    follower = Follower(bot)
    for state in shown:
        follower.see(state.view(position))
    return bot


def random_hand(game: GameDefinition, seed: int, *, number: int = 0) -> list[State]:
    deal = random_deal(game, np.random.default_rng(seed))
    return random_states(random.Random(seed), game, deal, hand=number)


def test_the_hooks_of_a_hand_in_order() -> None:
    assert listener_after(states(TO_THE_RIVER), position=1).heard == [
        ("match_starts", "holdem.limit.2p.reverse_blinds", 1),
        ("hand_starts", 0, 0, 0),
        ("action_played", 1, "call", 1, 0),
        ("action_played", 0, "call", 2, 3),
        ("street_starts", 1, 2, 3),
        ("action_played", 0, "raise to 20", 3, 3),
        ("action_played", 1, "call", 4, 4),
        ("street_starts", 2, 4, 4),
        ("action_played", 0, "call", 5, 4),
        ("action_played", 1, "call", 6, 5),
        ("street_starts", 3, 6, 5),
        ("action_played", 0, "call", 7, 5),
        ("action_played", 1, "raise to 40", 8, 5),
        ("action_played", 0, "call", 9, 5),
        ("hand_ends", (-40, 40), 9, 5),
    ]


def test_a_hand_that_is_folded_ends_without_a_street() -> None:
    assert listener_after(states([raise_to(20), FOLD])).heard[2:] == [
        ("action_played", 1, "raise to 20", 1, 0),
        ("action_played", 0, "fold", 2, 0),
        ("hand_ends", (-10, 10), 2, 0),
    ]


def test_streets_after_an_all_in_do_not_start() -> None:
    hand = states(
        [raise_to(20_000), CALL, FOLD],
        game=NOLIMIT,
        deal=Deal((*DEAL.hole_cards, parse_cards("3c3d")), DEAL.board),
    )
    assert hand[-1].is_showdown
    bot = listener_after(hand)
    assert "street_starts" not in bot.hooks()
    assert bot.heard[-1] == ("hand_ends", hand[-1].payoffs(), 3, 5)


@pytest.mark.parametrize("game", ["kuhn.limit.2p", "holdem.limit.3p", "holdem.nolimit.6p", "leduc.limit.3p"])
def test_the_same_events_are_reported_whatever_views_are_skipped(game: str) -> None:
    rng = random.Random(1)
    for seed in range(60):
        hand = random_hand(game_named(game), seed, number=seed)
        position = rng.randrange(hand[0].game.players)
        everything = listener_after(hand, position=position)
        only_the_end = listener_after(hand[-1:], position=position)
        some = listener_after([state for state in hand[:-1] if rng.random() < 0.4] + hand[-1:], position=position)
        assert some.heard == only_the_end.heard == everything.heard


def test_views_on_the_way_show_what_could_be_seen_then_and_no_more() -> None:
    hand = states(TO_THE_RIVER)
    direct, later = listener_after(hand), listener_after(hand[-1:])
    assert hand[-1].is_showdown
    for state, view in zip(hand, [view for view in later.views if view.is_over is False], strict=False):
        assert view.hands == (DEAL.hole_cards[0], ())
        assert state.game == view.game
    for first, second in zip(direct.views, later.views, strict=True):
        assert (first.hands, first.board, first.actions, str(first)) == (
            second.hands,
            second.board,
            second.actions,
            str(second),
        )
    assert later.views[-1].hands == DEAL.hole_cards


def test_a_view_that_is_shown_twice_tells_nothing_new() -> None:
    hand = states(TO_THE_RIVER)
    assert listener_after(state for state in hand for _ in range(2)).heard == listener_after(hand).heard


def test_one_who_joins_in_mid_hand_hears_of_it_from_the_start() -> None:
    bot = listener_after(states(TO_THE_RIVER, number=7)[4:5], position=0)
    assert bot.heard[:2] == [("match_starts", LIMIT.name, 1), ("hand_starts", 7, 0, 0)]
    assert bot.hooks()[2:] == ["action_played"] * 2 + ["street_starts"] + ["action_played"] * 2 + ["street_starts"]


@pytest.mark.parametrize(("number", "position", "seat"), [(0, 0, 0), (0, 2, 2), (1, 0, 1), (1, 2, 0), (5, 1, 0)])
def test_the_seat_follows_from_the_position_and_the_number_of_the_hand(number: int, position: int, seat: int) -> None:
    bot = listener_after(random_hand(NOLIMIT, 0, number=number), position=position)
    assert bot.heard[0] == ("match_starts", "holdem.nolimit.3p", seat)


def play_numbers(follower: Follower, numbers: Iterable[int], *, seed: int = 0) -> None:
    for number in numbers:
        for state in random_hand(LIMIT, 100 * seed + number, number=number):
            if follower.wants(state):
                follower.see(state.view(number % 2))


def test_a_lower_number_begins_another_match_with_a_reset() -> None:
    bot = Listener()
    play_numbers(Follower(bot), [0, 1, 2, 0, 1])
    matches = [hook for hook in bot.heard if hook[0] in ("reset", "match_starts", "hand_starts")]
    match_starts = ("match_starts", LIMIT.name, 0)
    first, second = [("hand_starts", number, 0, 0) for number in range(3)], [("hand_starts", 0, 0, 0)]
    assert matches == [match_starts, *first, ("reset",), match_starts, *second, ("hand_starts", 1, 0, 0)]


def test_the_same_number_with_other_cards_begins_another_match() -> None:
    bot = Listener()
    follower = Follower(bot)
    play_numbers(follower, [0])
    play_numbers(follower, [0], seed=1)
    assert bot.hooks().count("match_starts") == 2
    assert bot.hooks().count("reset") == 1


def test_numbers_that_are_left_out_do_not_begin_another_match() -> None:
    bot = Listener()
    play_numbers(Follower(bot), [0, 4, 9])
    assert bot.hooks().count("match_starts") == 1
    assert "reset" not in bot.hooks()


def test_a_hand_that_is_never_finished_has_no_end() -> None:
    bot = Listener()
    follower = Follower(bot)
    follower.see(states(TO_THE_RIVER)[4].view(0))
    play_numbers(follower, [1])
    assert bot.hooks().count("hand_starts") == 2
    assert bot.hooks().count("hand_ends") == 1


def test_hands_played_is_called_after_every_few_hands_of_a_match() -> None:
    bot = Listener(every=3)
    follower = Follower(bot)
    play_numbers(follower, range(7))
    assert [heard for heard in bot.heard if heard[0] == "hands_played"] == [("hands_played", 3), ("hands_played", 6)]
    assert bot.heard[bot.heard.index(("hands_played", 3)) - 1][0] == "hand_ends"
    # Another match counts from the start.
    bot.heard.clear()
    play_numbers(follower, range(5))
    assert [heard for heard in bot.heard if heard[0] == "hands_played"] == [("hands_played", 3)]


def test_a_bot_that_listens_to_nothing_is_left_in_peace() -> None:
    follower = Follower(Silent())
    assert follower.is_idle
    # But for the first hand, without which another match could not be told from this one.
    first, *_, last = states(TO_THE_RIVER)
    follower.see(first.view(0))
    follower.see(last.view(0))
    assert not any(follower.wants(state) for state in states(TO_THE_RIVER, number=1))


def test_a_bot_says_what_it_listens_to() -> None:
    assert Silent().listens_to == frozenset()
    assert Starter().listens_to == {"hand_starts"}
    assert Listener().listens_to == {*HOOKS}


class Drawing(Silent):
    """Draws when it is asked."""

    def drawn(self) -> list[float]:
        return self.generator.random(3).tolist()


def test_a_bot_has_a_generator_of_its_own_in_every_match_which_the_seed_fixes() -> None:
    bot, again, other = Drawing(), Drawing(), Drawing()
    other.generator_seed = 2
    follower = Follower(bot)
    Follower(again)
    Follower(other)
    first = bot.drawn()
    assert again.drawn() == first
    assert other.drawn() != first
    assert bot.drawn() != first
    play_numbers(follower, [0, 1, 2])
    assert bot.drawn() != first
    play_numbers(follower, [0], seed=1)  # another match
    assert bot.drawn() == first


class DrawingFirst(Listener):
    """Draws as soon as a match starts."""

    def match_starts(self, game: GameDefinition, seat: int) -> None:
        super().match_starts(game, seat)
        self.heard.append(("drawn", self.generator.random()))


def test_the_generator_is_there_when_the_match_starts() -> None:
    bot = DrawingFirst()
    play_numbers(Follower(bot), [0, 1, 0])
    draws = [heard for heard in bot.heard if heard[0] == "drawn"]
    assert len(draws) == 2
    assert draws[0] == draws[1]


def test_before_a_match_there_is_no_generator() -> None:
    with pytest.raises(BotError, match="no generator before a match starts"):
        Drawing().drawn()


def test_a_bot_that_listens_to_hands_wants_their_beginning_and_end() -> None:
    bot = Starter()
    follower = Follower(bot)
    wanted = []
    for number in range(3):
        for state in states(TO_THE_RIVER, number=number):
            if follower.wants(state):
                follower.see(state.view(0))
                wanted.append((number, len(state.actions)))
    assert wanted == [(number, actions) for number in range(3) for actions in (0, len(TO_THE_RIVER))]
    assert bot.numbers == [0, 1, 2]


class MatchListener(Silent):
    """Hears only of matches."""

    def __init__(self) -> None:
        self.matches = 0

    def match_starts(self, game: GameDefinition, seat: int) -> None:  # noqa: ARG002
        self.matches += 1


def test_a_bot_that_listens_to_matches_wants_nothing_after_the_first_hand() -> None:
    bot = MatchListener()
    follower = Follower(bot)
    wanted = []
    for number in (0, 1, 2, 0, 0):
        for state in states(TO_THE_RIVER, number=number):
            if follower.wants(state):
                follower.see(state.view(0))
                wanted.append((number, len(state.actions)))
    end = len(TO_THE_RIVER)
    assert wanted == [(0, 0), (0, end)] * 3
    assert bot.matches == 3


def test_matches_of_one_hand_each_start_before_the_bot_is_asked() -> None:
    bot = Starter()
    follower = Follower(bot)
    play_numbers(follower, [0])
    first = random_hand(LIMIT, 100)[0]
    assert follower.wants(first)
    follower.see(first.view(0))
    assert bot.numbers == [0, 0]


class Failing(Listener):
    """Fails at the second action that it hears of."""

    def action_played(self, position: int, action: Action, view: View) -> None:
        super().action_played(position, action, view)
        if len(view.actions) == 2:
            raise ValueError(action)


def test_a_bot_that_fails_hears_the_rest_and_nothing_twice() -> None:
    bot = Failing()
    follower = Follower(bot)
    hand = states(TO_THE_RIVER)
    with pytest.raises(ValueError, match="call"):
        follower.see(hand[4].view(0))
    follower.see(hand[-1].view(0))
    heard = [view for (hook, *_), view in zip(bot.heard[1:], bot.views, strict=True) if hook == "action_played"]
    assert [len(view.actions) for view in heard] == [*range(1, len(TO_THE_RIVER) + 1)]
