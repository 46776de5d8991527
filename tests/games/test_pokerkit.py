"""PokerKit, an engine of its own, agrees on payoffs and on legal raises, except where the reference dealer differs.

PokerKit plays by the rulebooks of card rooms. A difference is tolerated only where a line of `ACPC.md`, quoted
beside it, asks for it, and only with the figures that the two rules give.
"""

from __future__ import annotations

import random
import warnings
from collections import Counter
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING

import pokerkit
import pytest
from hands_at_random import random_action, random_cards, random_nolimit
from pokerkit import Automation, Mode, NoLimitTexasHoldem

from railbird.cards import format_cards
from railbird.games import CALL, State, raise_to

if TYPE_CHECKING:
    from railbird.games import Action, Deal, GameDefinition

BIG_BLIND = 100
NO_RAISE = (0, 0)
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
    Automation.RUNOUT_COUNT_SELECTION,
)


def exact_split(pot: int, winners: int) -> tuple[Fraction, int]:
    """ACPC.md, "Betting rules": "even fractional split, no odd-chip rule"."""
    return Fraction(pot) / winners, 0


def pokerkit_hand(game: GameDefinition, deal: Deal) -> pokerkit.State:
    peer = NoLimitTexasHoldem.create_state(
        AUTOMATIONS,
        ante_trimming_status=True,
        raw_antes=0,
        raw_blinds_or_straddles=(50, BIG_BLIND),
        min_bet=BIG_BLIND,
        raw_starting_stacks=game.stacks,
        player_count=game.players,
        mode=Mode.CASH_GAME,
        divmod=exact_split,
    )
    for hand in deal.hole_cards:
        peer.deal_hole(format_cards(hand))
    return peer


@dataclass
class Street:
    """What the two rules for the smallest raise need to know of a round of betting."""

    minimum: int
    """The reference dealer's."""
    largest_step: int = BIG_BLIND
    """By which the bet was raised at once: PokerKit's smallest raise is as much again."""
    had_short_all_in: bool = False

    def record(self, bet: int, total: int) -> None:
        step = total - bet
        self.had_short_all_in |= step < self.largest_step
        self.largest_step = max(self.largest_step, step)
        self.minimum = max(self.minimum, total + step)


