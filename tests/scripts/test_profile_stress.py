"""The profiler's script: a trace in which kernels and threads are named, and no name that is Python's own."""

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.scripts.conftest import SCRIPTS, Refused

LOAD = ["--enemies", "600", "--asteroids", "60", "--bullets", "80", "--ticks", "7", "--workers", "2"]


def test_no_script_hides_a_module_of_python() -> None:
    """Scripts come first on the path of every script: `profile.py` would break cProfile, and warp with it."""
    assert {path.stem for path in SCRIPTS.glob("*.py")} & sys.stdlib_module_names == set()


def test_a_trace_names_systems_kernels_threads_and_counts(tmp_path: Path) -> None:
    """In a process of its own, started as a user would, from another folder."""
    pytest.importorskip("viztracer")
    output = tmp_path / "deep" / "trace.json"
    command = [sys.executable, str(SCRIPTS / "profile_stress.py"), *LOAD, "--output", str(output)]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    events = json.loads(output.read_text(encoding="utf-8"))["traceEvents"]
    calls = [event["name"].split(" (")[0] for event in events if event["ph"] == "X"]
    for name in ("step", "move_bodies", "sort_pairs", "think", "Match.tick"):
        assert calls.count(name) == 7 or (name == "think" and calls.count(name) >= 6), name
    threads = {event["args"]["name"] for event in events if event["name"] == "thread_name"}
    assert any(name.startswith("arena-worker") for name in threads)
    assert [event["args"] for event in events if event["ph"] == "C" and event["name"] == "contacts"]
    assert "move_bodies" in result.stdout
    assert f"wrote {output}" in result.stdout


@pytest.mark.parametrize("name", ["trace.json.gz", "trace.html"])
def test_other_formats(script: Any, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("viztracer")
    script.main([*LOAD, "--output", str(tmp_path / name)])
    told = capsys.readouterr().out
    content = (tmp_path / name).read_bytes()
    assert b"move_bodies" in (gzip.decompress(content) if name.endswith("gz") else content)
    assert ("kernels, on whichever thread" in told) == name.endswith("gz")


def test_without_the_extra_there_is_one_line_with_the_cure(
    refused: Refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "viztracer", None)
    said = refused(["--output", str(tmp_path / "t.json")])
    assert said.startswith("profile_stress: ")
    assert "install with: pip install -c constraints.txt -e '.[profile]'" in said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--enemies", "-1"], "below the limit of 0"),
        (["--output", "trace.txt"], "must end in one of .json"),
        (["--enemies", "900000", "--asteroids", "900000"], "at most 1,000,000 bodies can be held"),
    ],
)
def test_bad_flags_are_refused(words: list[str], complaint: str, refused: Refused) -> None:
    pytest.importorskip("viztracer")
    assert complaint in refused(words)
