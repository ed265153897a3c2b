"""Scripts as modules."""

import csv
import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.processes import ROOT

SCRIPTS = ROOT / "scripts"
Refused = Callable[[list[str]], str]


class Scripts:
    """Scripts by name, imported when they are first asked for."""

    def __getattr__(self, name: str) -> Any:
        if not (SCRIPTS / f"{name}.py").exists():
            raise AttributeError(name)
        return importlib.import_module(name)


@pytest.fixture(scope="module")
def scripts() -> Iterator[Scripts]:
    """Scripts that find each other as they do for `python scripts/NAME.py`."""
    sys.path.insert(0, str(SCRIPTS))
    yield Scripts()
    sys.path.remove(str(SCRIPTS))


@pytest.fixture(scope="module")
def script(scripts: Scripts, request: pytest.FixtureRequest) -> Any:
    """The script that a file of tests is named after."""
    return getattr(scripts, request.path.stem.removeprefix("test_"))


@pytest.fixture
def refused(script: Any, capsys: pytest.CaptureFixture[str]) -> Refused:
    """Message of the script for arguments that it refuses: code 2, or one line."""

    def run(words: list[str]) -> str:
        with pytest.raises(SystemExit) as left:
            script.main(words)
        if left.value.code == 2:
            return capsys.readouterr().err
        said = str(left.value.code)
        assert "\n" not in said
        return said

    return run


def read_table(path: Path) -> list[dict[str, str]]:
    """Rows of a CSV file that names the machine in its first line."""
    remark, *lines = path.read_text(encoding="utf-8").splitlines()
    assert remark.startswith("# ") and "numba" in remark
    return list(csv.DictReader(lines))
