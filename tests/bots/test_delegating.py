"""Bots with members, bots that consult another, and what bots load once."""

from __future__ import annotations

import os
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from bots.situations import LIMIT, LIMIT_HEADS_UP, actions_of, state_after, view_after
from railbird.bots import Bot, Consultation, DelegatingBot, Follower, load_once, make_bot, nearest_legal
from railbird.bots.reference.simple import CallBot
from railbird.errors import BotError
from railbird.games import CALL, FOLD, View, raise_to
from railbird.play import play_match

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from railbird.games import Action, Chips, GameDefinition

TWO = "holdem.limit.2p.reverse_blinds"


class First(DelegatingBot):
    """Its first member plays."""

    def act(self, view: View) -> Action:
        return self.members[0].act(view)


class Watching(CallBot):
    """Hears of actions."""

    def action_played(self, position: int, action: Action, view: View) -> None:
        pass


class Counting(CallBot):
    """Hears every third hand."""

    every = 3

    def __init__(self) -> None:
        self.heard: list[int] = []

    def hands_played(self, hands: int) -> None:
        self.heard.append(hands)


class FirstWatching(First):
    """Listens to something itself."""

    def hand_ends(self, view: View, payoffs: Sequence[Chips]) -> None:
        super().hand_ends(view, payoffs)


class Drawing(Bot):
    """Folds at random."""

    def act(self, view: View) -> Action:
        return nearest_legal(FOLD if self.generator.random() < 0.5 else CALL, view)


def test_a_wrapper_listens_to_what_its_members_listen_to() -> None:
    assert First([CallBot(), CallBot()]).listens_to == frozenset()
    assert Follower(First([First([CallBot()])])).is_idle
    assert First([CallBot(), Watching()]).listens_to == {"action_played"}
    assert First([First([Watching()]), Counting()]).listens_to == {"action_played", "hands_played"}
    assert FirstWatching([CallBot()]).listens_to == {"hand_ends"}


def test_members_hear_their_number_of_hands_through_any_depth() -> None:
    counting = Counting()
    play_match([First([CallBot(), First([counting])]), CallBot()], TWO, hands=7, seed=1)
    assert counting.heard == [3, 6]


def test_members_draw_from_generators_of_their_own() -> None:
    def drawn(seed: int) -> list[float]:
        bots = [Drawing(), Drawing()]
        wrapper = First([First([bots[0]]), bots[1]])
        wrapper.generator_seed = seed
        Follower(wrapper)
        return [bot.generator.random() for bot in bots]

    assert drawn(1) == drawn(1)
    assert len({*drawn(1), *drawn(2)}) == 4


def test_the_seed_of_a_match_fixes_what_its_bots_draw() -> None:
    def totals(seed: int) -> tuple[Chips, ...]:
        return play_match([Drawing(), Drawing(), CallBot()], LIMIT, hands=200, seed=seed).totals

    class Noting(Drawing):
        """Notes the first number that it would draw."""

        first = -1.0

        def match_starts(self, game: GameDefinition, seat: int) -> None:  # noqa: ARG002
            self.first = self.generator.random()

    bots = [Noting(), Noting(), Noting()]
    play_match(bots, LIMIT, hands=1, seed=1)
    assert len({bot.first for bot in bots}) == 3
    assert totals(1) == totals(1)
    assert totals(1) != totals(2)


def test_a_spec_built_with_a_seed_draws_by_it() -> None:
    assert make_bot("call", seed=7).generator_seed == 7
    mixed = {make_bot(f"random:seed={own}", seed=seed).generator_seed for own in (3, 4) for seed in (7, 8)}
    assert len(mixed) == 4
    assert make_bot("random:seed=3", seed=7).generator_seed in mixed
    assert make_bot("random:seed=3").generator_seed == 3


def test_an_object_that_is_not_a_bot_cannot_be_a_member() -> None:
    with pytest.raises(BotError, match="'call' is not a bot: in a spec, write a bot within a bot in brackets"):
        First(["call"])  # type: ignore[list-item]


