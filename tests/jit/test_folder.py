"""Compiled code is kept only where nobody else can have put it, and where there is room."""

import os
from pathlib import Path

import pytest

from arena.jit import folder
from tests.processes import run_python

FULL = """
import resource, sys
from pathlib import Path
from arena.jit import folder
from tests.processes import run_python
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))  # an empty file can be made, as on a full disk
print(folder.open_folder(Path(sys.argv[1])))
"""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="files of this system have no owner to look at")


def test_a_new_folder_is_private_and_stays_usable(tmp_path: Path) -> None:
    private = tmp_path / "some" / "kernels"
    assert folder.open_folder(private) == ""
    assert private.stat().st_mode & 0o777 == 0o700
    assert folder.open_folder(private) == ""
    assert list(private.iterdir()) == []


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_a_folder_that_others_can_write_is_not_used(tmp_path: Path, mode: int) -> None:
    tmp_path.chmod(mode)
    told = folder.open_folder(tmp_path)
    assert told == (
        f"compiled code is not kept, because {tmp_path} can be written by other users (chmod go-w mends that)"
    )


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir(mode=0o700)
    (tmp_path / "kernels").symlink_to(tmp_path / "real")
    assert folder.open_folder(tmp_path / "kernels").endswith(" is a link")
    (tmp_path / "file").write_bytes(b"code")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    assert folder.read_private(tmp_path / "file")[0] == b"code"
    with pytest.raises((ValueError, OSError)):
        folder.read_private(tmp_path / "link")


def test_what_belongs_to_others_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_bytes(b"code")
    (tmp_path / "file").chmod(0o600)
    assert folder.read_private(tmp_path / "file")[0] == b"code"
    monkeypatch.setattr(os, "geteuid", lambda: 4242)
    assert folder.open_folder(tmp_path).endswith(" belongs to another user")
    with pytest.raises(ValueError, match="belongs to another user"):
        folder.read_private(tmp_path / "file")


@pytest.mark.parametrize("mode", [0o620, 0o602])
def test_a_file_that_others_can_write_is_not_read(tmp_path: Path, mode: int) -> None:
    (tmp_path / "file").write_bytes(b"code")
    (tmp_path / "file").chmod(mode)
    with pytest.raises(ValueError, match="can be written by other users"):
        folder.read_private(tmp_path / "file")


def test_something_else_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe", 0o600)
    with pytest.raises((ValueError, OSError)):
        folder.read_private(tmp_path / "pipe")
    assert folder.open_folder(tmp_path / "pipe").startswith("compiled code cannot be kept in ")


def test_a_disk_that_takes_files_but_no_bytes_is_full(tmp_path: Path) -> None:
    assert run_python(FULL, str(tmp_path)) == f"compiled code cannot be kept in {tmp_path}: File too large\n"
