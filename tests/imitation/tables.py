"""Small tables of decisions with attributes of all kinds, made at random."""

from __future__ import annotations

import numpy as np
import polars as pl

from railbird.imitation.dataset import Attribute, AttributeKind, AttributePrefix, AttributeSchema
from railbird.imitation.dataset.dataset_folder import column_types

ACTIONS = ("RAISE", "FOLD", "CALL", "INVALID")
ACTION = "CLASS_HERO_ACTION_TAKEN"
AMOUNT = "CLASS_TO_INVEST"
SCHEMA = AttributeSchema(
    (
        Attribute("ALL_IN_EQUITY"),
        Attribute("POT_SIZE"),
        Attribute("HERO_POSITION", AttributeKind.NOMINAL, ("SB", "BB", "BU", "INVALID")),
        Attribute("FLOP_ACTION", AttributeKind.NOMINAL, ("", "r", "rc, 'x' \\", "ccc")),
        Attribute("HISTORY_VPIP_OPPONENT_0", prefix=AttributePrefix.HISTORY),
        Attribute("NOTE", AttributeKind.STRING),
        Attribute("FUTURE_HERO_OUTCOME", prefix=AttributePrefix.FUTURE),
        Attribute(ACTION, AttributeKind.NOMINAL, ACTIONS, is_class=True),
        Attribute(AMOUNT, is_class=True),
    )
)


def random_frame(rows: int, seed: int, *, missing: float = 0.1, card_sets: int = 7) -> pl.DataFrame:
    """Decisions by a rule: raise with a good hand in position, fold a bad one, call otherwise; a tenth at random."""
    generator = np.random.default_rng(seed)
    equity = generator.random(rows).round(3)
    pot = generator.integers(1, 20, rows) * 10.0
    position = generator.integers(0, 3, rows)
    betting = generator.integers(0, 4, rows)
    rule = np.where(equity > 0.6 - 0.1 * position, 0, np.where((equity < 0.3) & (betting > 0), 1, 2))
    action = np.where(generator.random(rows) < 0.1, generator.integers(0, 3, rows), rule)
    card_set = generator.integers(0, card_sets, rows)
    columns = {
        "match": [f"match{number}" for number in card_set],
        "card_set": [f"ring{number}" for number in card_set],
        "hand": np.arange(rows),
        "decision": np.zeros(rows, dtype=np.int32),
        "ALL_IN_EQUITY": equity,
        "POT_SIZE": pot,
        "HERO_POSITION": _words("HERO_POSITION", position),
        "FLOP_ACTION": _words("FLOP_ACTION", betting),
        "HISTORY_VPIP_OPPONENT_0": generator.random(rows),
        "NOTE": ['it\'s, "so"'] * rows,
        "FUTURE_HERO_OUTCOME": generator.normal(size=rows) * 20 + 10 * (action == 0),
        ACTION: _words(ACTION, action),
        AMOUNT: np.where(action == 0, 20.0, np.where(action == 2, 10.0, 0.0)),
    }
    frame = pl.DataFrame(columns, schema=column_types(SCHEMA))
    holes = {
        name: pl.when(pl.Series(generator.random(rows) < missing)).then(None).otherwise(pl.col(name)).alias(name)
        for name in ("ALL_IN_EQUITY", "HERO_POSITION", "FLOP_ACTION")
    }
    return frame.with_columns(**holes)


def _words(name: str, codes: np.ndarray) -> list[str]:
    values = SCHEMA[name].values
    return [values[code] for code in codes]
