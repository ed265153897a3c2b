"""Modules of the package by name, with their syntax trees and imports, for tests that look at sources."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "arena"
PAGES = (ROOT / "README.md", *sorted((ROOT / "assets" / "guide").glob("*.md")))
"""Pages for whoever plays or builds."""


def modules() -> dict[str, Path]:
    """Map the dotted name of every module of the package to its file."""
    found: dict[str, Path] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        names = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(names[:-1] if names[-1] == "__init__" else names)] = path
    return found


MODULES = modules()


@cache
def source_of(path: Path) -> str:
    """Text of a file."""
    return path.read_text(encoding="utf-8")


@cache
def tree_of(path: Path) -> ast.Module:
    """Syntax tree of a file."""
    return ast.parse(source_of(path))


@cache
def imports_of(path: Path) -> frozenset[str]:
    """List what a file imports anywhere in it, as dotted names; `from a import b` gives a and a.b."""
    names: set[str] = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            assert node.module is not None
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return frozenset(names)
