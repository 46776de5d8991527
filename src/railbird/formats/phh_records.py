"""PHH hands to hand records and back: hold'em, no-limit (NT) and fixed-limit (FT).

The players of PHH are the positions of Railbird: p1 is position 0. With more than two players p1 is the small
blind. With two, the arrays of antes and blinds are written as ever, small blind first, but posted in reverse: p1
is the big blind, and p2 the small blind, who has the button and acts first before the flop. (The format says so
under "Blinds or Straddles", and PokerKit's replay of heads-up hands agrees.)
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from railbird.cards import check_distinct, format_cards, parse_cards
from railbird.errors import ActionError, CardError, FormatError, GameError
from railbird.formats.fields import shown
from railbird.formats.phh import PhhAction, PhhHand, parse_phh_action
from railbird.games import CALL, FOLD, Deal, GameDefinition, HandRecord, State, raise_to
from railbird.games.definition import SHARES, UNLIMITED, UNLIMITED_RAISES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from railbird.cards import Card
    from railbird.formats.phh import Amount
    from railbird.games import Action, Chips

_Entry = TypeVar("_Entry")

# The big blind is the first bet before the flop, as in the competition's limit games: four bets on every street.
_LIMIT_RAISES = (3, 4, 4, 4)
_BOARD_CARDS = (0, 3, 1, 1)
_RULES = ("rounds", "suits", "ranks", "hole_cards", "board_cards", "raise_sizes", "first_players", "max_raises")


def to_record(hand: PhhHand) -> HandRecord:
    """The hand as a record; a FormatError if it is no whole hand of hold'em, legal and in whole chips.

    The payoffs are those of the finishing stacks or the winnings if the hand gives them, else those of the rules.
    A hand of which one card is known counts as unknown, and a hand with a name instead of a number is number 0.
    """
    game = _definition(hand)
    players = game.players
    actions = tuple(
        parse_phh_action(text, number=number, players=players) for number, text in enumerate(hand.actions, start=1)
    )
    deal = Deal(_hole_cards(actions, players), _board(actions))
    _check_cards(deal)
    final = _play(hand, actions, State.start_unchecked(game, deal))
    return HandRecord(
        game=game,
        number=_number(hand.hand),
        players=hand.players or tuple(f"p{position + 1}" for position in range(players)),
        hole_cards=deal.hole_cards,
        board=deal.board,
        actions=final.actions,
        payoffs=_payoffs(hand, actions, final),
    )


def _number(hand: int | str | None) -> int:
    if isinstance(hand, str):
        return int(hand) if hand.isdecimal() and len(hand) < 20 else 0
    return 0 if hand is None else hand


def _definition(hand: PhhHand) -> GameDefinition:
    if hand.variant not in ("NT", "FT"):
        raise FormatError(f"variant {hand.variant} has other rules than hold'em: NT and FT can be converted")
    stacks = tuple(_stack(stack) for stack in hand.starting_stacks)
    antes = _by_position([_whole("antes", ante) for ante in hand.antes])
    blinds = _posted(
        stacks, antes, _by_position([_whole("blinds_or_straddles", one) for one in hand.blinds_or_straddles])
    )
    is_limit = hand.variant == "FT"
    try:
        return GameDefinition(
            betting="limit" if is_limit else "nolimit",
            stacks=stacks,
            blinds=blinds,
            antes=antes if any(antes) else (),
            raise_sizes=_raise_sizes(hand) if is_limit else _no_sizes(hand, blinds),
            first_players=(_first_to_act(blinds), 0, 0, 0),
            max_raises=_LIMIT_RAISES if is_limit else (UNLIMITED_RAISES,) * 4,
            suits=4,
            ranks=13,
            hole_cards=2,
            board_cards=_BOARD_CARDS,
        )
    except GameError as error:
        raise FormatError(str(error)) from error


def _by_position(entries: Sequence[_Entry]) -> tuple[_Entry, ...]:
    """Antes and blinds by position from PHH's order or the other way: with two players they are posted in reverse."""
    return tuple(reversed(entries)) if len(entries) == 2 else tuple(entries)


def _first_to_act(blinds: Sequence[int]) -> int:
    """Before the flop: the player after the largest blind or straddle, the last one if several are as large."""
    largest = max(range(len(blinds)), key=lambda position: (blinds[position], position))
    return (largest + 1) % len(blinds)


def _stack(stack: Amount) -> int:
    return UNLIMITED if stack == Decimal("inf") else _whole("starting_stacks", stack)


def _whole(name: str, amount: Amount | None) -> int:
    if amount is None or not 0 <= amount <= UNLIMITED:
        raise FormatError(f"{name} {amount}: write chips from 0 to {UNLIMITED}")
    if amount != int(amount):
        raise FormatError(
            f"{name} {amount}: records have whole chips: write all amounts in a smaller unit, as in cents"
        )
    return int(amount)


