"""The lists that set-up installs from: made from the requirements as they stand, and whole."""

import re
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.processes import ROOT

NAMES = sorted(path.stem for path in (ROOT / "locks").iterdir())
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CURE = "make them anew: scripts/lock.py"


def lock_of(name: str) -> str:
    return (ROOT / "locks" / f"{name}.txt").read_text(encoding="utf-8")


def test_lists_are_made_from_the_requirements_as_they_stand(script: Any) -> None:
    assert sorted(script.LOCKS) == NAMES
    digest = script.setup.sources_digest()
    assert [name for name in NAMES if digest not in lock_of(name)] == [], CURE


@pytest.mark.parametrize("name", NAMES)
def test_each_package_has_the_version_of_the_constraints_and_a_hash(script: Any, name: str) -> None:
    constraints = script.pins_of((ROOT / "constraints.txt").read_text(encoding="utf-8"))
    pins = script.pins_of(lock_of(name))
    assert {package: constraints.get(package) for package in pins} == pins, CURE
    entry = re.compile(r"[a-z0-9-]+==[\w.!+]+( ; [^\\]+)?( --hash=sha256:[0-9a-f]{64})+")
    entries = lock_of(name).replace(" \\\n   ", "").splitlines()
    entries = [line for line in entries if not line.startswith("#")]
    assert len(entries) == len(pins)
    assert [line for line in entries if not entry.fullmatch(line)] == []


@pytest.mark.parametrize("name", NAMES)
def test_what_is_asked_for_is_there(script: Any, name: str) -> None:
    """Of the game, of the extra with those that it names, and of what builds the game."""
    project, extras = SETTINGS["project"], script.LOCKS[name]
    asked = [*project["dependencies"], *SETTINGS["build-system"]["requires"], script.EDITABLE]
    for extra in extras:
        for requirement in project["optional-dependencies"][extra]:
            if named := re.fullmatch(r"arena-shooter\[(.*)\]", requirement):
                extras = [*extras, *named[1].split(",")]
    asked += [requirement for extra in extras for requirement in project["optional-dependencies"][extra]]
    names = {re.split(r"[\[<>=!~; ]", requirement)[0] for requirement in asked} - {project["name"]}
    assert names - script.pins_of(lock_of(name)).keys() == set(), CURE


@pytest.mark.parametrize(
    ("file", "old", "new", "counts"),
    [
        ("constraints.txt", "numpy==2.4.6", "numpy==2.4.7", True),
        ("constraints.txt", "# The versions", "# Versions", False),
        ("pyproject.toml", '"numpy>=2.0"', '"numpy>=2.1"', True),
        ("pyproject.toml", '"pytest>=8.4"', '"pytest>=8.3"', True),
        ("pyproject.toml", 'requires = ["hatchling>=1.27,<2"]', 'requires = ["hatchling"]', True),
        ("pyproject.toml", "line-length = 110", "line-length = 111", False),
    ],
)
def test_a_change_of_requirements_is_noticed(
    script: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, file: str, old: str, new: str, counts: bool
) -> None:
    before = script.setup.sources_digest()
    for name in ("constraints.txt", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    text = (tmp_path / file).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new), encoding="utf-8")
    monkeypatch.setattr(script.setup, "ROOT", tmp_path)
    assert (script.setup.sources_digest() != before) == counts


@pytest.fixture
def resolved(script: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A checkout with one pin, for which `uv` finds two packages."""
    (tmp_path / "constraints.txt").write_text("Some.Thing==1.0\n", encoding="utf-8")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    monkeypatch.setattr(script.setup, "ROOT", tmp_path)
    monkeypatch.setattr(script.setup, "PINS", tmp_path / "locks")
    monkeypatch.setattr(script, "find_uv", lambda: ["uv"])
    found = "some-thing==1.0 \\\n    --hash=sha256:0\n"
    found += "other==2.0 ; sys_platform == 'win32' \\\n    --hash=sha256:1\n"
    monkeypatch.setattr(script, "resolve", lambda *_: found)
    return tmp_path


def test_a_package_without_a_pin_is_refused(script: Any, resolved: Path) -> None:
    with pytest.raises(SystemExit, match=r"^lock: constraints\.txt lacks other==2\.0$"):
        script.main([])
    assert not (resolved / "locks").exists()


def test_lists_name_what_they_are_made_from(script: Any, resolved: Path) -> None:
    with (resolved / "constraints.txt").open("a", encoding="utf-8") as file:
        file.write("other==2.0\n")
    script.main([])
    text = (resolved / "locks" / "play.txt").read_text(encoding="utf-8")
    assert script.setup.sources_digest() in text
    assert script.pins_of(text) == {"some-thing": "1.0", "other": "2.0"}
