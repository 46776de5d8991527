"""The games of PHH hands: stacks, blinds and bets in chips, which are cents where the amounts are money with cents."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, TypeVar

from railbird.errors import FormatError, GameError
from railbird.formats.fields import shown
from railbird.formats.phh import PhhHand
from railbird.games import GameDefinition
from railbird.games.definition import UNLIMITED, UNLIMITED_RAISES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from railbird.formats.phh import Amount, PhhAction

_Entry = TypeVar("_Entry")

CENTS = 100
"""Chips in a unit of money whose amounts have cents."""
BOARD_CARDS = (0, 3, 1, 1)
# Four bets on every street. Before the flop the big blind is the first bet, as in the ACPC's limit games.
LIMIT_RAISES = (3, 4, 4, 4)
_INFINITE = Decimal("inf")


def chips_per_unit(hand: PhhHand, actions: Iterable[PhhAction]) -> int:
    """The number of chips in a unit of the amounts of a hand: 100 for money with cents, else 1.

    Money has a currency symbol, or an amount with a fraction or two decimals. Winnings and finishing stacks do not
    count: shares of pots have fractions in any game.
    """
    if hand.currency_symbol is not None:
        return CENTS
    amounts = [*hand.antes, *hand.blinds_or_straddles, *hand.starting_stacks, *(action.amount for action in actions)]
    amounts += [amount for amount in (hand.min_bet, hand.small_bet, hand.big_bet) if amount is not None]
    return CENTS if any(map(_has_cents, amounts)) else 1


def _has_cents(amount: Amount) -> bool:
    if isinstance(amount, int) or not amount.is_finite():
        return False
    return amount.as_tuple().exponent == -2 or amount != int(amount)


def game_of(hand: PhhHand, actions: Sequence[PhhAction], *, unit: int) -> GameDefinition:
    """The game of a hand. The cap on raises is the usual one, or higher if the hand has more raises."""
    if hand.variant not in ("NT", "FT"):
        raise FormatError(f"variant {hand.variant} is not hold'em: only the variants NT and FT can be converted")
    stacks = tuple(
        UNLIMITED if stack == _INFINITE else whole_chips("starting_stacks", stack, unit=unit)
        for stack in hand.starting_stacks
    )
    antes = by_position([whole_chips("antes", ante, unit=unit) for ante in hand.antes])
    blinds = [whole_chips("blinds_or_straddles", blind, unit=unit) for blind in hand.blinds_or_straddles]
    posted = _posted(stacks, antes, by_position(blinds))
    is_limit = hand.variant == "FT"
    try:
        return GameDefinition(
            betting="limit" if is_limit else "nolimit",
            stacks=stacks,
            blinds=posted,
            antes=antes if any(antes) else (),
            raise_sizes=_raise_sizes(hand, unit) if is_limit else _no_sizes(hand, posted, unit),
            first_players=(_first_to_act(posted), 0, 0, 0),
            max_raises=_most_raises(actions) if is_limit else (UNLIMITED_RAISES,) * 4,
            suits=4,
            ranks=13,
            hole_cards=2,
            board_cards=BOARD_CARDS,
            chips_per_unit=unit,
        )
    except GameError as error:
        raise FormatError(str(error)) from error


def by_position(entries: Sequence[_Entry]) -> tuple[_Entry, ...]:
    """Convert antes or blinds from PHH's order to positions, or back. With two players the order is reversed."""
    return tuple(reversed(entries)) if len(entries) == 2 else tuple(entries)


def _first_to_act(blinds: Sequence[int]) -> int:
    """The first player to act before the flop: the player after the (last) largest blind or straddle."""
    largest = max(range(len(blinds)), key=lambda position: (blinds[position], position))
    return (largest + 1) % len(blinds)


def whole_chips(name: str, amount: Amount | None, *, unit: int) -> int:
    """An amount in whole chips. Raise FormatError if it is none."""
    if amount is None or not 0 <= amount * unit <= UNLIMITED:
        raise FormatError(f"{name} {shown(amount)}: write chips from 0 to {UNLIMITED // unit}")
    chips = amount * unit
    if chips != int(chips):
        raise FormatError(f"{name} {amount}: amounts have at most two decimals")
    return int(chips)


def _most_raises(actions: Iterable[PhhAction]) -> tuple[int, ...]:
    """The usual cap on raises in each round, or the number of raises if there are more: some games have other caps."""
    raises = [0] * len(LIMIT_RAISES)
    street = 0
    for action in actions:
        street = min(street + (action.verb == "db"), len(raises) - 1)
        raises[street] += action.verb == "cbr"
    return tuple(map(max, LIMIT_RAISES, raises))


def _posted(stacks: Sequence[int], antes: Sequence[int], blinds: Sequence[int]) -> tuple[int, ...]:
    """The blinds as posted: a player with a short stack posts less than the blind."""
    if not any(blinds):
        raise FormatError("nobody posts a blind: records cannot express such hands")
    for position, (stack, ante) in enumerate(zip(stacks, antes, strict=True)):
        # Such a player cannot post a blind or call, and pots are computed from blinds and calls.
        if ante >= stack:
            raise FormatError(f"p{position + 1} is all-in with an ante of {ante}: records cannot express such hands")
    posted = tuple(min(blind, stack - ante) for stack, ante, blind in zip(stacks, antes, blinds, strict=True))
    if max(posted) < max(blinds):
        raise FormatError(
            f"the largest blind is {max(blinds)}, but only {max(posted)} is posted: records cannot express such hands"
        )
    return posted


def _raise_sizes(hand: PhhHand, unit: int) -> tuple[int, ...]:
    small, big = whole_chips("small_bet", hand.small_bet, unit=unit), whole_chips("big_bet", hand.big_bet, unit=unit)
    return small, small, big, big


def _no_sizes(hand: PhhHand, blinds: Sequence[int], unit: int) -> tuple[int, ...]:
    """Check that the smallest bet of a no-limit game is the largest blind; there are no raise sizes."""
    smallest = whole_chips("min_bet", hand.min_bet, unit=unit)
    if smallest != max(blinds):
        raise FormatError(f"min_bet {smallest}: in records the smallest bet is the largest blind, {max(blinds)}")
    return ()


def hand_before_deal(game: GameDefinition) -> PhhHand:
    """The PHH hand of a game before anything is dealt."""
    unit = game.chips_per_unit

    def amounts(chips: Iterable[int]) -> tuple[Amount, ...]:
        return tuple(_INFINITE if amount == UNLIMITED else in_units(amount, unit) for amount in chips)

    return PhhHand(
        variant="FT" if game.is_limit else "NT",
        antes=amounts(by_position(game.antes_by_position)),
        blinds_or_straddles=amounts(by_position(game.blinds)),
        small_bet=in_units(game.raise_sizes[0], unit) if game.is_limit else None,
        big_bet=in_units(game.raise_sizes[-1], unit) if game.is_limit else None,
        min_bet=None if game.is_limit else in_units(game.big_blind, unit),
        starting_stacks=amounts(game.stacks),
        actions=(),
    )


def in_units(chips: int, unit: int) -> Amount:
    """Whole chips as an amount: with two decimals if they are cents, so that they are read back as cents."""
    return chips if unit == 1 else (Decimal(chips) / unit).quantize(Decimal("0.01"))