@dataclass
class Duel:
    """One hand in both engines at once."""

    game: GameDefinition
    deal: Deal
    tolerated: Counter[str]
    state: State = field(init=False)
    peer: pokerkit.State = field(init=False)
    street: Street = field(init=False)

    def __post_init__(self) -> None:
        self.state = State.start(self.game, self.deal)
        self.peer = pokerkit_hand(self.game, self.deal)
        self.street = Street(2 * BIG_BLIND)

    def play(self, rng: random.Random) -> None:
        while not self.state.is_over:
            self.deal_board()
            if self.peer.actor_index is None:
                self.pass_the_lone_player()
                continue
            assert self.peer.actor_index == self.state.acting
            self.compare_calls()
            peer_raises = self.compare_raises()
            action = random_action(rng, self.state.legal_actions())
            if action.is_raise and not peer_raises[0] <= action.total <= peer_raises[1]:
                action = CALL
            self.apply(action)
        self.deal_board()
        assert not self.peer.status
        assert tuple(map(Fraction, self.peer.payoffs)) == self.state.payoffs()

    def deal_board(self) -> None:
        while self.peer.can_deal_board():
            dealt = sum(map(len, self.peer.board_cards))
            self.peer.deal_board(format_cards(self.deal.board[dealt : max(3, dealt + 1)]))

    def apply(self, action: Action) -> None:
        state = self.state
        if action.is_raise:
            self.street.record(state.bet, action.total)
            self.peer.complete_bet_or_raise_to(action.total - self.before_street)
        elif action.is_fold:
            self.peer.fold()
        else:
            self.peer.check_or_call()
        self.state = state.apply(action)
        if self.state.street != state.street:
            self.street = Street(self.state.bet + BIG_BLIND)

    @property
    def before_street(self) -> int:
        """PokerKit counts the chips of a street, the dealer those of the whole hand."""
        position = self.state.acting
        return self.state.spent(position) - self.state.spent_this_street(position)

    def compare_calls(self) -> None:
        assert self.peer.checking_or_calling_amount == self.state.to_call(self.state.acting)
        # ACPC.md, "Betting rules": "Fold is legal only when chips are owed". PokerKit warns of other folds.
        assert self.state.legal_actions().fold == (self.peer.checking_or_calling_amount > 0)

    def compare_raises(self) -> tuple[int, int]:
        """Compare the bounds of a raise, and return those of PokerKit as totals of the hand."""
        state, stack = self.state, self.game.stacks[self.state.acting]
        legal = state.legal_actions()
        raises = (legal.lowest_raise, legal.highest_raise)
        low, high = (
            self.peer.min_completion_betting_or_raising_to_amount,
            self.peer.max_completion_betting_or_raising_to_amount,
        )
        peer_raises = NO_RAISE if low is None else (self.before_street + low, self.before_street + high)
        if raises == peer_raises:
            return peer_raises
        by_the_dealer = (min(self.street.minimum, stack), stack)
        by_the_rulebook = (min(state.bet + self.street.largest_step, stack), stack)
        assert raises == by_the_dealer
        if peer_raises == NO_RAISE and self.others_are_covered():
            # ACPC.md, "Betting rules": "No raise when at most one acting player remains": here more remain, though
            # nobody could call any part of the raise.
            self.tolerated["covered"] += 1
        elif self.street.had_short_all_in and peer_raises == NO_RAISE:
            # ACPC.md, "Betting rules": an all-in below the minimum "reopens the betting (checked)".
            assert state.acting in self.peer.acted_player_indices
            self.tolerated["reopened"] += 1
        else:
            # ACPC.md, "Betting rules": an all-in below the minimum "leaves the old minimum standing (after r300 and an
            # all-in r400, r500 is legal)"; by the rulebook a full raise on top of the all-in is the least.
            assert self.street.had_short_all_in
            assert peer_raises == by_the_rulebook
            self.tolerated["old minimum"] += 1
        return peer_raises

    def others_are_covered(self) -> bool:
        state = self.state
        others = [position for position in range(self.game.players) if position != state.acting]
        return all(state.has_folded(other) or self.game.stacks[other] <= state.bet for other in others)

    def pass_the_lone_player(self) -> None:
        """ACPC.md, "Betting rules": "Call is always legal", so the dealer asks a player who alone has chips left."""
        state = self.state
        with_chips = [
            position
            for position, stack in enumerate(self.game.stacks)
            if not state.has_folded(position) and state.spent(position) < stack
        ]
        assert with_chips == [state.acting]
        assert state.to_call(state.acting) == 0
        self.tolerated["lone"] += 1
        self.state = state.apply(CALL)


@pytest.fixture(autouse=True)
def no_warnings() -> object:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("hands", [150, pytest.param(1_000, marks=pytest.mark.deep)])
def test_payoffs_and_legal_raises_in_random_hands(hands: int) -> None:
    rng = random.Random(11)
    tolerated: Counter[str] = Counter()
    showdowns = all_in = 0
    for number in range(hands):
        game = random_nolimit(rng, 2 + number % 5)
        duel = Duel(game, random_cards(rng, game), tolerated)
        duel.play(rng)
        showdowns += duel.state.is_showdown
        all_in += len({duel.state.spent(position) for position in range(game.players)}) > 2
    assert showdowns > hands // 2
    assert all_in > hands // 5  # there were side pots to get wrong
    assert min(tolerated[reason] for reason in ("covered", "reopened", "old minimum")) > hands // 50


@pytest.mark.parametrize("stacks", [(1000, 50), (100, 50), (130, 20_000), (90_000, 100), (60, 100, 60)])
def test_blinds_that_put_players_all_in(stacks: tuple[int, ...]) -> None:
    rng = random.Random(12)
    for _ in range(20):
        game = replace(random_nolimit(rng, len(stacks)), stacks=stacks)
        Duel(game, random_cards(rng, game), Counter()).play(rng)


def test_the_limit_of_64_actions_is_the_dealer_s_alone() -> None:
    """ACPC.md, "Betting rules": no raise "once (actions so far in the round + players) exceeds 64: heads-up 63 actions,
    then no more raises (checked)"."""
    rng = random.Random(13)
    game = replace(random_nolimit(rng, 2), stacks=(1_000_000, 1_000_000))
    duel = Duel(game, random_cards(rng, game), Counter())
    for _ in range(63):
        low, _ = duel.compare_raises()
        duel.apply(raise_to(low))
    assert not duel.state.legal_actions().can_raise
    assert duel.peer.can_complete_bet_or_raise_to()
    assert duel.tolerated == Counter()
    duel.apply(CALL)
    duel.play(rng)
