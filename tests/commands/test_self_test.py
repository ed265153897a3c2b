"""`arena --self-test`: a row for each part, and an exit code that says whether all of them work."""

import shutil
from pathlib import Path

import pytest

from arena import resources
from arena.cli import main
from arena.commands import self_test

PARTS = ["kernels", "picture", "sound", "replay"]


def rows(capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    """Answer for each part: "works" or "FAILS", and what it tells."""
    lines = [line.split(maxsplit=4) for line in capsys.readouterr().out.splitlines()]
    return {name: f"{works} {told}" for name, works, _, _, told in lines}


@pytest.mark.gl
def test_all_parts_work(capsys: pytest.CaptureFixture[str]) -> None:
    """With the recording that is shipped: rules that changed need `scripts/record_corpus.py`."""
    assert main(["--self-test"]) == 0
    told = rows(capsys)
    assert list(told) == PARTS
    assert all(answer.startswith("works ") for answer in told.values()), told
    assert "identical over 1200 ticks" in told["replay"] and "640x360 by " in told["picture"]


def test_a_part_that_fails_is_named_and_the_others_are_tried(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    damaged = tmp_path / "damaged.replay"
    shutil.copy(resources.path(self_test.REPLAY), damaged)
    damaged.write_bytes(damaged.read_bytes()[:-40] + bytes(40))
    monkeypatch.setattr(resources, "path", lambda name: damaged)
    monkeypatch.setitem(self_test.PARTS, "picture", lambda: "nothing drawn")
    monkeypatch.setitem(self_test.PARTS, "kernels", lambda: "nothing compiled")
    assert main(["--self-test"]) == 1
    told = rows(capsys)
    assert list(told) == PARTS
    assert told["replay"].startswith("FAILS ReplayError: ") and told["sound"].startswith("works ")


@pytest.mark.parametrize("failing", PARTS)
def test_one_part_that_fails_decides(
    failing: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> str:
        raise self_test.Failure("broken")

    for name in PARTS:
        monkeypatch.setitem(self_test.PARTS, name, fail if name == failing else lambda: "fine")
    assert main(["--self-test"]) == 1
    told = rows(capsys)
    assert told == dict.fromkeys(PARTS, "works fine") | {failing: "FAILS Failure: broken"}
