"""Where computed things are kept, and files that appear whole or not at all."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING

import platformdirs
import pytest

from railbird.files import cache_folder, cached_file, written_whole

if TYPE_CHECKING:
    from pathlib import Path


def write(path: Path, content: bytes) -> None:
    with written_whole(path) as file:
        file.write(content)


def fail_to_write(path: Path, error: BaseException) -> None:
    with written_whole(path) as file:
        file.write(b"half of")
        raise error


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_cache_is_where_railbird_cache_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAILBIRD_CACHE", str(tmp_path / "not yet there"))
    folder = cache_folder("tables")
    assert folder == tmp_path / "not yet there" / "tables"
    assert folder.is_dir()
    assert names_in(folder) == []


@pytest.mark.parametrize("value", [None, ""])
def test_the_cache_is_the_users_where_nothing_is_said(
    value: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("RAILBIRD_CACHE", raising=False)
    if value is not None:
        monkeypatch.setenv("RAILBIRD_CACHE", value)
    assert cache_folder("tables") == platformdirs.user_cache_path("railbird") / "tables"


def test_a_cache_that_cannot_be_written_gives_way_to_a_temporary_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    occupied = tmp_path / "a file"
    occupied.write_text("not a folder")
    monkeypatch.setenv("RAILBIRD_CACHE", str(occupied))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    folder = cache_folder("tables")
    assert folder == tmp_path / "temporary" / f"railbird-{os.getuid()}" / "tables"
    write(folder / "small", b"content")
    assert (folder / "small").read_bytes() == b"content"
    assert occupied.read_text() == "not a folder"


def test_a_cached_file_is_in_its_folder_whether_it_exists_or_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAILBIRD_CACHE", str(tmp_path))
    path = cached_file("tables", "small")
    assert path == tmp_path / "tables" / "small"
    assert not path.exists()
    write(path, b"content")
    assert cached_file("tables", "small") == path


def test_an_existing_file_is_found_in_a_cache_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The superuser can write everywhere: the check is told otherwise."""
    monkeypatch.setenv("RAILBIRD_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    write(cached_file("tables", "built"), b"content")
    monkeypatch.setattr("railbird.files._is_writable", lambda _folder: False)
    assert cached_file("tables", "built") == tmp_path / "cache" / "tables" / "built"
    assert cached_file("tables", "missing").parent == tmp_path / "temporary" / f"railbird-{os.getuid()}" / "tables"


def test_a_file_appears_when_all_of_it_has_been_written(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "file"
    with written_whole(path) as file:
        file.write(b"first ")
        file.flush()
        assert not path.exists()
        file.write(b"second")
    assert path.read_bytes() == b"first second"
    assert names_in(path.parent) == ["file"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o644


def test_a_file_is_replaced_in_one_step(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write(path, b"old")
    with written_whole(path) as file:
        file.write(b"new content")
        file.flush()
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new content"
    assert names_in(tmp_path) == ["file"]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
@pytest.mark.parametrize("earlier", [True, False])
def test_a_write_that_fails_leaves_what_was_there(tmp_path: Path, error: type[BaseException], earlier: bool) -> None:
    path = tmp_path / "file"
    if earlier:
        write(path, b"old")
    with pytest.raises(error, match="in the middle"):
        fail_to_write(path, error("in the middle"))
    assert names_in(tmp_path) == (["file"] if earlier else [])
    if earlier:
        assert path.read_bytes() == b"old"


FILL_THE_DISK = """
import resource, signal, sys
from pathlib import Path
from railbird.files import written_whole

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (64_000, 64_000))
try:
    with written_whole(Path(sys.argv[1])) as file:
        for _ in range(100):
            file.write(bytes(1_000))
except OSError as error:
    print(error.strerror)
"""


def test_a_full_disk_leaves_neither_the_file_nor_a_temporary_one(tmp_path: Path) -> None:
    command = [sys.executable, "-c", FILL_THE_DISK, str(tmp_path / "file")]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "File too large\n"
    assert names_in(tmp_path) == []


def test_a_place_where_no_file_can_be_is_an_error_of_the_system(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="folder"):
        write(tmp_path / "folder", b"content")
    assert names_in(tmp_path) == ["folder"]
