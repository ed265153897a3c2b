"""Savers that are killed lose nothing; ones that are careless are found out."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.scripts.conftest import SCRIPTS

SCRIPT = SCRIPTS / "kill_saves.py"
GUARD_SECONDS = 120

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="children are forked")


def run(folder: Path, change: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the script in a process without threads, after `change` of its parts."""
    code = f"import os, sys, time\nsys.path.insert(0, {str(SCRIPT.parent)!r})\nimport kill_saves\n{change}\n"
    code += "kill_saves.main(sys.argv[1:])"
    command = [sys.executable, "-c", code, *words, "--folder", str(folder)]
    return subprocess.run(command, capture_output=True, text=True, timeout=GUARD_SECONDS, check=False)


@pytest.mark.slow
def test_five_kills_while_each_kind_is_saved_lose_nothing(tmp_path: Path) -> None:
    ended = run(tmp_path, "", "--kills", "5")
    assert ended.returncode == 0, ended.stderr
    lines = ended.stdout.splitlines()
    kinds = ["settings", "progress", "scores", "level", "picture", "replay"]
    assert [line.split(":")[0] for line in lines] == kinds
    assert all("5 kills" in line and "nothing lost" in line for line in lines)
    assert list(tmp_path.iterdir()) == []


HALF_WRITTEN = """
def write(path, data):
    with path.open("wb") as file:
        file.write(data[:100]), file.flush(), time.sleep(0.1), file.write(data[100:])
import arena.app.storage.files
arena.app.storage.files.replace_file = write
"""
NEVER_CLEARED = """
import arena.app.storage.files
arena.app.storage.files.clear_leftovers = lambda folder, name: None
os.fsync = lambda handle: time.sleep(0.1)
"""
LOST = """
save = kill_saves.SavedScores.save
kill_saves.SavedScores.save = lambda self, number: number % 2 and save(self, number)
"""
UNMERGED = """
import arena.app.storage.progress as progress
progress.CampaignProgress.take_in = lambda self, other: None
"""
COPIED = """
import arena.app.storage.files
arena.app.storage.files.write_new_file = lambda path, data: (path.write_bytes(data[:9]), time.sleep(0.1))
"""
LATE = """
from arena.game.replays.file import RecordingFile
append = RecordingFile.append
def keep_back(self, piece, held=[]):
    held.append(piece)
    append(self, held.pop(0) if len(held) > 1 else b"")
RecordingFile.append = keep_back
"""


@pytest.mark.parametrize(
    ("kind", "change", "complaint"),
    [
        ("settings", HALF_WRITTEN, "kept as settings.toml.bad"),
        ("settings", NEVER_CLEARED, "left lying: .settings.toml."),
        ("progress", UNMERGED, "lost: medal 1 of "),
        ("scores", LOST, "lost: score 2 of "),
        ("level", COPIED, "lost: a backup is "),
        ("replay", LATE, ": match "),
    ],
)
def test_careless_savers_are_found_out(tmp_path: Path, kind: str, change: str, complaint: str) -> None:
    ended = run(tmp_path, change, kind, "--kills", "40")
    assert ended.returncode == 1
    assert f"kill_saves: {kind}, kill " in ended.stderr and complaint in ended.stderr
