"""Bills of materials and licence texts: nothing is shipped without a version, a licence and a hash."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

BACKEND = {"editables", "hatchling", "packaging", "pathspec", "pluggy", "tomlkit", "trove-classifiers"}
"""In the list of the set-up, which builds the game."""


def components_of(part: Any) -> Iterator[dict[str, Any]]:
    """Components of a bill, and those inside them."""
    for component in part.get("components", []):
        yield component
        yield from components_of(component)


def test_packages_are_described_with_what_they_need(script: Any, tmp_path: Path) -> None:
    (tmp_path / "arena.whl").write_bytes(b"wheel")
    path = script.write_bill(script.describe_packages([tmp_path / "arena.whl"]), tmp_path / "arena.cdx.json")
    bill = json.loads(path.read_text(encoding="utf-8"))
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    game = bill["metadata"]["component"]
    wheel, *fonts = game["components"]
    assert wheel["hashes"] == [{"alg": "SHA-256", "content": hashlib.sha256(b"wheel").hexdigest()}]
    assert {font["licenses"][0]["expression"] for font in fonts} == {"OFL-1.1"}
    pins = script.pins_of((script.setup.PINS / "play.txt").read_text(encoding="utf-8"))
    versions = {part["name"]: part["version"] for part in bill["components"]}
    assert versions.keys() == pins.keys() - BACKEND - {"colorama"}
    parts = [game, *components_of(game), *components_of(bill)]
    assert len({part["bom-ref"] for part in parts}) == len(parts)
    assert all(part["licenses"][0]["expression"] for part in parts)
    links = {link["ref"]: link["dependsOn"] for link in bill["dependencies"]}
    assert links[game["bom-ref"]] == [part["bom-ref"] for part in bill["components"]]
    numba = [part["bom-ref"] for part in bill["components"] if part["name"] in ("llvmlite", "numpy")]
    assert links[f"pkg:pypi/numba@{versions['numba']}"] == numba


def test_hashes_are_those_of_the_version_that_is_installed(script: Any) -> None:
    pins = script.pins_of((script.setup.PINS / "play.txt").read_text(encoding="utf-8"))
    hashes = script.published_hashes("tqdm", pins["tqdm"])
    assert len(hashes) == 2 and all(len(digest) == 64 for digest in hashes)
    assert script.published_hashes("tqdm", "0.1") == []


def test_what_only_tests_need_is_foreign_to_the_game(script: Any) -> None:
    foreign = set(script.foreign_modules())
    assert {"coverage", "hypothesis", "pytest", "_pytest"} <= foreign
    assert foreign.isdisjoint(
        {"arena", "glcontext", "llvmlite", "moderngl", "numba", "numpy", "PIL", "pyglet"}
    )


@pytest.fixture
def folder(script: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder with a package and a library, on a machine where Debian has that library."""
    monkeypatch.setattr(script, "BOOTLOADER", "tqdm")
    inside = tmp_path / "arena" / "_internal"
    (inside / "tomli_w-1.2.0.dist-info").mkdir(parents=True)
    for name in ("libz.so.1", "libpython3.11.so.1.0"):
        (inside / name).write_bytes(name.encode())
    answers = {"--search": ["zlib1g:amd64: /lib/libz.so.1"], "--show": ["1:1.2+b1"]}
    monkeypatch.setattr(script, "ask_dpkg", lambda question, *_: answers[question])  # pyright: ignore[reportUnknownLambdaType]
    common = tmp_path / "common"
    common.mkdir()
    (common / "GPL-3").write_text("all of it", encoding="utf-8")
    monkeypatch.setattr(script, "COMMON_LICENCES", common)
    (tmp_path / "zlib1g").mkdir()
    (tmp_path / "zlib1g" / "copyright").write_text(f"See {common}/GPL-3.", encoding="utf-8")
    monkeypatch.setattr(script, "DOCUMENTS", tmp_path)
    monkeypatch.setattr(script, "python_texts", lambda: {"python.txt": common / "GPL-3"})
    return tmp_path / "arena"


def test_a_folder_is_described_with_its_libraries(script: Any, folder: Path) -> None:
    bill = script.describe_folder(folder)
    owners = {part["name"]: part for part in bill["components"]}
    assert owners.keys() == {"tomli-w", "tqdm", "python", "zlib1g"}
    assert owners["zlib1g"]["purl"] == "pkg:deb/debian/zlib1g@1%3A1.2%2Bb1"
    assert owners["zlib1g"]["licenses"] == [{"expression": "Zlib"}]
    for owner, name in {"zlib1g": "libz.so.1", "python": "libpython3.11.so.1.0"}.items():
        (library,) = owners[owner]["components"]
        assert library["name"] == name
        assert library["hashes"][0]["content"] == hashlib.sha256(name.encode()).hexdigest()


def test_licences_of_all_that_is_in_a_folder_are_collected(script: Any, folder: Path) -> None:
    script.collect_licences(folder)
    names = {path.name for path in (folder / "licences").iterdir()}
    assert {"arena.txt", "python.txt", "tomli-w-LICENSE", "zlib1g.txt", "common-GPL-3.txt"} <= names
    assert {"fonts-OFL-Exo2.txt", "fonts-OFL-Orbitron.txt"} <= names
    assert (folder / "licences" / "common-GPL-3.txt").read_text() == "all of it"


def test_what_has_no_licence_is_refused(script: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder.parent / "zlib1g" / "copyright").unlink()
    with pytest.raises(SystemExit, match=r"^build: no text of the licence of zlib1g is found$"):
        script.collect_licences(folder)
    (folder / "_internal" / "libstrange-01234567.so.3").touch()
    with pytest.raises(SystemExit, match=r"^build: the licence of libstrange is not known"):
        script.describe_folder(folder)
    monkeypatch.setitem(script.PACKAGES, "tqdm", "")
    with pytest.raises(SystemExit, match=r"^build: the licence of tqdm is not known"):
        script.licence_of_package("tqdm")
    monkeypatch.setattr(script, "ask_dpkg", lambda *_: [])
    with pytest.raises(SystemExit, match=r"^build: no package of this machine has libstrange-"):
        script.owners_of_libraries(folder)
