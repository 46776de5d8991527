"""The bot that varies a triple before the flop, simulates after it, and plays an equilibrium heads-up."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bots.situations import LIMIT, LIMIT_HEADS_UP, view_after
from games.hands_at_random import random_cards, random_limit, random_states
from railbird.bots import check_bot, make_bot
from railbird.bots.adaptive.heads_up_history import heads_up_view
from railbird.bots.adaptive.ownbot import OwnBot
from railbird.errors import BotError
from railbird.games import CALL, game_named, raise_to
from railbird.games.definition import UNLIMITED
from railbird.play import play_match

if TYPE_CHECKING:
    from railbird.games import GameDefinition, View

QUICK = "ownbot:strength=0.1"


def six_players() -> GameDefinition:
    return replace(random_limit(random.Random(0), 6), stacks=(UNLIMITED,) * 6, name="holdem.limit.6p")


def views_of_play(game: GameDefinition, *, hands: int, seed: int) -> list[View]:
    """Every view of a player to act in random hands."""
    rng = random.Random(seed)
    return [
        state.view(state.acting)
        for hand in range(hands)
        for state in random_states(rng, game, random_cards(rng, game), hand=hand)
        if not state.is_over
    ]


def test_it_keeps_to_the_contract() -> None:
    report = check_bot(QUICK, games=[LIMIT_HEADS_UP, LIMIT, six_players()], hands=8, seed=1)
    assert report.passed, report


def test_in_a_game_of_two_it_plays_as_cfr_limit_does() -> None:
    own, equilibrium = OwnBot(seed=5), make_bot("cfr-limit", seed=5)
    for view in views_of_play(game_named(LIMIT_HEADS_UP), hands=80, seed=3):
        assert own.probabilities(view) == equilibrium.probabilities(view)
        assert own.act(view) == make_bot("cfr-limit:seed=5").act(view)


def test_when_the_others_have_folded_it_plays_as_cfr_limit_does() -> None:
    own, equilibrium = OwnBot(), make_bot("cfr-limit")
    views = [view for view in views_of_play(game_named(LIMIT), hands=150, seed=4) if len(view.in_hand) == 2]
    for view in views:
        expected = equilibrium.probabilities(heads_up_view(view))
        assert expected is not None
        found = own.probabilities(view)
        assert Counter({action.kind: p for action, p in found.items()}) == Counter(
            {action.kind: p for action, p in expected.items()}
        )
    assert len(views) > 50


def test_its_probabilities_sum_to_one_and_asking_changes_nothing() -> None:
    own, asked = OwnBot(strength=0.05, seed=2), OwnBot(strength=0.05, seed=2)
    for view in views_of_play(six_players(), hands=6, seed=5):
        probabilities = asked.probabilities(view)
        assert sum(probabilities.values()) == pytest.approx(1)
        assert probabilities.get(asked.act(view), 0) > 0
        assert own.act(view) == asked.act(view)


def test_before_the_flop_it_draws_from_its_probabilities() -> None:
    own = OwnBot(seed=1)
    view = view_after(LIMIT, "", hole="Jd 8d")
    expected = own.probabilities(view)
    assert len(expected) == 3
    draws = Counter(own.act(view_after(LIMIT, "", hole="Jd 8d", hand=hand)) for hand in range(600))
    for action, probability in expected.items():
        assert draws[action] / 600 == pytest.approx(probability, abs=0.07)


def test_the_same_seed_gives_the_same_match() -> None:
    def totals(seed: int) -> object:
        bots = [OwnBot(strength=0.1, seed=seed), make_bot("call"), make_bot("all-in-equity")]
        return play_match(bots, LIMIT, hands=30, seed=4).totals

    assert totals(1) == totals(1)
    assert totals(1) != totals(2)


def test_it_learns_heads_up_too() -> None:
    own = OwnBot()
    play_match([own, make_bot("call")], LIMIT_HEADS_UP, hands=20, seed=1)
    model = own.models.of_seat(1)
    assert model.actions > 40
    assert model.showdowns > 0


def test_its_models_change_its_play_before_the_flop() -> None:
    def after_match(*, model: bool) -> object:
        own = OwnBot(strength=0.1, model=model)
        play_match([own, make_bot("fold"), make_bot("fold")], LIMIT, hands=60, seed=1)
        return own.probabilities(view_after(LIMIT, "", hole="Jd 8d"))

    untaught = OwnBot().probabilities(view_after(LIMIT, "", hole="Jd 8d"))
    assert after_match(model=False) == untaught
    assert after_match(model=True) != untaught


def test_contradictory_reports_leave_it_legal_and_sensible() -> None:
    own = OwnBot(strength=0.1)
    own.match_starts(game_named(LIMIT), 0)
    view = view_after(LIMIT, "r20 c", hole="As Ah")
    other = view_after(LIMIT, "c c c c", hole="7h 2s", board="2c 7d Th")
    own.action_played(0, CALL, other)  # no hand has started
    own.hand_starts(view)
    own.action_played(2, raise_to(20), other)
    own.action_played(2, CALL, view)
    own.hand_starts(view)
    own.hand_ends(other, [0, 0, 0])
    assert own.act(view) in (CALL, raise_to(30))


@pytest.mark.parametrize(
    ("game", "message"),
    [
        ("holdem.nolimit.3p", "ownbot plays limit hold'em, but holdem.nolimit.3p is not"),
        ("kuhn.limit.3p", "ownbot plays limit hold'em, but kuhn.limit.3p is not"),
    ],
)
def test_a_game_that_it_was_not_made_for_is_refused(game: str, message: str) -> None:
    with pytest.raises(BotError, match=message):
        OwnBot().match_starts(game_named(game), 0)


def test_a_table_that_is_too_large_is_refused() -> None:
    large = replace(random_limit(random.Random(0), 7), name="holdem.limit.7p")
    with pytest.raises(BotError, match=r"ownbot plays with 2 to 6 players, but holdem\.limit\.7p has 7"):
        OwnBot().match_starts(large, 0)


@pytest.mark.parametrize("option", ["strength=0", "seconds=-1", "model=2"])
def test_wrong_options_are_refused(option: str) -> None:
    with pytest.raises(BotError, match=f"{option.partition('=')[0]}="):
        make_bot(f"ownbot:{option}")