def _posted(stacks: Sequence[int], antes: Sequence[int], blinds: Sequence[int]) -> tuple[int, ...]:
    """What is really posted, which is less than the blind if a player has less."""
    if not any(blinds):
        raise FormatError("nobody posts a blind: there are no records of such hands")
    for position, (stack, ante) in enumerate(zip(stacks, antes, strict=True)):
        # Nothing is left for a blind or a call, and pots are counted from these.
        if ante >= stack:
            raise FormatError(f"p{position + 1} is all-in with an ante of {ante}: there are no records of such hands")
    posted = tuple(min(blind, stack - ante) for stack, ante, blind in zip(stacks, antes, blinds, strict=True))
    if max(posted) < max(blinds):
        raise FormatError(
            f"the largest blind is {max(blinds)}, but only {max(posted)} is posted: there are no records of such hands"
        )
    return posted


def _raise_sizes(hand: PhhHand) -> tuple[int, ...]:
    small, big = _whole("small_bet", hand.small_bet), _whole("big_bet", hand.big_bet)
    return small, small, big, big


def _no_sizes(hand: PhhHand, blinds: Sequence[int]) -> tuple[int, ...]:
    """In no-limit games the smallest bet is the largest blind, and nothing else."""
    smallest = _whole("min_bet", hand.min_bet)
    if smallest != max(blinds):
        raise FormatError(f"min_bet {smallest}: records have the largest blind, {max(blinds)}, as the smallest bet")
    return ()


def _hole_cards(actions: Iterable[PhhAction], players: int) -> tuple[tuple[Card, ...], ...]:
    """As dealt, or as shown by players whose cards were not known before."""
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
    if "?" in text or len(text) > 2 * sum(_BOARD_CARDS):
        raise FormatError(f"board {shown(text)}: records have one board of up to five known cards")
    return _cards(text)


def _cards(text: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text)
    except CardError as error:
        raise FormatError(str(error)) from error


def _check_cards(deal: Deal) -> None:
    try:
        check_distinct([*(one for hand in deal.hole_cards for one in hand), *deal.board])
    except CardError as error:
        raise FormatError(str(error)) from error


def _play(hand: PhhHand, actions: Sequence[PhhAction], state: State) -> State:
    """The betting, and the board cards at their time."""
    dealt = 0
    for number, (text, action) in enumerate(zip(hand.actions, actions, strict=True), start=1):
        try:
            if action.verb == "db":
                state = _past_lone_player(state)
                dealt += len(action.cards) // 2
                _check_board(state, dealt, at_most=True)
            elif action.verb in ("f", "cc", "cbr"):
                _check_board(state, dealt)
                state = _apply(state, action)
            elif action.verb in ("pb", "sd"):
                raise FormatError("there is no such action in hold'em")
        except (ActionError, FormatError) as error:
            raise FormatError(f"action {number} {shown(text)}: {error}") from error
    state = _past_lone_player(state)
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
    # PHH counts the chips of this street, Railbird those of the whole hand.
    return raise_to(_spent_before_street(state) + _whole("cbr", action.amount))


def _spent_before_street(state: State) -> int:
    return state.spent(state.acting) - state.spent_this_street(state.acting)


def _past_lone_player(state: State) -> State:
    return state.apply(CALL) if _is_alone(state) else state


def _is_alone(state: State) -> bool:
    """Whether the blinds put all but one player all-in, who owes nothing: Railbird waits for a check, PHH does not."""
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
        raise FormatError(f"{dealt} board cards are dealt, but the betting has come to {expected}")


def _payoffs(hand: PhhHand, actions: Sequence[PhhAction], final: State) -> tuple[Chips, ...]:
    if hand.finishing_stacks and UNLIMITED not in final.game.stacks:
        start = final.game.stacks
        return tuple(_chips(end) - stack for end, stack in zip(hand.finishing_stacks, start, strict=True))
    if hand.winnings:
        return tuple(_chips(won) - paid for won, paid in zip(hand.winnings, _paid(final), strict=True))
    if not final.is_showdown:
        return final.payoffs()
    mucked = {action.position for action in actions if action.verb == "sm" and not action.cards}
    for position, cards in enumerate(final.deal.hole_cards):
        if not final.has_folded(position) and (not cards or position in mucked):
            raise FormatError(
                f"p{position + 1} did not show a hand: finishing_stacks or winnings must tell who won what"
            )
    return final.payoffs()


def _paid(final: State) -> tuple[int, ...]:
    """What each player put into the pots: what was spent, without the part of a bet that nobody called."""
    spent = [final.spent(position) for position in range(final.game.players)]
    called = sorted(spent)[-2]
    antes = final.game.antes_by_position
    return tuple(min(chips, called) + ante for chips, ante in zip(spent, antes, strict=True))


