"""Shipped files are found inside a package (a wheel) and beside it (a checkout)."""

from pathlib import Path

import pytest

from arena import resources


def test_the_checkout_has_its_files():
    for name in ("shaders/planet/planet.frag", "assets/fonts/Orbitron-Bold.ttf", "assets/fonts/OFL-Exo2.txt"):
        assert resources.path(name).is_file()
    assert "void main" in resources.text("shaders/planet/planet.frag")


def test_inside_the_package_wins_over_beside_it(tmp_path: Path):
    package = tmp_path / "site packages" / "arena"
    for root in (package, package.parent):
        (root / "assets").mkdir(parents=True)
    (package.parent / "assets" / "a.txt").write_text("beside")
    assert resources.path("assets/a.txt", package=package).read_text() == "beside"
    (package / "assets" / "a.txt").write_text("inside")
    assert resources.path("assets/a.txt", package=package).read_text() == "inside"


def test_missing_and_escaping_names_are_refused(tmp_path: Path):
    with pytest.raises(FileNotFoundError, match="assets/none"):
        resources.path("assets/none", package=tmp_path)
    for name in ("../secret", "/etc/passwd", ""):
        with pytest.raises(ValueError, match="relative path"):
            resources.path(name)
