"""Build the shipped counts: `python -m railbird.abstraction.equity_chain.build` writes them, in a minute or two."""

from __future__ import annotations

import logging
from dataclasses import asdict

from railbird.abstraction.equity_chain.chain_building import count_chain
from railbird.abstraction.equity_chain.chain_counts import CHAIN_FILES
from railbird.abstraction.hand_values import open_hand_values
from railbird.progress import Silence

_log = logging.getLogger(__name__)


def main() -> None:
    """Write the shipped counts into the package."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    values = open_hand_values()
    for buckets in CHAIN_FILES.shipped:
        _log.info("%s", CHAIN_FILES.ship(buckets, asdict(count_chain(buckets, values, Silence()))))


if __name__ == "__main__":
    main()
