"""Converts PHH hands of no-limit (NT) and fixed-limit (FT) hold'em to hand records and back.

The players of PHH are the positions of Railbird: p1 is position 0. With more than two players, p1 is the small
blind. With two players, the arrays of antes and blinds also start with the small blind, but are posted in reverse:
p1 is the big blind, and p2 is the small blind, who has the button and acts first before the flop. (The format says so
under "Blinds or Straddles", and PokerKit's replay of heads-up hands agrees.)
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from railbird.cards import check_distinct, format_cards, parse_cards
from railbird.errors import ActionError, CardError, FormatError
from railbird.formats.fields import shown
from railbird.formats.payoff_checks import payoffs_of_shown
from railbird.formats.phh import PhhAction, PhhHand, parse_phh_action
from railbird.formats.phh_games import BOARD_CARDS, chips_per_unit, game_of, hand_before_deal, in_units, whole_chips
from railbird.games import CALL, FOLD, Deal, GameDefinition, HandRecord, State, raise_to
from railbird.games.definition import MOST_PLAYERS, SHARES, UNLIMITED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from railbird.cards import Card
    from railbird.formats.phh import Amount
    from railbird.games import Action, Chips

_MOST_DIGITS = 18
"""Digits of a hand number, as in other notations."""
_MOST_CHIPS = MOST_PLAYERS * UNLIMITED
_RULES = ("rounds", "suits", "ranks", "hole_cards", "board_cards", "raise_sizes", "first_players")


def to_record(hand: PhhHand) -> HandRecord:
    """Convert a hand to a record. Raise FormatError unless it is a complete, legal hold'em hand.

    Chips are cents where the amounts are money with cents. The payoffs follow from the finishing stacks or the
    winnings if the hand has them, and what is missing from their sum is the rake; otherwise they follow from the rules,
    and players who do not show their hands lose. Hole cards count as unknown if one of the two is unknown. A hand
    without a number of up to 18 digits is number 0.
    """
    players = len(hand.starting_stacks)
    actions = tuple(
        parse_phh_action(text, number=number, players=players) for number, text in enumerate(hand.actions, start=1)
    )
    game = game_of(hand, actions, unit=chips_per_unit(hand, actions))
    deal = Deal(_hole_cards(actions, players), _board(actions))
    _check_cards(deal)
    final = _play(hand, actions, State.start_unchecked(game, deal))
    mucked = {action.position for action in actions if action.verb == "sm" and not action.cards}
    payoffs = _payoffs(hand, final, mucked)
    return HandRecord(
        game=game,
        number=hand_number(hand.hand),
        players=hand.players or tuple(f"p{position + 1}" for position in range(players)),
        hole_cards=_without_best_mucked(final, mucked),
        board=deal.board,
        actions=final.actions,
        payoffs=payoffs,
        rake=max(-sum(payoffs), 0),
    )


def hand_number(hand: int | str | None) -> int:
    """The number of a hand, as other notations can write it."""
    text = "" if hand is None else str(hand)
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS else 0


def _hole_cards(actions: Iterable[PhhAction], players: int) -> tuple[tuple[Card, ...], ...]:
    """Hole cards as dealt, or as shown by players whose cards were dealt unknown."""
    dealt = [""] * players
    shown_cards = [""] * players
    for action in actions:
        if action.verb == "dh":
            dealt[action.position] += action.cards
        elif action.verb == "sm" and action.cards != "-":
            shown_cards[action.position] = action.cards
    return tuple(_hand_cards(position, *texts) for position, texts in enumerate(zip(dealt, shown_cards, strict=True)))


def _hand_cards(position: int, dealt: str, shown_cards: str) -> tuple[Card, ...]:
    for cards in (dealt, shown_cards or dealt):
        if len(cards) != 4:
            raise FormatError(f"p{position + 1} holds {shown(cards)}: deal two cards, ???? if they are not known")
    known = [_cards(cards) for cards in (dealt, shown_cards) if cards and "?" not in cards]
    if len(known) == 2 and set(known[0]) != set(known[1]):
        raise FormatError(f"p{position + 1} is dealt {dealt} and shows {shown_cards}: these are the same cards or ????")
    return known[0] if known else ()


def _board(actions: Iterable[PhhAction]) -> tuple[Card, ...]:
    text = "".join(action.cards for action in actions if action.verb == "db")
    if "?" in text or len(text) > 2 * sum(BOARD_CARDS):
        raise FormatError(f"board {shown(text)}: records have one board of up to five known cards")
    return _cards(text)


def _cards(text: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text)
    except CardError as error:
        raise FormatError(str(error)) from error


def _check_cards(deal: Deal) -> None:
    try:
        check_distinct([*(card for hand in deal.hole_cards for card in hand), *deal.board])
    except CardError as error:
        raise FormatError(str(error)) from error


def _play(hand: PhhHand, actions: Sequence[PhhAction], state: State) -> State:
    """Play the betting, and check that board cards are dealt when they should be."""
    dealt = 0
    for number, (text, action) in enumerate(zip(hand.actions, actions, strict=True), start=1):
        try:
            if action.verb == "db":
                state = past_lone_player(state)
                dealt += len(action.cards) // 2
                _check_board(state, dealt, at_most=True)
            elif action.verb in ("f", "cc", "cbr"):
                _check_board(state, dealt)
                state = _apply(state, action)
            elif action.verb in ("pb", "sd"):
                raise FormatError("there is no such action in hold'em")
        except (ActionError, FormatError) as error:
            raise FormatError(f"action {number} {shown(text)}: {error}") from error
    state = past_lone_player(state)
    if not state.is_over:
        raise FormatError(f"the hand ends after {len(actions)} actions, but p{state.acting + 1} is to act")
    _check_board(state, dealt)
    return state


def _apply(state: State, action: PhhAction) -> State:
    if state.acting != action.position:
        raise FormatError("the hand is over" if state.is_over else f"p{state.acting + 1} is to act")
    return state.apply(_action(state, action))


def _action(state: State, action: PhhAction) -> Action:
    if action.verb != "cbr":
        return FOLD if action.verb == "f" else CALL
    # Totals in PHH count the chips of the street, totals in Railbird those of the whole hand.
    chips = whole_chips("cbr", action.amount, unit=state.game.chips_per_unit)
    return raise_to(_spent_before_street(state) + chips)


def _spent_before_street(state: State) -> int:
    return state.spent(state.acting) - state.spent_this_street(state.acting)


def past_lone_player(state: State) -> State:
    """The state after the check of a player who is left alone with chips and owes nothing, which nobody writes."""
    return state.apply(CALL) if _is_alone(state) else state


def _is_alone(state: State) -> bool:
    """Whether all players but one are all-in, who owes nothing. Railbird expects a check, PHH does not."""
    if state.is_over:
        return False
    chips = [stack - ante for stack, ante in zip(state.game.stacks, state.game.antes_by_position, strict=True)]
    with_chips = [
        position
        for position, stack in enumerate(chips)
        if not state.has_folded(position) and state.spent(position) < stack
    ]
    return not with_chips or (with_chips == [state.acting] and state.spent(state.acting) == state.bet)


def _check_board(state: State, dealt: int, *, at_most: bool = False) -> None:
    expected = state.board_size
    if dealt > expected or (dealt < expected and not at_most):
        raise FormatError(f"{dealt} board cards are dealt, but after this betting there are {expected}")


def _payoffs(hand: PhhHand, final: State, mucked: set[int]) -> tuple[Chips, ...]:
    unit = final.game.chips_per_unit
    if hand.finishing_stacks and UNLIMITED not in final.game.stacks:
        start = final.game.stacks
        return tuple(_chips(end, unit) - stack for end, stack in zip(hand.finishing_stacks, start, strict=True))
    if hand.winnings:
        return tuple(_chips(won, unit) - paid for won, paid in zip(hand.winnings, chips_paid(final), strict=True))
    if not final.is_showdown:
        return final.payoffs()
    return _payoffs_of_shown(final, mucked | _unknown(final))


def _unknown(final: State) -> set[int]:
    """The positions whose cards are not known."""
    return {position for position, cards in enumerate(final.deal.hole_cards) if not cards}


def _without_best_mucked(final: State, mucked: set[int]) -> tuple[tuple[Card, ...], ...]:
    """The hole cards, without hands that would have won but were mucked, and lost."""
    hands = final.deal.hole_cards
    if not final.is_showdown or mucked <= _unknown(final):
        return hands
    payoffs, paid = payoffs_of_shown(final, frozenset(_unknown(final))), chips_paid(final)
    return tuple(
        () if position in mucked and payoffs[position] > -paid[position] else cards
        for position, cards in enumerate(hands)
    )


def _payoffs_of_shown(final: State, mucked: set[int]) -> tuple[Chips, ...]:
    """The payoffs where players who do not show their hands lose. Raise if these alone compete for a pot."""
    levels = {final.spent(position) for position in range(final.game.players) if not final.has_folded(position)}
    for level in levels:
        rivals = {
            position
            for position in range(final.game.players)
            if not final.has_folded(position) and final.spent(position) >= level
        }
        if len(rivals) > 1 and rivals <= mucked:
            raise FormatError(
                f"p{min(rivals) + 1} did not show a hand: finishing_stacks or winnings must say who won what"
            )
    return payoffs_of_shown(final, frozenset(mucked))


def chips_paid(final: State) -> tuple[int, ...]:
    """What each player put into the pots, without the uncalled part of a bet."""
    spent = [final.spent(position) for position in range(final.game.players)]
    called = sorted(spent)[-2]
    antes = final.game.antes_by_position
    return tuple(min(chips, called) + ante for chips, ante in zip(spent, antes, strict=True))


def _chips(amount: Amount, unit: int) -> Chips:
    """Convert an amount to exact chips. A third that was rounded to many digits becomes a third again."""
    if not 0 <= amount <= _MOST_CHIPS:
        raise FormatError(f"finishing_stacks or winnings of {shown(amount)}: write chips from 0 to {_MOST_CHIPS}")
    if isinstance(amount, int):
        return amount * unit
    exact = Fraction(amount) * unit
    share = exact.limit_denominator(SHARES)
    chips = share if abs(share - exact) < Fraction(1, 10**9) else exact
    return int(chips) if chips.denominator == 1 else chips


def from_record(record: HandRecord, states: Sequence[State] = ()) -> PhhHand:
    """Convert a record to a PHH hand. Raise FormatError if PHH cannot express the game.

    At a showdown players show their known cards before the board cards that no betting follows. The hand is replayed
    unless its states are given.
    """
    hand, game, is_same = _expressed(record.game)
    if not states or not is_same:
        try:
            states = list(replace(record, game=game).states())
        except ActionError as error:
            raise FormatError(f"hand {record.number}: PHH cannot express an action: {error}") from error
    final = states[-1]
    if not final.is_over or len(record.board) < final.board_size:
        raise FormatError(f"hand {record.number}: its end or its board is not known: {final}")
    hand = replace(hand, actions=tuple(_phh_actions(states)), hand=record.number, players=record.players)
    if UNLIMITED in game.stacks:
        return replace(hand, winnings=_sums(record.payoffs, chips_paid(final), unit=game.chips_per_unit))
    return replace(hand, finishing_stacks=_sums(record.payoffs, game.stacks, unit=game.chips_per_unit))


@lru_cache(maxsize=256)
def _expressed(game: GameDefinition) -> tuple[PhhHand, GameDefinition, bool]:
    """The PHH hand of the game before the deal, the game it is read back as, and whether only names differ."""
    hand = hand_before_deal(game)
    expressed = game_of(hand, (), unit=game.chips_per_unit)
    _check_expressible(game, expressed)
    # PHH says nothing about caps on raises, so that any will do.
    expressed = replace(expressed, max_raises=game.max_raises)
    return hand, expressed, replace(expressed, name=game.name) == game


def _check_expressible(game: GameDefinition, expressed: GameDefinition) -> None:
    """Raise if the game read back from PHH has other rules.

    The rules of old servers are not compared. PHH has no folds where checking is free; they are refused when they are
    played. How pots are split shows in the payoffs.
    """
    for rule in _RULES:
        has, can = getattr(game, rule), getattr(expressed, rule)
        if has != can:
            raise FormatError(f"PHH cannot express a game with {rule.replace('_', ' ')} {has}: in PHH it is {can}")


def _sums(payoffs: Sequence[Chips], chips: Sequence[int], *, unit: int) -> tuple[Amount, ...]:
    return tuple(_amount(payoff + amount, unit) for payoff, amount in zip(payoffs, chips, strict=True))


def _amount(chips: Chips, unit: int) -> Amount:
    if chips == int(chips):
        return in_units(int(chips), unit)
    return round(Decimal(chips.numerator) / (chips.denominator * unit), 12).normalize()


def _phh_actions(states: Sequence[State]) -> Iterator[str]:
    """Format all actions of a finished hand, including the deals, from its states."""
    final = states[-1]
    for position, cards in enumerate(final.deal.hole_cards):
        yield f"d dh p{position + 1} {format_cards(cards) or '????'}"
    street = 0
    for state, action in zip(states, final.actions, strict=False):
        yield from _board_deals(final, street, state.street)
        street = state.street
        # A player who is left alone with chips is not asked, because there is nobody to bet against.
        if not (action.is_call and _is_alone(state)):
            yield f"p{state.acting + 1} {_betting(state, action)}"
    if final.is_showdown:
        for position, cards in enumerate(final.deal.hole_cards):
            if not final.has_folded(position):
                yield f"p{position + 1} sm {format_cards(cards) or '????'}"
    yield from _board_deals(final, street, final.street)


def _board_deals(final: State, street: int, until: int) -> Iterator[str]:
    """The deals of the streets after `street` up to `until`."""
    sizes = final.game.board_sizes
    for later in range(street + 1, until + 1):
        yield f"d db {format_cards(final.deal.board[sizes[later - 1] : sizes[later]])}"


def _betting(state: State, action: Action) -> str:
    if action.is_raise:
        return f"cbr {in_units(action.total - _spent_before_street(state), state.game.chips_per_unit)}"
    return "f" if action.is_fold else "cc"