def _chips(amount: Amount) -> Chips:
    """An amount, exactly; a third that was rounded off to many digits is a third again."""
    if isinstance(amount, int):
        return amount
    if not amount.is_finite():
        raise FormatError(f"finishing_stacks or winnings of {amount}: write chips")
    exact = Fraction(amount)
    share = exact.limit_denominator(SHARES)
    chips = share if abs(share - exact) < Fraction(1, 10**9) else exact
    return int(chips) if chips.denominator == 1 else chips


def from_record(record: HandRecord, states: Sequence[State] = ()) -> PhhHand:
    """The record as a hand; a FormatError if the game is none that PHH can express.

    Players show what is known of their cards at a showdown, before the board cards that no betting follows. If the
    states of the hand are given, it need not be replayed.
    """
    hand, game, is_same = _expressed(record.game)
    if not states or not is_same:
        try:
            states = list(replace(record, game=game).states())
        except ActionError as error:
            raise FormatError(f"hand {record.number}: PHH has no such action: {error}") from error
    final = states[-1]
    if not final.is_over or len(record.board) < final.board_size:
        raise FormatError(f"hand {record.number}: its end or its board is not known: {final}")
    hand = replace(hand, actions=tuple(_phh_actions(states)), hand=record.number, players=record.players)
    if UNLIMITED in game.stacks:
        return replace(hand, winnings=_sums(record.payoffs, _paid(final)))
    return replace(hand, finishing_stacks=_sums(record.payoffs, game.stacks))


@lru_cache(maxsize=256)
def _expressed(game: GameDefinition) -> tuple[PhhHand, GameDefinition, bool]:
    """A hand of the game before the deal, the game that it would be read back as, and whether only names differ."""
    hand = _hand_before_deal(game)
    expressed = _definition(hand)
    _check_expressible(game, expressed)
    return hand, expressed, replace(expressed, name=game.name) == game


def _hand_before_deal(game: GameDefinition) -> PhhHand:
    return PhhHand(
        variant="FT" if game.is_limit else "NT",
        antes=_by_position(game.antes_by_position),
        blinds_or_straddles=_by_position(game.blinds),
        small_bet=game.raise_sizes[0] if game.is_limit else None,
        big_bet=game.raise_sizes[-1] if game.is_limit else None,
        min_bet=None if game.is_limit else game.big_blind,
        starting_stacks=tuple(Decimal("inf") if stack == UNLIMITED else stack for stack in game.stacks),
        actions=(),
    )


def _check_expressible(game: GameDefinition, expressed: GameDefinition) -> None:
    """Refuse another game than PHH would give back. The rules of old servers are not compared: PHH has no folds for
    free, which are refused where they are played, and how pots are split is in the payoffs.
    """
    for rule in _RULES:
        has, can = getattr(game, rule), getattr(expressed, rule)
        if has != can:
            raise FormatError(f"PHH cannot express a game with {rule.replace('_', ' ')} {has}: there it is {can}")


def _sums(payoffs: Sequence[Chips], chips: Sequence[int]) -> tuple[Amount, ...]:
    return tuple(_amount(payoff + one) for payoff, one in zip(payoffs, chips, strict=True))


def _amount(chips: Chips) -> Amount:
    if chips == int(chips):
        return int(chips)
    return round(Decimal(chips.numerator) / chips.denominator, 12).normalize()


def _phh_actions(states: Sequence[State]) -> Iterator[str]:
    """All actions of a hand that is over, the deals among them, from its states."""
    final = states[-1]
    for position, cards in enumerate(final.deal.hole_cards):
        yield f"d dh p{position + 1} {format_cards(cards) or '????'}"
    street = 0
    for turn, (state, action) in enumerate(zip(states, final.actions, strict=False)):
        yield from _board_deals(final, street, state.street)
        street = state.street
        if turn > 0 or not _is_alone(state):
            yield f"p{state.acting + 1} {_betting(state, action)}"
    if final.is_showdown:
        for position, cards in enumerate(final.deal.hole_cards):
            if not final.has_folded(position):
                yield f"p{position + 1} sm {format_cards(cards) or '????'}"
    yield from _board_deals(final, street, final.street)


def _board_deals(final: State, street: int, until: int) -> Iterator[str]:
    """The deals after a street until another."""
    sizes = final.game.board_sizes
    for later in range(street + 1, until + 1):
        yield f"d db {format_cards(final.deal.board[sizes[later - 1] : sizes[later]])}"


def _betting(state: State, action: Action) -> str:
    if action.is_raise:
        return f"cbr {action.total - _spent_before_street(state)}"
    return "f" if action.is_fold else "cc"
