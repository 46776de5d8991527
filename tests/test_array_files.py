"""Arrays in files: the way there and back, damage, and files of other kinds."""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import numpy as np
import pytest

from acpc.programs import LONG
from railbird.array_files import ArrayFileKind, is_array_file, open_arrays, write_arrays
from railbird.errors import RailbirdError, StrategyError, TableError

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event
    from pathlib import Path

KIND = ArrayFileKind("test", layout=3, error=TableError)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "arrays"
    arrays = {"one": np.arange(5.0), "two": np.arange(6, dtype=np.int8).reshape(2, 3)}
    write_arrays(path, KIND, {"of": "numbers"}, arrays)
    return path


def test_arrays_and_their_description_come_back(file: Path) -> None:
    for verify in (False, True):
        description, arrays = open_arrays(file, KIND, verify=verify)
        assert description == {"of": "numbers"}
        assert arrays["one"].tolist() == [0, 1, 2, 3, 4]
        assert arrays["two"].tolist() == [[0, 1, 2], [3, 4, 5]]
        assert arrays["two"].dtype == np.int8


def test_the_format_is_the_documented_one(file: Path) -> None:
    content = file.read_bytes()
    length = int.from_bytes(content[8:16], "little")
    header, body = content[48 : 48 + length], content[48 + length :]
    assert content[:8] == b"RAILBIRD"
    assert content[16:48] == hashlib.sha256(header).digest()
    assert len(content) % 64 == (48 + length) % 64 == 0
    stated = json.loads(header)
    assert (stated["kind"], stated["layout"]) == ("test", 3)
    assert stated["checksum"] == hashlib.sha256(body).hexdigest()
    place = stated["arrays"]["two"]
    assert np.frombuffer(body, place["dtype"], 6, place["offset"]).tolist() == [0, 1, 2, 3, 4, 5]


def test_arrays_are_mapped_and_not_read(file: Path) -> None:
    _, arrays = open_arrays(file, KIND)
    assert isinstance(arrays["one"].base, np.memmap)
    assert not arrays["one"].flags.writeable


def test_empty_arrays_views_and_missing_folders_are_no_problem(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "arrays"
    given = {"none": np.empty((0, 3)), "columns": np.arange(12).reshape(3, 4)[:, ::2], "number": np.array(7)}
    write_arrays(path, KIND, {}, given)
    _, arrays = open_arrays(path, KIND, verify=True)
    for name, array in given.items():
        assert arrays[name].tolist() == array.tolist()
        assert arrays[name].shape == array.shape
    assert [entry.name for entry in path.parent.iterdir()] == ["arrays"]


def test_a_flipped_bit_is_noticed_wherever_it_is(file: Path) -> None:
    content = file.read_bytes()
    start = 48 + int.from_bytes(content[8:16], "little")
    for place in range(len(content)):
        for bit in range(8) if place < 48 else (place % 8,):
            file.write_bytes(content[:place] + bytes([content[place] ^ 1 << bit]) + content[place + 1 :])
            with pytest.raises(TableError, match=r"damaged"):
                open_arrays(file, KIND, verify=True)
            if place >= start:
                open_arrays(file, KIND)  # without reading the arrays, their damage is not seen


@pytest.mark.parametrize("kept", [1, 20, 0.5, 0.9, -1], ids=str)
def test_a_cut_file_is_refused(file: Path, kept: float) -> None:
    content = file.read_bytes()
    file.write_bytes(content[: int(kept * len(content))] if isinstance(kept, float) else content[:kept])
    with pytest.raises(TableError, match="damaged"):
        open_arrays(file, KIND)


def test_a_file_that_ends_within_an_array_names_it(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-64])
    with pytest.raises(TableError, match="arrays is damaged: it ends within two"):
        open_arrays(file, KIND)


def test_bytes_after_the_last_array_are_noticed(file: Path) -> None:
    file.write_bytes(file.read_bytes() + b"\0")
    with pytest.raises(TableError, match=r"arrays is damaged: it has [\d,]+ bytes, not"):
        open_arrays(file, KIND)


