"""Build the shipped borders: `python -m railbird.abstraction.percentile.build` writes them, in a minute or two."""

from __future__ import annotations

import logging
from dataclasses import asdict

import numpy as np

from railbird.abstraction.hand_values import open_hand_values
from railbird.abstraction.percentile.border_building import build_borders
from railbird.abstraction.percentile.borders import SHIPPED, shipped_path
from railbird.files import written_whole
from railbird.progress import Silence

_log = logging.getLogger(__name__)


def main() -> None:
    """Write the shipped borders into the package."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    values = open_hand_values()
    for buckets in SHIPPED:
        borders = build_borders(buckets, values, Silence())
        with written_whole(shipped_path(buckets)) as file:
            np.savez_compressed(file, **asdict(borders))
        _log.info("%s", shipped_path(buckets))


if __name__ == "__main__":
    main()
