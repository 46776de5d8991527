"""Arrays in files: the way there and back, damage, and files of other kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from railbird.array_files import open_arrays, write_arrays
from railbird.errors import StrategyError

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "arrays"
    write_arrays(path, {"kind": "test"}, {"one": np.arange(5.0), "two": np.arange(6, dtype=np.int8).reshape(2, 3)})
    return path


def test_arrays_and_their_description_come_back(file: Path) -> None:
    description, arrays = open_arrays(file)
    assert description == {"kind": "test"}
    assert arrays["one"].tolist() == [0, 1, 2, 3, 4]
    assert arrays["two"].tolist() == [[0, 1, 2], [3, 4, 5]]
    assert arrays["two"].dtype == np.int8


def test_arrays_are_mapped_and_not_read(file: Path) -> None:
    _, arrays = open_arrays(file)
    assert isinstance(arrays["one"], np.memmap)


def test_a_cut_file_is_refused(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-64])
    with pytest.raises(StrategyError, match="damaged: it ends within two"):
        open_arrays(file)


def test_a_damaged_description_is_refused(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[16] = 0
    file.write_bytes(content)
    with pytest.raises(StrategyError, match="damaged: its description"):
        open_arrays(file)


@pytest.mark.parametrize("content", [b"", b"RAILBIRD", b"GAMEDEF\nlimit\n" * 9])
def test_other_files_are_refused(tmp_path: Path, content: bytes) -> None:
    other = tmp_path / "other"
    other.write_bytes(content)
    with pytest.raises(StrategyError, match="other"):
        open_arrays(other)
