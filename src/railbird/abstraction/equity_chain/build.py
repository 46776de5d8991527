"""Build the shipped counts: `python -m railbird.abstraction.equity_chain.build` writes them, in a minute or two."""

from __future__ import annotations

import logging
from dataclasses import asdict

import numpy as np

from railbird.abstraction.equity_chain.chain_building import count_chain
from railbird.abstraction.equity_chain.chain_counts import SHIPPED_CHAINS, shipped_chain_path
from railbird.abstraction.hand_values import open_hand_values
from railbird.files import written_whole
from railbird.progress import Silence

_log = logging.getLogger(__name__)


def main() -> None:
    """Write the shipped counts into the package."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    values = open_hand_values()
    for buckets in SHIPPED_CHAINS:
        counts = count_chain(buckets, values, Silence())
        with written_whole(shipped_chain_path(buckets)) as file:
            np.savez_compressed(file, **asdict(counts))
        _log.info("%s", shipped_chain_path(buckets))


if __name__ == "__main__":
    main()
