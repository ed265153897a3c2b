"""Times of a start are those at which a status says so; a start without a title is told in one line."""

import sys
from pathlib import Path
from typing import Any

import pytest

from tests.scripts.conftest import Refused

PRETENDER = """
import json, os, pathlib, sys, time
home = pathlib.Path(os.environ["HOME"])
again = (home / "shaders").exists()
(home / "shaders").mkdir(exist_ok=True)
def tell(**status):
    (home / "draft").write_text(json.dumps(status))
    (home / "draft").replace(os.environ["ARENA_STATUS"])
tell(screen="loading", frames=3, opened=False)
time.sleep(0.2 if again else 0.8)
tell(screen="title", frames=4, opened=False)
time.sleep(0.4)
tell(screen="title", frames=9, opened=True)
time.sleep(60)
"""
"""A game of few pictures, of which later starts are quicker."""


def test_menu_and_world_are_told_apart_and_the_first_start_from_later_ones(
    script: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = tmp_path / "game.py"
    game.write_text(PRETENDER, encoding="utf-8")
    script.main(["--runs", "1", sys.executable, str(game)])
    first, again = (line.split()[-4:] for line in capsys.readouterr().out.splitlines()[-2:])
    menu, world = (float(first[k]) for k in (0, 2))
    assert 0.8 <= menu < world - 0.3
    assert float(again[0]) <= menu - 0.4


def test_a_game_that_ends_is_told_with_its_last_words(refused: Refused) -> None:
    said = refused(["--runs", "1", sys.executable, "-c", "print('no display')"])
    assert said.endswith("no display") and "no title from" in said
