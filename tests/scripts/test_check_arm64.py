"""The check with arm64's machine code: what it says where it cannot run, and what it downloads."""

from pathlib import Path
from typing import Any

import pytest

from tests.corpus.recording import FOLDER, SUFFIX
from tests.processes import ROOT


@pytest.mark.parametrize("missing", ["qemu-aarch64-static", "apt-get", "dpkg-deb"])
def test_what_is_missing_is_said_in_one_line(
    scripts: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, missing: str
) -> None:
    found = {"qemu-aarch64-static", "apt-get", "dpkg-deb"} - {missing}
    monkeypatch.setattr(scripts.check_arm64.shutil, "which", lambda name: name if name in found else None)
    refusal = f"^check_arm64: {missing} is missing; on Debian .*qemu-user-static$"
    with pytest.raises(SystemExit, match=refusal):
        scripts.check_arm64.main(["--folder", str(tmp_path / "arm")])
    assert not (tmp_path / "arm").exists()


def test_wheels_are_those_of_the_lock_with_their_hashes(scripts: Any) -> None:
    pins = scripts.check_arm64.pins_of((ROOT / "locks" / "play.txt").read_text(encoding="utf-8"))
    names = [line.partition("==")[0] for line in pins.splitlines() if not line.startswith(" ")]
    assert names == list(scripts.check_arm64.WHEELS)
    assert all("--hash=sha256:" in line for line in pins.splitlines() if line.startswith(" "))
    assert pins.count("--hash=") > len(names)


def test_a_lock_without_one_is_refused_in_one_line(scripts: Any) -> None:
    with pytest.raises(SystemExit, match="pins no numpy"):
        scripts.check_arm64.pins_of("numba==1.0 \\\n    --hash=sha256:00\n")


def test_what_is_played_unless_told_otherwise_is_recorded(scripts: Any) -> None:
    assert all((FOLDER / f"{name}{SUFFIX}").exists() for name in scripts.check_arm64.USUAL)