class Hearing(Bot):
    """Writes down what it hears."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def reset(self) -> None:
        self.heard.append("reset")

    def match_starts(self, game: GameDefinition, seat: int) -> None:  # noqa: ARG002
        self.heard.append(f"match of {game.players}")

    def hand_starts(self, view: View) -> None:
        self.heard.append(f"hand {view.hand}")

    def action_played(self, position: int, action: Action, view: View) -> None:  # noqa: ARG002
        self.heard.append(f"{position} {action}")

    def act(self, view: View) -> Action:  # noqa: ARG002
        return CALL


def made(played: str, *, hand: int = 0, board: str = "", hole: str = "AsKd") -> View:
    return View.of(TWO, actions_of(played), hole_cards=hole, board=board, hand=hand)


def test_a_hand_with_a_rewritten_past_is_retold_and_is_not_a_new_match() -> None:
    bot = Hearing()
    consultation = Consultation(bot)
    for view in (
        made(""),
        made("c c c", board="Qs Jh 2d"),  # goes on
        made("r20 c r30", board="Qs Jh 2d"),  # another past
        made("", hand=1),
        made("", hand=1, hole="2c2d"),  # other cards
        made("", hand=0),  # an earlier hand
    ):
        assert consultation.consult(view) == CALL
    assert bot.heard == [
        *("match of 2", "hand 0", "1 call", "0 call", "0 call"),
        *("hand 0", "1 raise to 20", "0 call", "0 raise to 30"),
        *("hand 1", "hand 1", "hand 0"),
    ]
    consultation.new_match()
    consultation.consult(made(""))
    assert bot.heard[-3:] == ["reset", "match of 2", "hand 0"]


def test_a_match_can_be_reported_before_its_first_view() -> None:
    bot = Hearing()
    consultation = Consultation(bot)
    consultation.start_match(made("").game, 1)
    assert bot.heard == ["match of 2"]
    consultation.consult(made("", hand=3))
    assert bot.heard == ["match of 2", "hand 3"]


def test_who_is_consulted_has_to_be_on_turn() -> None:
    view = View.of(TWO, position=0, hole_cards="AsKd")
    with pytest.raises(BotError, match=r"position 0 cannot be consulted in <View of .*: position 1 is to act"):
        Consultation(CallBot()).consult(view)


def test_who_is_consulted_says_probabilities() -> None:
    assert Consultation(make_bot("raise")).probabilities(made("c r20")) == {raise_to(30): 1.0}


def test_what_is_consulted_draws_by_its_seed() -> None:
    answers = []
    for seed in (1, 1, 2):
        bot = Drawing()
        bot.generator_seed = seed
        consultation = Consultation(bot)
        answers.append([consultation.consult(made("r20", hand=hand)) for hand in range(30)])
    assert answers[0] == answers[1] != answers[2]


class MappedBot(Bot):
    """Lets a two-player limit bot play at a table for three, as if one opponent had made all the raises."""

    def __init__(self, *, bot: Bot) -> None:
        self._consultation = Consultation(bot)

    def reset(self) -> None:
        self._consultation.new_match()

    def act(self, view: View) -> Action:
        return nearest_legal(self._consultation.consult(two_player_view(view)), view)


def two_player_view(view: View) -> View:
    """The same number of raises on each street, and the same cards."""
    raises = Counter(played.street for played in view.history if played.action.is_raise)
    acts_last = view.position == max(view.in_hand)
    actions, total = [], view.game.big_blind
    for street in range(view.street + 1):
        totals = [total + view.game.raise_sizes[street] * (number + 1) for number in range(raises[street])]
        total = max(totals, default=total)
        calls_first = (len(totals) + (street == 0)) % 2 != acts_last if street == view.street else not totals
        actions += [CALL] * calls_first + [raise_to(size) for size in totals] + [CALL] * (street < view.street)
    return View.of(TWO, actions, position=int(acts_last), hole_cards=view.hole_cards, board=view.board, hand=view.hand)


def test_a_mapped_two_player_bot_plays_at_a_table_for_three() -> None:
    hearing = Hearing()
    for inner in (make_bot("all-in-equity"), make_bot("exploiting"), hearing):
        bots = [MappedBot(bot=inner), make_bot("random", seed=1), make_bot("random", seed=2)]
        assert play_match(bots, LIMIT, hands=60, seed=3).corrections == (0, 0, 0)
    assert hearing.heard.count("match of 2") == 1
    assert len({event for event in hearing.heard if event.startswith("hand")}) > 30


def test_a_file_is_loaded_once_until_it_changes(tmp_path: Path) -> None:
    loads = []

    def load(path: Path, kind: str = "") -> str:
        loads.append(path)
        return path.read_text() + kind

    path = tmp_path / "a.txt"
    path.write_text("one")
    (tmp_path / "folder").mkdir()
    assert load_once(load, path) is load_once(load, tmp_path / "folder" / ".." / "a.txt")
    assert load_once(load, path, "!") == "one!"
    assert len(loads) == 2
    path.write_text("other")
    assert load_once(load, path) == "other"
    os.utime(path, ns=(1, 1))
    load_once(load, path)
    assert len(loads) == 4
    with pytest.raises(FileNotFoundError):
        load_once(load, tmp_path / "nothing")


DETERMINISTIC = ["fold", "call", "raise", "min-raise", "all-in", "all-in-equity", "richie-rich", "exploitable", "ev"]
LEARNING = ["exploiting", "opponent-aware", "early-exploiting", "switching:bots=[call]+[raise],hands=3"]


@pytest.mark.parametrize("spec", [*DETERMINISTIC, *LEARNING])
@pytest.mark.parametrize("played", ["", "r20", "r20 r30 r40", "c c c"])
def test_what_a_bot_does_for_certain_has_probability_1(spec: str, played: str) -> None:
    bot, view = make_bot(spec), view_after(LIMIT, played, hole="9h8h", board="Qs Jh 2d")
    assert bot.probabilities(view) == {bot.act(view): 1.0}


def test_thiel_3_2_6_bad_play_says_its_probabilities() -> None:
    expected: Mapping[Action, float] = {FOLD: 0.4, CALL: 0.6}
    for spec in ("bad-phase:first=0,last=10", "lone-exploiter"):
        bot = make_bot(spec)
        assert bot.probabilities(view_after(LIMIT, "r20")) == pytest.approx(expected)
        assert bot.probabilities(view_after(LIMIT, "c c")) == {CALL: 1.0}
    assert make_bot("bad-phase").probabilities(view_after(LIMIT, "r20", hole="AsAh")) == {raise_to(30): 1.0}


def test_states_are_of_the_table_and_views_of_a_seat() -> None:
    # A wrapper gets views only: nothing in them leads to the cards of others.
    view = state_after(LIMIT, "r20").view(0)
    assert [hand for position, hand in enumerate(view.hands) if position != 0] == [(), ()]


class DrawingAtStart(CallBot):
    """Draws a number when a match starts."""

    def match_starts(self, game: GameDefinition, seat: int) -> None:  # noqa: ARG002
        self.drawn = int(self.generator.integers(1_000_000))


def test_14_1_the_seed_of_a_match_is_mixed_with_the_seed_of_a_bot() -> None:
    def drawn(bot: DrawingAtStart, seed: int) -> int:
        play_match([bot, CallBot()], LIMIT_HEADS_UP, hands=1, seed=seed)
        return bot.drawn

    free, seeded = DrawingAtStart(), DrawingAtStart()
    seeded.generator_seed = 3
    assert drawn(free, 1) != drawn(free, 2)
    assert drawn(free, 1) == drawn(DrawingAtStart(), 1)
    assert drawn(seeded, 1) == drawn(seeded, 1)
    assert len({drawn(bot, seed) for bot in (free, seeded) for seed in (1, 2)}) == 4
