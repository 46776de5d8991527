"""The bot that lets a two-player bot play at a table for three."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import pytest

from mapping.nolimit.printed_actions import THREE, view_of
from railbird.arena import check_games, read_entrants
from railbird.bots import Bot, check_bot, make_bot, nearest_legal
from railbird.bots.bot_memory import may_remember
from railbird.bots.reference.simple import CallBot
from railbird.errors import BotError, MatchError
from railbird.games import CALL, FOLD, View, game_named, raise_to
from railbird.mapping.nolimit import VARIANTS, Variant, map_view
from railbird.mapping.nolimit.map_nolimit_bot import MapNoLimitBot
from railbird.mapping.nolimit.mapping_losses import MappingCounts, Situation
from railbird.play import play_match
from railbird.play.correction import corrected

if TYPE_CHECKING:
    from collections.abc import Mapping

    from railbird.games import Action, GameDefinition

MATCH = "holdem.nolimit.2p.reverse_blinds in seat 0"


class Answering(Bot):
    """Gives the same answer always, and notes what it is shown."""

    def __init__(self, answer: Action = CALL) -> None:
        self._answer = answer
        self.views: list[View] = []
        self.heard: list[str] = []

    def reset(self) -> None:
        self.heard.append("reset")

    def match_starts(self, game: GameDefinition, seat: int) -> None:
        self.heard.append(f"{game.name} in seat {seat}")

    def act(self, view: View) -> Action:
        self.views.append(view)
        return self._answer


def answered(answer: Action, text: str, *, variant: str = "N0", rescale: bool = False) -> tuple[Action, MappingCounts]:
    bot = MapNoLimitBot(variant=variant, bot=Answering(answer), rescale=rescale)
    return bot.act(view_of(text)), bot.counts


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
@pytest.mark.parametrize("hands", [15, pytest.param(40, marks=pytest.mark.deep)])
def test_every_variant_plays_with_any_two_player_bot(variant: object, hands: int) -> None:
    for member in ("ev", "random", "all-in", "min-raise"):
        bot = make_bot(f"map-nolimit:variant={variant},bot=[{member}]", seed=1)
        others = [make_bot("random", seed=2), make_bot("min-raise")]
        assert play_match([bot, *others], THREE, hands=hands, seed=3).corrections == (0, 0, 0)
        assert isinstance(bot, MapNoLimitBot)
        assert bot.counts.decisions >= hands


def test_the_default_bot_is_the_shipped_equilibrium() -> None:
    bot = make_bot("map-nolimit", seed=1)
    probabilities = bot.probabilities(view_of("R300 C"))
    assert probabilities is not None
    assert sum(probabilities.values()) == pytest.approx(1)
    assert play_match([bot, CallBot(), make_bot("ev")], THREE, hands=30, seed=3).corrections == (0, 0, 0)


def test_it_keeps_the_contract_of_bots() -> None:
    report = check_bot("map-nolimit:variant=A3,bot=[ev]", games=[THREE], hands=60)
    assert report.passed, str(report)


def test_the_member_hears_of_one_match_for_two_and_is_asked_in_seat_0() -> None:
    member = Answering()
    play_match([MapNoLimitBot(bot=member), CallBot(), make_bot("random", seed=1)], THREE, hands=20, seed=1)
    assert member.heard == ["reset", MATCH]
    assert {(view.game.name, view.seat, view.acting == view.position) for view in member.views} == {
        ("holdem.nolimit.2p.reverse_blinds", 0, True)
    }
    assert {view.hand for view in member.views} <= {*range(20)}


def test_a_new_match_is_new_for_the_member() -> None:
    member = Answering()
    bot = MapNoLimitBot(bot=member)
    bot.match_starts(THREE, 1)
    bot.reset()
    bot.match_starts(THREE, 2)
    assert member.heard == [MATCH, "reset", MATCH]


@pytest.mark.parametrize(
    ("answer", "expected"), [(FOLD, FOLD), (CALL, CALL), (raise_to(5000), raise_to(5000)), (raise_to(20_000),) * 2]
)
def test_lilienthal_appendix_the_answer_is_passed_back_unchanged(answer: Action, expected: Action) -> None:
    action, counts = answered(answer, "R300 C R500 R1500")
    assert action == expected
    assert (counts.illegal_answers, counts.moved_answers) == (0, 0)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [(FOLD, CALL), (raise_to(10), raise_to(200)), (raise_to(30_000), raise_to(20_000))],
)
def test_illegal_answers_are_corrected_as_by_the_dealer_and_counted(answer: Action, expected: Action) -> None:
    action, counts = answered(answer, "C C C | C", variant="A0")
    assert action == expected
    assert counts.illegal_answers == 1


@pytest.mark.parametrize("text", ["", "C", "R300 C", "R20000", "C C C | C", "R9000 R20000 C"])
def test_answers_are_corrected_as_in_a_match(text: str) -> None:
    hand = map_view(view_of(text), Variant.of("N0")).view
    for answer in (FOLD, CALL, *map(raise_to, (0, 100, 150, 500, 19_999, 20_000, 50_000))):
        expected, warning = corrected(answer, hand.legal_actions(), is_limit=False)
        assert nearest_legal(answer, hand) == expected
        assert answered(answer, text)[1].illegal_answers == bool(warning)


def test_a_raise_when_none_is_possible_is_a_call() -> None:
    action, counts = answered(raise_to(20_000), "R20000 C")
    assert action == CALL
    assert counts.illegal_answers == 1


def test_an_answer_that_is_illegal_at_the_table_is_moved_and_counted() -> None:
    # Hero's raise to 400 is one to 500 in the mapped hand, so that the raise to 900 is smaller there.
    text = "R200 R300 R400 C R900"
    hand, view = map_view(view_of(text), Variant.of("N0")).view, view_of(text)
    assert (hand.legal_actions().lowest_raise, view.legal_actions().lowest_raise) == (1300, 1400)
    action, counts = answered(raise_to(1300), text)
    assert (action, counts.moved_answers) == (raise_to(1400), 1)
    action, counts = answered(raise_to(1400), text)
    assert (action, counts.moved_answers) == (raise_to(1400), 0)


def test_a_rescaled_raise_has_the_same_size_relative_to_the_pot() -> None:
    # R200 R600 R2000 R8000: a pot of 16,000 after a call, and 18,000 at the table.
    text = "R200 R300 R600 R2000 C R8000"
    assert answered(raise_to(16_000), text)[0] == raise_to(16_000)
    assert answered(raise_to(16_000), text, rescale=True)[0] == raise_to(17_000)
    assert answered(raise_to(20_000), text, rescale=True)[0] == raise_to(20_000)
    assert answered(CALL, text, rescale=True)[0] == CALL


class Undecided(Answering):
    """Says two probabilities."""

    def probabilities(self, view: View) -> Mapping[Action, float]:
        return {FOLD: 0.25, CALL: 0.5, raise_to(view.legal_actions().highest_raise): 0.25}


def test_probabilities_are_those_of_the_member_for_translated_actions() -> None:
    bot = MapNoLimitBot(variant="A1", bot=Undecided())
    assert bot.probabilities(view_of("R300")) == {FOLD: 0.25, CALL: 0.5, raise_to(20_000): 0.25}
    assert bot.probabilities(view_of("C")) == {CALL: 0.75, raise_to(20_000): 0.25}
    assert MapNoLimitBot(bot=Answering()).probabilities(view_of("R300")) is None
    assert bot.counts == MappingCounts()


def test_losses_of_information_are_counted() -> None:
    bot = MapNoLimitBot(variant="N0", bot=Answering())
    bot.act(view_of("R300"))  # the button's raise and the big blind are there, the small blind is not
    assert bot.counts == MappingCounts(decisions=1, lost_pot=1, lost_to_call=1)
    bot.act(view_of("C C C | C"))  # the last of two to act, the second of three
    assert bot.counts == MappingCounts(decisions=2, lost_pot=2, lost_to_call=1, lost_acts_last=1)
    bot.act(view_of("R300 C R500 R700"))
    assert bot.counts.decisions == 3


def test_a_situation_is_that_of_the_player_to_act() -> None:
    assert Situation.of(view_of("R300")) == Situation(450, 250, 250 / 450, False, True)
    assert Situation.of(view_of("R300 F C | C")) == Situation(650, 0, 0.0, True, True)


def test_counts_are_no_memory() -> None:
    for member, expected in (("ev", False), ("switching:bots=[call]+[raise],hands=3", False), ("exploiting", True)):
        spec = f"map-nolimit:bot=[{member}]"
        bot = make_bot(spec, seed=1)
        play_match([bot, CallBot(), CallBot()], THREE, hands=5, seed=1)
        remembers = may_remember(bot, lambda seed, spec=spec: make_bot(spec, seed=seed), game=THREE, seat=0, seeds=[5])  # type: ignore[misc]
        assert remembers == expected
    assert pickle.loads(pickle.dumps(MappingCounts(decisions=3))) == MappingCounts()


@pytest.mark.parametrize(
    ("spec", "game", "complaint"),
    [
        (
            "map-nolimit:bot=[ev]",
            "holdem.limit.3p",
            "map-nolimit: only no-limit hands can be mapped, but holdem.limit.3p is",
        ),
        (
            "map-nolimit:bot=[ev]",
            "holdem.nolimit.6p",
            "map-nolimit: only hands of three players can be mapped, but .* has 6",
        ),
        ("map-nolimit:bot=[ev]", "holdem.nolimit.2p.reverse_blinds", "reverse_blinds has 2: play holdem.nolimit.3p"),
        ("map-nolimit:bot=[cfr-limit]", "holdem.nolimit.3p", "asks a bot for holdem.nolimit.2p.reverse_blinds: cfr-li"),
        ("map-nolimit:bot=[akuma]", "holdem.nolimit.3p", "asks a bot for .*: akuma plays limit hold'em"),
    ],
)
def test_what_cannot_be_played_is_refused_when_the_match_starts(spec: str, game: str, complaint: str) -> None:
    bots = [make_bot(spec), *(CallBot() for _ in range(game_named(game).players - 1))]
    with pytest.raises(MatchError, match=complaint):
        play_match(bots, game, hands=1, seed=1)


def test_members_are_asked_before_a_run_whether_they_play_for_two() -> None:
    check_games(read_entrants(["map-nolimit:bot=[cfr-nolimit]", "map-nolimit", "call"]), THREE)
    with pytest.raises(BotError, match="akuma plays limit hold'em, but holdem"):
        check_games(read_entrants(["map-nolimit:bot=[akuma]", "call"]), THREE)
    with pytest.raises(BotError, match=r"holdem\.nolimit\.6p has 6: play"):
        check_games(read_entrants(["map-nolimit:bot=[call]", "call"]), game_named("holdem.nolimit.6p"))
    assert CallBot.game_of_members(THREE) is THREE


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("map-nolimit:variant=B0", "variant=B0: the variants are N0, N1, N2, N3, A0, A1, A2, A3"),
        ("map-nolimit:bot=ev", r"write bot=\[ev\]"),
        ("map-nolimit:rescale=2", "rescale=2: give 1"),
        ("map-nolimit:variants=A0", "did you mean variant"),
    ],
)
def test_bad_options_are_refused(spec: str, complaint: str) -> None:
    with pytest.raises(BotError, match=complaint):
        make_bot(spec)
    with pytest.raises(BotError, match="'ev' is not a bot"):
        MapNoLimitBot(bot="ev")  # type: ignore[arg-type]
