"""The bot that asks a two-player bot."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from mapping.limit.limit_views import GAME, one_view_each, random_views, view_of
from railbird.arena import check_games, read_entrants
from railbird.bots import Bot, check_bot, make_bot
from railbird.bots.adaptive.heads_up_history import translated_back
from railbird.bots.bot_memory import may_remember
from railbird.bots.legal import SMALLEST_RAISE
from railbird.bots.reference.cfr_bots import CFRLimitBot
from railbird.cards.hands import parse_class
from railbird.errors import BotError
from railbird.games import CALL, FOLD, View, game_named, raise_to
from railbird.mapping.limit import MapLimitBot, mapped_states
from railbird.mapping.limit.fold_bias import FoldBias, FrequencyPair, with_more_folds, write_bias
from railbird.mapping.limit.mapped_decision import AskedState, mean_answer, weights_of
from railbird.mapping.limit.mapping_summary import MappingSummary
from railbird.opponent_models import ActionFrequencies
from railbird.play import play_match

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from railbird.games import Action

TWO = game_named("holdem.limit.2p.reverse_blinds")
SPECS = (
    "map-limit:mapping=1",
    "map-limit:mapping=2,nearest=2",
    "map-limit:mapping=3,nearest=5,weights=distance",
    "map-limit",
    "map-limit:mapping=4,nearest=15,weights=distance,bot=[random]",
)


class AlwaysFolds(Bot):
    """Says that it folds, also where a check is free, and remembers what it was shown."""

    def __init__(self) -> None:
        self.views: list[View] = []
        self.games: list[tuple[str, int]] = []

    def match_starts(self, game: object, seat: int) -> None:
        self.games.append((getattr(game, "name", ""), seat))

    def act(self, view: View) -> Action:  # noqa: ARG002
        return FOLD

    def probabilities(self, view: View) -> Mapping[Action, float]:
        self.views.append(view)
        return {FOLD: 1.0}


def asked(*answers: tuple[int, tuple[float, float, float]]) -> list[AskedState]:
    near = mapped_states(view_of("rcc/rr"), mapping=2, nearest=len(answers))[0]
    distances = [state._replace(distance=distance) for state, (distance, _) in zip(near, answers, strict=True)]
    weights = weights_of(distances, by_distance=True)
    return [
        AskedState(state.state, state.distance, weight, ActionFrequencies(*answer))
        for state, weight, (_, answer) in zip(distances, weights, answers, strict=True)
    ]


def test_glockner_weighted_mean() -> None:
    """Weights 1 / (1 + d) for the distances 4, 6, 9, 10 of the slides' table."""
    answers = [(4, (1.0, 0.0, 0.0)), (6, (0.0, 1.0, 0.0)), (9, (0.0, 0.0, 1.0)), (10, (0.0, 1.0, 0.0))]
    total = 1 / 5 + 1 / 7 + 1 / 10 + 1 / 11
    mean = mean_answer({0: asked(*answers)})
    assert mean == pytest.approx((1 / 5 / total, (1 / 7 + 1 / 11) / total, 1 / 10 / total))


def test_opponents_count_the_same() -> None:
    first, second = asked((0, (1.0, 0.0, 0.0)), (1, (1.0, 0.0, 0.0))), asked((3, (0.0, 0.0, 1.0)))
    assert mean_answer({0: first, 1: second}) == pytest.approx((0.5, 0.0, 0.5))


def test_glockner_problem_hand_1_is_played_as_the_two_player_bot_plays_it() -> None:
    view = view_of("rcc/rr", hole="Ah Kd", board="7s 8s 9s")
    two = View.of(TWO, mapped_states(view, mapping=2)[0][0].state.actions, hole_cards="Ah Kd", board="7s 8s 9s")
    answer = CFRLimitBot().probabilities(two)
    for mapping in (2, 4):
        own = MapLimitBot(mapping=mapping).probabilities(view)
        assert own[CALL] == pytest.approx(answer[CALL])
        assert own[CALL] > 0.9
        assert own[FOLD] < 0.1
        assert own[raise_to(50)] == pytest.approx(answer[raise_to(40)])


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("hands", [20, pytest.param(150, marks=pytest.mark.deep)])
def test_probabilities_of_random_hands_are_those_of_legal_actions(spec: str, hands: int) -> None:
    bot = make_bot(spec)
    for view in random_views(hands, seed=5):
        check_answer(bot, view)


def check_answer(bot: Bot, view: View) -> None:
    probabilities = bot.probabilities(view)
    assert probabilities is not None
    assert sum(probabilities.values()) == pytest.approx(1)
    assert min(probabilities.values()) >= 0
    legal = view.legal_actions()
    for action in (*probabilities, bot.act(view)):
        assert action == CALL or (action == FOLD and legal.fold) or action == raise_to(legal.lowest_raise)
        assert not action.is_raise or legal.can_raise
    assert FOLD not in probabilities or view.to_call(view.position) > 0


