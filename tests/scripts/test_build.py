"""Wheel for one Python and system with its compiled kernels, and the sources: what is published."""

import json
import sys
import tarfile
import zipfile
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any

import pytest

from tests.scripts.conftest import Refused

KERNEL = "arena/jit/compiled/move-0.nbc"


def test_the_wheel_brings_the_kernels_and_is_for_their_python_and_system(script: Any, tmp_path: Path) -> None:
    kernels, output = tmp_path / "kernels", tmp_path / "dist"
    kernels.mkdir()
    (kernels / "move-0.nbc").write_bytes(b"machine code")
    wheel, bill, source = sorted(script.build_packages(output, kernels))
    tag = f"cp{sys.version_info.major}{sys.version_info.minor}"
    assert f"-{tag}-{tag}-" in wheel.name and not wheel.name.endswith("-any.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert archive.read(KERNEL) == b"machine code"
        assert "arena/jit/cache.py" in archive.namelist()
    described = json.loads(bill.read_text())["metadata"]["component"]["components"]
    assert {wheel.name, source.name} <= {part["name"] for part in described}
    with tarfile.open(source) as archive:
        assert not any("compiled/" in name for name in archive.getnames())


def test_what_is_not_installed_is_told_before_anything_is_compiled(
    script: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script, "is_installed", lambda name: name == "hatchling")
    monkeypatch.setattr(script, "compile_kernels", lambda *_: pytest.fail("compiled"))
    with pytest.raises(SystemExit, match=r"^build: twine is not installed: python3 scripts/.* build$"):
        script.main([])


def test_a_folder_is_refused_where_nobody_has_tried_it(script: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script.sys, "platform", "darwin")
    with pytest.raises(SystemExit, match=r"^build: the folder is made for Linux only so far"):
        script.main(["folder"])


def test_a_folder_is_completed_by_bytecode_icon_entry_licences_and_bill(
    script: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(script.bills, "BOOTLOADER", "tqdm")
    for name in ("numpy-2.0.dist-info", "numba-0.66.dist-info"):
        (tmp_path / "_internal" / name).mkdir(parents=True)
    module = tmp_path / "_internal" / "arena" / "grid.py"
    module.parent.mkdir()
    module.write_text("CELLS = 8\n")
    script.complete(tmp_path)
    flags = Path(cache_from_source(str(module))).read_bytes()[4:8]
    assert int.from_bytes(flags, "little") == 0b01  # by hash, and not compared with the source
    assert "Exec=arena\n" in (tmp_path / "arena.desktop").read_text()
    assert (tmp_path / "arena.png").read_bytes().startswith(b"\x89PNG")
    licences = {path.name.split("-")[0].removesuffix(".txt") for path in (tmp_path / "licences").iterdir()}
    assert licences == {"arena", "fonts", "numba", "numpy", "python", "tqdm"}
    described = {part["name"] for part in json.loads((tmp_path / script.BILL).read_text())["components"]}
    assert described == {"numba", "numpy", "python", "tqdm"}


def test_a_target_that_other_machines_do_not_share_is_refused(refused: Refused) -> None:
    assert "invalid choice: 'native'" in refused(["--target", "native"])
