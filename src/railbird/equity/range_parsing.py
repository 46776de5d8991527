"""Parsing of ranges: `22+, A5s-A2s, KTo+:0.5, AsKh, top 15%`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from railbird.cards.card import RANKS, parse_card
from railbird.cards.hands import HAND_COUNT, class_of_ranks, format_hand, hand_index, hands_in_class
from railbird.equity.preflop import strongest_classes
from railbird.errors import RangeError
from railbird.wording import number_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

_FORMS = "write hands like 22+, 55-22, AK, AKs, KTo+, A5s-A2s, JTs-54s, AsKh, random or top 15%"
_ACE = len(RANKS) - 1

# An item extends as far as its author can have meant it to, so that an error can quote all of it.
_ITEM = re.compile(
    r"(?=[^\s,])(?P<hands>top\s*[^\s,:]*(?:\s*%)?|[^\s,:-]*(?:\s*-\s*[^\s,:-]*)*)(?:\s*:\s*(?P<weight>[^\s,]*))?",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_TOP = re.compile(r"TOP\s*(?P<percent>[0-9]+\.?[0-9]*|\.[0-9]+)\s*%")
_HAND = re.compile(r"([2-9TJQKA][CDHS])([2-9TJQKA][CDHS])")
_CARDS = re.compile(r"(?:[2-9TJQKA][CDHS])+")
_CLASSES = re.compile(r"([2-9TJQKA])([2-9TJQKA])([SO]?)")


class _Item(NamedTuple):
    """An item of the text and its position."""

    text: str
    position: int
    hands: str
    weight: str | None

    def error(self, reason: str) -> RangeError:
        return RangeError(f"range item {self.text!r} at character {self.position}: {reason}")


class _Classes(NamedTuple):
    """Two ranks with `S` (suited), `O` (offsuit) or nothing (both)."""

    high: int
    low: int
    suits: str

    @property
    def gap(self) -> int:
        return self.high - self.low

    def hands(self) -> Iterator[NDArray[np.intp]]:
        if self.suits != "O" and self.gap > 0:
            yield hands_in_class(class_of_ranks(self.high, self.low, suited=True))
        if self.suits != "S":
            yield hands_in_class(class_of_ranks(self.high, self.low, suited=False))


def parse_weights(text: str) -> NDArray[np.float64]:
    """The weight of each of the 1,326 hands in a range, 0 for hands outside it."""
    weights = np.zeros(HAND_COUNT)
    for item in _items(text):
        hands = _hands(item)
        weight = _weight(item)
        _check_same_weight(item, weights, hands=hands, weight=weight)
        weights[hands] = weight
    if not weights.any():
        raise RangeError(f"empty range {text!r}: {_FORMS}")
    return weights


def strongest_hands(fraction: float) -> NDArray[np.intp]:
    """The hands of the strongest classes that fit within a fraction of all hands; at least one class.

    Classes are ordered by their exact preflop equity against one random hand.
    """
    if not 0 < fraction <= 1:
        raise RangeError(f"top {fraction} of all hands: give a fraction above 0 and at most 1, like 0.15")
    # The tolerance keeps a fraction like 12 / 1326 from losing a class to rounding.
    most_hands = fraction * HAND_COUNT + 1e-9
    order = [hands_in_class(index) for index in strongest_classes()]
    class_count = np.searchsorted(np.cumsum([len(hands) for hands in order]), most_hands, side="right")
    return np.concatenate(order[: max(1, int(class_count))])


def _items(text: str) -> Iterator[_Item]:
    for match in _ITEM.finditer(text):
        yield _Item(match.group().strip(), match.start() + 1, match["hands"].strip(), match["weight"])


def _weight(item: _Item) -> float:
    if item.weight is None:
        return 1.0
    weight = float(item.weight) if _NUMBER.fullmatch(item.weight) else 0.0
    if not 0 < weight <= 1:
        raise item.error(f"the weight {item.weight!r} is not a number above 0 and at most 1: write a weight like :0.25")
    return weight


def _check_same_weight(item: _Item, weights: NDArray[np.float64], *, hands: NDArray[np.intp], weight: float) -> None:
    before = weights[hands]
    conflicts = np.flatnonzero((before != 0) & (before != weight))
    if len(conflicts) > 0:
        hand = format_hand(int(hands[conflicts[0]]))
        raise item.error(
            f"{hand} already has the weight {float(before[conflicts[0]])}, not {weight}: give each hand one weight"
        )


def _hands(item: _Item) -> NDArray[np.intp]:
    text = item.hands.upper()
    if text == "RANDOM":
        return np.arange(HAND_COUNT)
    if text.startswith("TOP"):
        return _top(item, text)
    text = "".join(text.split()).replace("10", "T")
    cards = _HAND.fullmatch(text)
    if cards is not None:
        return _single_hand(item, cards[1], cards[2])
    return np.concatenate([hands for classes in _classes(item, text) for hands in classes.hands()])


def _top(item: _Item, text: str) -> NDArray[np.intp]:
    match = _TOP.fullmatch(text)
    percent = 0.0 if match is None else float(match["percent"])
    if not 0 < percent <= 100:
        raise item.error("the percentage must be above 0% and at most 100%: write it like top 15%")
    return strongest_hands(percent / 100)


def _single_hand(item: _Item, first: str, second: str) -> NDArray[np.intp]:
    if first == second:
        raise item.error("the same card twice: write two cards that differ, like AsKh")
    return np.array([hand_index(parse_card(first), parse_card(second))])


def _classes(item: _Item, text: str) -> list[_Classes]:
    if "-" in text:
        ends = text.split("-")
        if len(ends) != 2:
            raise item.error("a dash joins exactly two ends: write it like 55-22, A5s-A2s or JTs-54s")
        return _from_to(item, _end(item, ends[0]), _end(item, ends[1]))
    if text.endswith("+"):
        return _and_better(_end(item, text[:-1]))
    return [_end(item, text)]


def _end(item: _Item, text: str) -> _Classes:
    match = _CLASSES.fullmatch(text)
    if match is None:
        raise item.error(_suggestion(text))
    low, high = sorted((RANKS.index(match[1]), RANKS.index(match[2])))
    if high == low and match[3]:
        raise item.error(f"a pair is neither suited nor offsuit: write {text[:2]}")
    return _Classes(high, low, match[3])


def _suggestion(text: str) -> str:
    if _CARDS.fullmatch(text) and len(text) != 4:
        return f"{number_of(len(text) // 2, 'card')}: a hand has two cards, like AsKh; commas separate hands"
    match = _CLASSES.match(text)
    if match is None:
        return f"unknown hands: {_FORMS}"
    ranks = text[:2]
    names = ranks if match[1] == match[2] else f"{ranks}, {ranks}s or {ranks}o"
    return f"unknown hands: write {names}, alone, followed by +, or at one end of a dash"


def _and_better(lowest: _Classes) -> list[_Classes]:
    if lowest.gap == 0:
        return [_Classes(rank, rank, "") for rank in range(lowest.low, _ACE + 1)]
    return [lowest._replace(low=kicker) for kicker in range(lowest.low, lowest.high)]


def _from_to(item: _Item, first: _Classes, last: _Classes) -> list[_Classes]:
    bottom, top = sorted((first, last))
    if first.suits == last.suits:
        if first.gap == last.gap:
            return [
                _Classes(bottom.high + step, bottom.low + step, first.suits)
                for step in range(top.high - bottom.high + 1)
            ]
        if first.high == last.high and first.gap > 0 and last.gap > 0:
            return [bottom._replace(low=kicker) for kicker in range(bottom.low, top.low + 1)]
    raise item.error(
        "the ends do not match: write two pairs (55-22), the same top card (A5s-A2s) or "
        "the same gap (JTs-54s), with s, o or nothing at both ends"
    )