@pytest.mark.deep
def test_actions_of_many_random_hands_are_legal() -> None:
    bots = [make_bot(spec) for spec in SPECS]
    for place, view in enumerate(random_views(1_000, seed=6)):
        check_answer(bots[place % len(bots)], view)


class AnswersAnything(Bot):
    """Its probabilities are random, also those of folds where a check is free and of raises where none is left."""

    def __init__(self) -> None:
        self._rng = random.Random(8)

    def act(self, view: View) -> Action:  # noqa: ARG002
        return CALL

    def probabilities(self, view: View) -> Mapping[Action, float]:  # noqa: ARG002
        actions = self._rng.sample([FOLD, CALL, SMALLEST_RAISE], k=self._rng.randint(1, 3))
        return dict.fromkeys(actions, 1 / len(actions))


def test_whatever_the_member_answers_the_action_is_legal(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("ERROR")
    more_folds = FrequencyPair(mapped=ActionFrequencies(0.0, 0.5, 0.5), model=ActionFrequencies(0.3, 0.7, 0.0))
    write_bias(FoldBias(by_hand={}, by_street={(street, 3): more_folds for street in range(4)}), tmp_path / "b.toml")
    bots = [
        MapLimitBot(mapping=mapping, bias=bias, bot=AnswersAnything())
        for mapping in (1, 2, 3, 4)
        for bias in ("", tmp_path / "b.toml")
    ]
    for place, view in enumerate(random_views(40, seed=8)):
        check_answer(bots[place % len(bots)], view)
    assert sum(bot.corrections for bot in bots) > 40


def check_translated_actions(views: Iterable[View], *, fewest: int) -> None:
    """Each answer of the two-player bot becomes legal actions of the real hand, also if a bias makes it fold more."""
    answers = [{action: 1.0} for action in (FOLD, CALL, SMALLEST_RAISE)]
    seen: Counter[int] = Counter()
    for view in views:
        legal = view.legal_actions()
        possible = {CALL} | ({FOLD} if legal.fold else set())
        if legal.can_raise:
            possible.add(raise_to(legal.lowest_raise))
        owes = view.to_call(view.position) > 0
        for answer in answers:
            for shift in (0.0, 0.4, -0.4) if owes else (0.0,):
                actions = with_more_folds(translated_back(answer, view), shift)
                assert possible >= {action for action, share in actions.items() if share > 0}, (view, answer, shift)
                assert abs(sum(actions.values()) - 1) < 1e-12
                assert owes or not actions.get(FOLD)
        seen[view.street] += 1
    assert min(seen[street] for street in range(4)) > fewest


def test_the_translated_action_is_legal_over_random_hands() -> None:
    check_translated_actions(random_views(300, seed=9), fewest=100)


@pytest.mark.deep
def test_the_translated_action_is_legal_over_100_000_random_hands() -> None:
    check_translated_actions(one_view_each(100_000, seed=9), fewest=10_000)


@pytest.mark.parametrize("spec", ["map-limit", "map-limit:mapping=1,bot=[random]"])
def test_the_bot_keeps_the_contract(spec: str) -> None:
    report = check_bot(spec, games=[GAME], hands=60, seed=1)
    assert report.passed, str(report)


def test_the_bot_remembers_nothing() -> None:
    bot = make_bot("map-limit:nearest=2", seed=1)
    play_match([bot, make_bot("call"), make_bot("call")], GAME, hands=10, seed=1)
    assert not may_remember(bot, lambda seed: make_bot("map-limit:nearest=2", seed=seed), game=GAME, seat=0, seeds=[2])


def test_the_member_sits_in_seat_0_of_the_two_player_game_and_sees_the_same_cards() -> None:
    member = AlwaysFolds()
    bot = MapLimitBot(bot=member)
    bot.match_starts(GAME, 2)
    view = view_of("rcc/rr")
    bot.probabilities(view)
    assert member.games == [(TWO.name, 0)]
    assert (member.views[-1].hole_cards, member.views[-1].board) == (view.hole_cards, view.board)
    assert all(seen.seat == 0 and seen.acting == seen.position for seen in member.views)


def test_an_illegal_answer_is_corrected_and_counted(caplog: pytest.LogCaptureFixture) -> None:
    bot = MapLimitBot(mapping=4, bot=AlwaysFolds())
    assert bot.probabilities(view_of("ccc/"))[CALL] == 1.0
    assert bot.corrections > 0
    corrections = bot.corrections
    assert bot.probabilities(view_of("rcc/rr"))[FOLD] == 1.0
    assert bot.corrections == corrections
    bot.probabilities(view_of("ccc/"))
    assert bot.corrections > corrections
    assert [record.message.endswith("others are only counted") for record in caplog.records] == [True]


def test_the_bias_shifts_folds_only_where_something_is_owed(tmp_path: Path) -> None:
    q2o = FrequencyPair(mapped=ActionFrequencies(0.0, 0.5, 0.5), model=ActionFrequencies(1.0, 0.0, 0.0))
    path = tmp_path / "bias.toml"
    write_bias(FoldBias(by_hand={parse_class("Q2o"): q2o}, by_street={}), path)
    bot = make_bot(f"map-limit:bias={path}")
    assert bot.probabilities(view_of("rr", hole="Qh 2d"))[FOLD] == 1.0  # type: ignore[index]
    assert bot.probabilities(view_of("cc", hole="Qh 2d")).get(FOLD, 0) == 0  # type: ignore[union-attr]
    plain = make_bot("map-limit")
    assert bot.probabilities(view_of("rr", hole="Qh 2h")) == plain.probabilities(view_of("rr", hole="Qh 2h"))


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("map-limit:mapping=5", "mapping=5: the mappings are 1, 2, 3, 4"),
        ("map-limit:mapping=two", "mapping=two: the mappings are 1, 2, 3, 4"),
        ("map-limit:nearest=0", "nearest=0: give a whole number of states, at least 1"),
        ("map-limit:nearest=1.5", "nearest=1.5: give a whole number"),
        ("map-limit:mapping=1,nearest=5", "mapping 1 gives a single state"),
        ("map-limit:weights=equal", "weights=equal: give plain or distance"),
        ("map-limit:bot=cfr-limit", "without brackets"),
        ("map-limit:bias=nowhere.toml", "nowhere.toml: No such file or directory"),
    ],
)
def test_bad_options_are_refused(spec: str, complaint: str) -> None:
    with pytest.raises(BotError) as refusal:
        make_bot(spec)
    assert complaint in str(refusal.value)