@pytest.mark.parametrize("content", [b"", b"RAILBIRD", b"GAMEDEF\nlimit\n" * 9, b"RAILBIRD" + b"\xff" * 99])
def test_other_files_are_refused(tmp_path: Path, content: bytes) -> None:
    other = tmp_path / "other"
    other.write_bytes(content)
    with pytest.raises(TableError, match=r"other is damaged, or (no test file of Railbird|from another version)"):
        open_arrays(other, KIND)
    assert is_array_file(other) == content.startswith(b"RAILBIRD")
    assert not is_array_file(tmp_path)


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (ArrayFileKind("strategy", layout=3, error=StrategyError), "arrays is a test file, not a strategy file"),
        (ArrayFileKind("test", layout=4, error=StrategyError), r"layout 3, written by Railbird .* reads layout 4"),
    ],
)
def test_files_of_other_kinds_and_versions_are_refused_with_the_error_of_the_kind(
    file: Path, kind: ArrayFileKind, message: str
) -> None:
    with pytest.raises(StrategyError, match=message):
        open_arrays(file, kind)


def test_a_header_without_places_is_refused(file: Path) -> None:
    header = json.dumps({"kind": "test", "layout": 3, "arrays": {"one": {"shape": [5]}}}).encode().ljust(80)
    file.write_bytes(b"RAILBIRD" + len(header).to_bytes(8, "little") + hashlib.sha256(header).digest() + header)
    with pytest.raises(RailbirdError, match="damaged: the list of its arrays cannot be read"):
        open_arrays(file, KIND)


FILL_THE_DISK = """
import resource, signal, sys
from pathlib import Path
import numpy as np
from railbird.array_files import ArrayFileKind, write_arrays
from railbird.errors import TableError

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (64_000, 64_000))
try:
    kind = ArrayFileKind("test", layout=3, error=TableError)
    write_arrays(Path(sys.argv[1]), kind, {}, {"one": np.ones((100_000, 3), dtype=np.uint32)})
except OSError as error:
    print(error.strerror)
"""


@pytest.mark.parametrize("earlier", [True, False])
def test_a_full_disk_leaves_no_broken_file(tmp_path: Path, earlier: bool) -> None:
    path = tmp_path / "small"
    if earlier:
        write_arrays(path, KIND, {}, {"one": np.arange(3)})
    command = [sys.executable, "-c", FILL_THE_DISK, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "File too large\n"
    assert [entry.name for entry in tmp_path.iterdir()] == (["small"] if earlier else [])
    if earlier:
        assert open_arrays(path, KIND, verify=True)[1]["one"].tolist() == [0, 1, 2]


def keep_writing(path: Path, value: int, is_over: Event) -> None:
    while not is_over.is_set():
        write_arrays(path, KIND, {"value": value}, {"one": np.full((5_000, 3), value, dtype=np.uint32)})


def test_two_processes_that_write_the_same_file_never_leave_a_damaged_one(tmp_path: Path) -> None:
    path = tmp_path / "small"
    context = multiprocessing.get_context("spawn")
    is_over = context.Event()
    writers = [context.Process(target=keep_writing, args=(path, value, is_over), daemon=True) for value in (1, 2)]
    for writer in writers:
        writer.start()
    seen: list[int] = []
    until = time.monotonic() + LONG
    try:
        # On a busy machine, one of them may write for a while before the other begins.
        while len(seen) < 200 or {*seen} != {1, 2}:
            assert time.monotonic() < until
            assert all(writer.is_alive() for writer in writers)
            if path.exists():
                description, arrays = open_arrays(path, KIND, verify=True)
                assert np.unique(arrays["one"]).tolist() == [description["value"]]
                seen.append(description["value"])
    finally:
        is_over.set()
        for writer in writers:
            writer.join()
    assert [writer.exitcode for writer in writers] == [0, 0]
    assert [entry.name for entry in tmp_path.iterdir()] == ["small"]
