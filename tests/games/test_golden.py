"""Golden transcripts: hands of every built-in game that were read through once, and must stay as they are."""

from __future__ import annotations

import pytest
from write_golden import FOLDER, HANDS, transcript

from railbird.games import GAME_NAMES


@pytest.mark.parametrize("name", GAME_NAMES)
def test_transcripts_are_as_they_were(name: str) -> None:
    golden = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert golden.count("\nhand ") == HANDS
    assert transcript(name).splitlines() == golden.splitlines()


def test_there_is_a_transcript_for_every_game_and_no_other() -> None:
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(GAME_NAMES)
