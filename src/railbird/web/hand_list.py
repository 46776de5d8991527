"""The list of hands: those that a search finds, page by page."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from railbird.analysis.categories import DEFINITIONS
from railbird.analysis.categories import NAMES as CATEGORY_NAMES
from railbird.analysis.hand_facts import HandSearch, find_hands
from railbird.analysis.hand_facts.hand_search import ACTIONS, PARTS, RESULTS
from railbird.analysis.play_tables import street_names
from railbird.errors import NotFoundError, StatisticsError
from railbird.games.definition import MOST_ROUNDS
from railbird.web.replay_data import summary_as_json

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from railbird.statistics.json_values import JsonValue
    from railbird.web.opened_sources import OpenedSource

ROWS = 50
"""Number of hands on a page."""
ORDERS = ("", "pot")
_STREETS = ("street", "since", "ended")
_AMOUNTS = ("pot_from", "pot_to")
_TRUTHS = {"yes": True, "no": False}
_KEYS = {field.name for field in fields(HandSearch)}


def read_search(query: Mapping[str, str]) -> HandSearch:
    """A search from the parameters of a link. Raise StatisticsError if one is unknown or has no such value."""
    values: dict[str, object] = {}
    for key, text in query.items():
        if key not in _KEYS:
            raise StatisticsError(f"hands cannot be searched by {key!r}: use {', '.join(sorted(_KEYS))}")
        if text:
            values[key] = _value(key, text)
    return HandSearch(**values)  # type: ignore[arg-type]


def _value(key: str, text: str) -> object:
    try:
        if key in _STREETS:
            return int(text)
        if key in _AMOUNTS:
            return float(text)
        return _TRUTHS[text] if key == "showdown" else text
    except (ValueError, KeyError):
        right = "yes or no" if key == "showdown" else "a number"
        raise StatisticsError(f"{key} {text!r}: give {right}") from None


def hands_as_json(opened: OpenedSource, search: HandSearch, *, page: int = 1, order: str = "") -> dict[str, JsonValue]:
    """One page of the hands that a search finds."""
    hands = opened.hands
    places = _places(opened, search, order)
    pages = max(1, -(-len(places) // ROWS))
    if not 1 <= page <= pages:
        raise NotFoundError(f"no page {page}: the hands fill {pages:,}")
    shown = [int(place) for place in places[ROWS * (page - 1) : ROWS * page]]
    rows = zip(shown, hands.records(shown), strict=True)
    return {
        "source": opened.name,
        "is_run": opened.run is not None,
        "all_hands": len(hands),
        "hands": len(places),
        "page": page,
        "pages": pages,
        "rows": [{"address": hands.address_of(place), **summary_as_json(record)} for place, record in rows],
        "problems": list(hands.problems[:5]),
        "number_of_problems": len(hands.problems),
    }


def _places(opened: OpenedSource, search: HandSearch, order: str) -> Sequence[int]:
    """The places of the hands in their order; without a search, the index is not needed."""
    if order not in ORDERS:
        raise StatisticsError(f"order {order!r}: leave it out, or give pot for the largest pots first")
    if search == HandSearch() and not order:
        return range(len(opened.hands))
    index = opened.index
    places = find_hands(index, search)
    if order:
        pots = np.zeros(len(opened.hands))
        pots[index.hands["place"].to_numpy()] = index.hands["pot"].to_numpy()
        places = places[np.argsort(-pots[places], kind="stable")]
    return places.tolist()  # type: ignore[no-any-return]


def hands_as_csv(opened: OpenedSource, search: HandSearch, *, order: str = "") -> str:
    """All hands that a search finds, with a row for each of their players; amounts are in big blinds."""
    places = [*_places(opened, search, order)]
    addresses = [opened.hands.address_of(place) for place in places]
    found = pl.DataFrame({"place": places, "hand": addresses}, schema={"place": pl.Int64, "hand": pl.String})
    index = opened.index
    players = index.seats.select("place", "player", "position", "won")
    hands = index.hands.select("place", "pot", "showdown", "betting")
    for facts in (hands, players):
        found = found.join(facts, on="place", how="left", maintain_order="left")
    return found.select("hand", "player", "position", "won", "pot", "showdown", "betting").write_csv()


def neighbours_as_json(opened: OpenedSource, search: HandSearch, address: str, *, order: str = "") -> JsonValue:
    """The hands before and after a hand among those that a search finds, and its number among them."""
    places = _places(opened, search, order)
    own = opened.hands.place_of(address)
    if own not in places:
        return None
    number = places.index(own)
    return {
        "number": number + 1,
        "hands": len(places),
        "previous": opened.hands.address_of(places[number - 1]) if number else None,
        "next": opened.hands.address_of(places[number + 1]) if number + 1 < len(places) else None,
    }


def choices_as_json(opened: OpenedSource) -> dict[str, JsonValue]:
    """What the fields of a search can be."""
    index = opened.index
    streets = street_names(MOST_ROUNDS, is_holdem=True)
    return {
        "player": list(index.players),
        "position": list(index.positions),
        "result": list(RESULTS),
        "category": [{"value": name, "text": text} for name, text in zip(CATEGORY_NAMES, DEFINITIONS, strict=True)],
        "action": list(ACTIONS),
        "part": list(PARTS),
        "street": [{"value": str(number), "text": name} for number, name in enumerate(streets)],
    }
