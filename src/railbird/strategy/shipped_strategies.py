"""The strategies that come with the package: for two- and three-player hold'em.

They were solved from the recipes with the same names in `experiments/strategies`.
"""

from __future__ import annotations

from pathlib import Path

_FOLDER = Path(__file__).parent / "shipped"
_SUFFIX = ".strategy"


def shipped_strategies() -> dict[str, Path]:
    """The files of the shipped strategies, by name."""
    return {path.stem: path for path in sorted(_FOLDER.glob(f"*{_SUFFIX}"))}


def strategy_path(file_or_name: Path) -> Path:
    """The path of a strategy: of the file that is named, or of a shipped strategy if there is no such file."""
    return file_or_name if file_or_name.exists() else shipped_strategies().get(str(file_or_name), file_or_name)
