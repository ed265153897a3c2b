"""The reference as pages: what is documented is linked, and what leads nowhere is told."""

from pathlib import Path

import pytest

from scripts import docs


def test_pages_are_written_and_names_become_links(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert docs.main(["--output", str(tmp_path), "arena.sphere", "arena.vectors"]) == 0
    assert capsys.readouterr().out.startswith("3 pages: ")
    page = (tmp_path / "arena" / "sphere.html").read_text(encoding="utf-8")
    assert '<a href="#exp_map">exp_map</a>' in page and "shape" in page


def test_a_reference_that_leads_nowhere_is_told(tmp_path: Path) -> None:
    lines = "<code>arena.sphere.unti</code> <code>arena.app</code> <code><a>arena.sphere.unit</a></code>"
    (tmp_path / "page.html").write_text(lines, encoding="utf-8")
    assert list(docs.broken_references(tmp_path, ["arena.sphere"])) == [("page.html", "arena.sphere.unti")]


def test_without_pdoc_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(docs, "find_spec", lambda name: None)
    assert docs.main([]) == 2
    assert (
        capsys.readouterr().err
        == "docs: pdoc is not installed: pip install -c constraints.txt -e '.[docs]'\n"
    )