@pytest.mark.parametrize(
    ("spec", "game", "complaint"),
    [
        ("map-limit", TWO.name, "map-limit plays holdem.limit.3p"),
        ("map-limit", "holdem.nolimit.3p", "holdem.nolimit.3p is not"),
        ("map-limit", "leduc.limit.3p", "leduc.limit.3p is not"),
        ("map-limit:bot=[cfr-nolimit]", GAME.name, f"CFRNoLimitBot cannot play {TWO.name}"),
        ("map-limit:bot=[map-limit]", GAME.name, f"MapLimitBot cannot play {TWO.name}"),
    ],
)
def test_what_cannot_be_played_is_refused_before_the_match(spec: str, game: str, complaint: str) -> None:
    with pytest.raises(BotError) as refusal:
        make_bot(spec).match_starts(game_named(game), 0)
    assert complaint in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_member_that_does_not_say_its_probabilities_is_refused_before_the_match() -> None:
    class SilentBot(Bot):
        def act(self, view: View) -> Action:  # noqa: ARG002
            return CALL

    class ShyBot(AlwaysFolds):
        def probabilities(self, view: View) -> None:  # type: ignore[override]  # noqa: ARG002
            return None

    with pytest.raises(BotError, match="map-limit: SilentBot does not say its probabilities: choose a bot that does"):
        MapLimitBot(bot=SilentBot())
    with pytest.raises(BotError, match="map-limit: ShyBot does not say its probabilities: choose a bot that does"):
        MapLimitBot(bot=ShyBot()).match_starts(GAME, 0)


def test_the_arena_asks_members_about_the_two_player_game() -> None:
    check_games(read_entrants(["map-limit:bot=[cfr-limit]", "call", "raise"]), GAME)
    with pytest.raises(BotError, match="betting nolimit there, limit here"):
        check_games(read_entrants(["map-limit:bot=[cfr-nolimit]"]), GAME)
    with pytest.raises(BotError, match="map-limit plays"):
        check_games(read_entrants(["map-limit:bot=[random]"]), TWO)


def test_losses_and_deviations_are_counted() -> None:
    bot, summary = MapLimitBot(mapping=4, nearest=3), MappingSummary()
    decision = bot.decision(view_of("rcc/rr"))
    summary.add(decision)
    assert (summary.decisions, summary.states) == (1, 6)
    # 90:20 became 50:10: pot and amount to call are lost, the raise and the position are not.
    assert dict(summary.losses) == {"pot": 6, "to_call": 6}
    shares = [state.answer.raise_ for state in decision.asked[0]]
    mean = sum(shares) / 3
    assert summary.raise_variance == pytest.approx(sum((share - mean) ** 2 for share in shares) / 3)
    assert summary.deviation_by_distance()[0] == (2, pytest.approx(abs(shares[0] - mean)))
