"""Wheel for one Python and system with its compiled kernels, and the sources: what is published."""

import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.scripts.conftest import Refused

KERNEL = "arena/jit/compiled/move-0.nbc"


def test_the_wheel_brings_the_kernels_and_is_for_their_python_and_system(script: Any, tmp_path: Path) -> None:
    kernels, output = tmp_path / "kernels", tmp_path / "dist"
    kernels.mkdir()
    (kernels / "move-0.nbc").write_bytes(b"machine code")
    wheel, source = sorted(script.build_packages(output, kernels))
    tag = f"cp{sys.version_info.major}{sys.version_info.minor}"
    assert f"-{tag}-{tag}-" in wheel.name and not wheel.name.endswith("-any.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert archive.read(KERNEL) == b"machine code"
        assert "arena/jit/cache.py" in archive.namelist()
    with tarfile.open(source) as archive:
        assert not any("compiled/" in name for name in archive.getnames())


def test_what_is_not_installed_is_told_before_anything_is_compiled(
    script: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script, "is_installed", lambda name: name == "hatchling")
    monkeypatch.setattr(script, "compile_kernels", lambda *_: pytest.fail("compiled"))
    with pytest.raises(SystemExit, match=r"^build: twine is not installed: pip install .*\[build\]"):
        script.main([])


def test_a_target_that_other_machines_do_not_share_is_refused(refused: Refused) -> None:
    assert "invalid choice: 'native'" in refused(["--target", "native"])
