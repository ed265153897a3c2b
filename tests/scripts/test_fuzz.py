"""The fuzzer: what it says of sound parsers, and that it finds what is wrong with others."""

import mmap
import os
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.scripts.conftest import SCRIPTS

SCRIPT = SCRIPTS / "fuzz.py"


def toy(monkeypatch: pytest.MonkeyPatch, script: Any, check: Any) -> None:
    """A parser named settings, whose files are numbers."""
    module: Any = ModuleType("toy_cases")
    module.mutate = lambda chance: str(chance.randrange(1000)).encode()
    module.check = check
    monkeypatch.setitem(sys.modules, "toy_cases", module)
    monkeypatch.setitem(script.PARSERS, "settings", "toy_cases")


def run(*words: str) -> list[str]:
    """Start the script; returns the lines it ends with."""
    command = [sys.executable, str(SCRIPT), *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


ANSWERS = {
    **dict.fromkeys(("settings", "bindings", "mappings"), ("read", "refused in part")),
    "replays": ("read", "read, cut off", *(f"refused at its {at}" for at in ("header", "chunk", "end"))),
    "levels": ("read", "refused", "refused as TOML"),
    "progress": ("read", "refused as progress", "refused as TOML"),
    "scores": ("read", "refused"),
    "codes": ("read", "refused", "refused here"),
    "sweeps": ("read", "refused", "refused by its name"),
    "snapshots": ("read", "refused as damaged", "refused as another's"),
}
"""Answers that a parser's cases must bring about: what fails at the first check tests none behind it."""


@pytest.mark.parametrize("parser", ANSWERS)
def test_ten_thousand_files_are_read_or_refused(parser: str, script: Any, tmp_path: Path) -> None:
    report = script.run(script.Campaign(parser, seed=1, first=1, count=10_000), 1, tmp_path)
    assert not report.failures, report.failures
    assert all(report.reached[answer] > 5 for answer in ANSWERS[parser]), report.reached


def test_every_parser_is_tried() -> None:
    lines = run("--count", "20", "--seed", "9")
    assert {line.split(":")[0] for line in lines} == ANSWERS.keys()
    assert all("20 files" in line and "0 failures" in line for line in lines)


def test_a_case_that_fails_is_kept_and_repeated(
    script: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def check(data: bytes) -> None:
        assert int(data) % 100 != 7, "it is a seven"

    toy(monkeypatch, script, check)
    words = ["--only", "settings", "--jobs", "1", "--keep", str(tmp_path)]
    with pytest.raises(SystemExit) as left:
        script.main([*words, "--count", "400"])
    assert "files were not parsed as they should be" in str(left.value.code)
    told = capsys.readouterr().err
    assert "it is a seven" in told
    again = told.split("again: ")[1].splitlines()[0].split()[1:]
    kept = Path(told.split("kept as ")[1].splitlines()[0])
    assert int(kept.read_bytes()) % 100 == 7
    kept.unlink()
    with pytest.raises(SystemExit):
        script.main([*again, *words])
    assert int(kept.read_bytes()) % 100 == 7
    assert "1 failures" in capsys.readouterr().out


def crash(data: bytes) -> None:
    raise ZeroDivisionError("not a refusal")


def take_time(data: bytes) -> None:
    began = time.thread_time()
    while time.thread_time() - began < 0.02:
        pass


def touch(size: int) -> None:
    """Take memory from the system and give it back; the heap may have enough that tests before have left."""
    with mmap.mmap(-1, size) as block:
        block[:: mmap.PAGESIZE] = bytes(size // mmap.PAGESIZE)


def take_memory(data: bytes) -> None:
    touch(1 << 27)


@pytest.mark.parametrize(
    ("check", "word"), [(crash, "ZeroDivisionError"), (take_time, "it took 0.0"), (take_memory, "it took 1")]
)
def test_exceptions_time_and_memory_are_failures(
    check: Any,
    word: str,
    script: Any,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    toy(monkeypatch, script, check)
    monkeypatch.setattr(script, "SECONDS_MAX", 0.01 if check is take_time else 60.0)
    touch(1 << 28)  # the process had more memory once, which counts for no case
    with pytest.raises(SystemExit):
        script.main(["--only", "settings", "--jobs", "1", "--count", "1", "--keep", str(tmp_path)])
    assert word in capsys.readouterr().err


def test_a_case_that_ends_its_process_is_named(tmp_path: Path) -> None:
    (tmp_path / "fatal_cases.py").write_text(
        "import os\n"
        "def mutate(chance): return str(chance.randrange(700)).encode()\n"
        "def check(data): int(data) == 5 and os._exit(3)\n"
    )
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import fuzz\n"
        "fuzz.PARSERS['settings'] = 'fatal_cases'\n"
        "if __name__ == '__main__':\n"
        "    fuzz.main(['--only', 'settings', '--count', '5000', '--jobs', '2'])\n"
    )
    (tmp_path / "start.py").write_text(program)
    done = subprocess.run(
        [sys.executable, str(tmp_path / "start.py"), str(SCRIPT.parent)],
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 1
    assert "one of these cases ended its process" in done.stderr
    assert "--only settings --seed 1 --first" in done.stderr
