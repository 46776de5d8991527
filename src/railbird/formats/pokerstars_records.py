"""Converts PokerStars hands to hand records.

Positions count from the seat after the button, so that with two players the big blind is position 0, as in the games of
the ACPC. Players who neither post nor act are not in the hand.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from railbird.cards import check_distinct, parse_cards
from railbird.errors import ActionError, CardError, FormatError, GameError
from railbird.formats.fields import shown
from railbird.formats.phh_games import BOARD_CARDS, CENTS, whole_chips
from railbird.formats.phh_records import chips_paid, past_lone_player
from railbird.games import CALL, FOLD, Deal, GameDefinition, HandRecord, State, raise_to
from railbird.games.definition import UNLIMITED_RAISES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from railbird.formats.pokerstars import PokerStarsAction, PokerStarsHand
    from railbird.games import Chips

_POSTS = ("small blind", "big blind", "both blinds", "ante")


def pokerstars_record(hand: PokerStarsHand) -> HandRecord:
    """Convert a hand to a record. Raise FormatError unless it is complete and legal."""
    players = _in_order(hand)
    unit = CENTS if hand.is_money else 1
    posts = [action for action in hand.actions if action.verb in _POSTS]
    game = _game(hand, players, posts, unit)
    board = "".join(action.cards for action in hand.actions if action.verb == "board")
    try:
        deal = Deal(tuple(parse_cards(hand.hole_cards.get(name, "")) for name in players), parse_cards(board))
        check_distinct([*(card for cards in deal.hole_cards for card in cards), *deal.board])
    except CardError as error:
        raise FormatError(str(error)) from None
    turns = [action for action in hand.actions if action.verb not in _POSTS]
    final = _play(State.start_unchecked(game, deal), turns, players)
    payoffs = _payoffs(hand, final, players, unit)
    return HandRecord(
        game=game,
        number=hand.number,
        players=tuple(players),
        hole_cards=deal.hole_cards,
        board=deal.board,
        actions=final.actions,
        payoffs=payoffs,
        line=hand.line,
        rake=max(-sum(payoffs), 0) if hand.rake is None else whole_chips("rake", hand.rake, unit=unit),
    )


def _in_order(hand: PokerStarsHand) -> list[str]:
    """The players who post or act, from the first after the button on."""
    present = {action.player for action in hand.actions if action.player}
    if len(present) < 2:
        raise FormatError(f"{len(present)} players post or act: a hand has at least 2")
    seats = max(hand.button, *hand.seats.values()) + 1
    return sorted(present, key=lambda name: (hand.seats[name] - hand.button - 1) % seats)


def _game(hand: PokerStarsHand, players: Sequence[str], posts: Sequence[PokerStarsAction], unit: int) -> GameDefinition:
    """The game of a hand. Besides the regular blinds, big blinds are live and small blinds are dead, like antes."""
    blinds, antes = dict.fromkeys(players, 0), dict.fromkeys(players, 0)
    big = whole_chips("big blind", hand.big_blind, unit=unit)
    regular = ""
    has_small_blind = False
    for post in posts:
        chips = whole_chips(post.verb, post.amount, unit=unit)
        if post.verb == "ante" or (post.verb == "small blind" and has_small_blind):
            antes[post.player] += chips
        elif post.verb == "both blinds":
            blinds[post.player] += min(chips, big)
            antes[post.player] += max(chips - big, 0)
        else:
            blinds[post.player] += chips
        has_small_blind = has_small_blind or post.verb == "small blind"
        regular = regular or (post.player if post.verb == "big blind" else "")
    if max(blinds.values()) != big or not regular:
        raise FormatError(f"nobody posts the big blind of {hand.big_blind}: records cannot express such hands")
    try:
        return GameDefinition(
            betting="nolimit",
            stacks=tuple(whole_chips("stack", hand.stacks[name], unit=unit) for name in players),
            blinds=tuple(blinds[name] for name in players),
            antes=tuple(antes[name] for name in players) if any(antes.values()) else (),
            raise_sizes=(),
            first_players=((players.index(regular) + 1) % len(players), 0, 0, 0),
            max_raises=(UNLIMITED_RAISES,) * 4,
            suits=4,
            ranks=13,
            hole_cards=2,
            board_cards=BOARD_CARDS,
            chips_per_unit=unit,
        )
    except GameError as error:
        raise FormatError(str(error)) from None


def _play(state: State, actions: Sequence[PokerStarsAction], players: Sequence[str]) -> State:
    """Play the betting. Raise FormatError, with the line, if an action is not legal or an amount is not right."""
    dealt = 0
    for action in actions:
        try:
            if action.verb == "board":
                state = past_lone_player(state)
                dealt += len(action.cards) // 2
                if dealt > state.board_size:
                    raise FormatError(f"{dealt} board cards are dealt, but after this betting there are fewer")
            else:
                state = _apply(state, action, players)
        except (ActionError, FormatError) as error:
            raise FormatError(f"line {action.line}: {shown(action.text)}: {error}") from None
    state = past_lone_player(state)
    if not state.is_over:
        raise FormatError(f"the hand ends before it is over: {players[state.acting]} is to act")
    if dealt != state.board_size:
        raise FormatError(f"{dealt} board cards are dealt, but after this betting there are {state.board_size}")
    return state


def _apply(state: State, action: PokerStarsAction, players: Sequence[str]) -> State:
    if state.is_over or players[state.acting] != action.player:
        raise FormatError("the hand is over" if state.is_over else f"{players[state.acting]} is to act")
    position, unit = state.acting, state.game.chips_per_unit
    chips = whole_chips(action.verb, action.amount, unit=unit)
    before = state.spent(position)
    if action.verb in ("bet", "raise"):
        return state.apply(raise_to(before - state.spent_this_street(position) + chips))
    after = state.apply(FOLD if action.verb == "fold" else CALL)
    if action.verb != "fold" and after.spent(position) - before != chips:
        raise FormatError(f"the player owes {after.spent(position) - before}, not {chips}")
    return after


def _payoffs(hand: PokerStarsHand, final: State, players: Sequence[str], unit: int) -> tuple[Chips, ...]:
    """What each player collected, without what they paid; uncalled bets come back and are not collected."""
    if not hand.collected:
        raise FormatError("nobody collects the pot")
    collected = [whole_chips("collected", hand.collected.get(name, Decimal(0)), unit=unit) for name in players]
    return tuple(won - paid for won, paid in zip(collected, chips_paid(final), strict=True))
