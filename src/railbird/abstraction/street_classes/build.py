"""Build the shipped rules: `python -m railbird.abstraction.street_classes.build` writes them, in a few minutes."""

from __future__ import annotations

import logging

from railbird.abstraction.board_hand import BoardHandBuckets
from railbird.abstraction.k_means import KMeansBuckets
from railbird.abstraction.street_classes.rule_files import shipped_path, store_arrays
from railbird.games import game_named
from railbird.progress import Silence

_HOLDEM = game_named("holdem.nolimit.2p.reverse_blinds")
SHIPPED = (
    KMeansBuckets(_HOLDEM, (169, 100, 100, 100)),
    KMeansBuckets(_HOLDEM, (169, 200, 200, 200)),
    BoardHandBuckets(_HOLDEM, boards=(10, 10, 10), hands=(10, 10, 10)),
)
_log = logging.getLogger(__name__)


def main() -> None:
    """Write the shipped rules into the package."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    for cards in SHIPPED:
        rules, _ = cards.build_rules(Silence())
        store_arrays(shipped_path(cards.name), cards.parameters, vars(rules))
        _log.info("%s", shipped_path(cards.name))


if __name__ == "__main__":
    main()
