"""Words about the code: docstrings begin with what a thing is or does, and the names in them exist."""

import ast
import builtins
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from tests.modules import MODULES, PACKAGE, PAGES, ROOT, source_of, tree_of

PLAIN = tuple(
    sorted(folder.name for folder in PACKAGE.iterdir() if folder.is_dir() and any(folder.glob("*.py")))
)
"""Rooms of the package: all of them."""

SOURCES = ("arena", "scripts", "tests")
"""Folders of our own code."""

RIDDLE = re.compile(r"(Who|What|Where|When|Whether|How|Why|Which|Whose)(ever)?\b")
QUOTED = re.compile(r"(?<!`)`([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(?:\(\))?`(?!`)")
"""An identifier or a dotted path in backticks; other quotations are no names."""

ENDINGS = {"_out", "_inout"}
"""Ends of names, which docstrings may speak of."""

LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)")
"""From one page to a file, a picture, or a heading."""

FILES = dict.fromkeys(MODULES.values())
"""Of the package, in order."""


def trees() -> dict[Path, ast.Module]:
    """Syntax trees of all files, which take seconds to be made."""
    return {path: tree_of(path) for path in FILES}


class Words(NamedTuple):
    """A docstring, or a comment."""

    line: int
    text: str


def docstrings(tree: ast.AST) -> Iterator[Words]:
    """Docstrings of modules, classes, functions, constants and attributes."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield Words(node.lineno, text)
            case _:
                pass


def comments(source: str) -> Iterator[Words]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield Words(token.start[0], token.string)


@cache
def names_in(source: str) -> set[str]:
    """Every identifier of a file's code."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {token.string for token in tokens if token.type == tokenize.NAME}


def targets_of(statement: ast.stmt) -> Iterator[str]:
    """Names and attributes that a statement binds."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        yield statement.name
    for node in ast.walk(statement) if isinstance(statement, ast.Assign | ast.AnnAssign) else ():
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.id if isinstance(node, ast.Name) else node.attr


def offered_by(tree: ast.Module) -> set[str]:
    """Names that other files may speak of: of modules and classes, not of the inside of functions."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef):
            found |= {name for statement in node.body for name in targets_of(statement)}
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(node.attr)
    return found


@cache
def known() -> set[str]:
    """Names that every file may speak of."""
    modules = {part for path in FILES for part in path.relative_to(ROOT).with_suffix("").parts}
    return ENDINGS | set(dir(builtins)) | set(dir(np)) | modules.union(*map(offered_by, map(tree_of, FILES)))


@cache
def classes() -> dict[str, tuple[ast.ClassDef, Path]]:
    """Every class of the package by name, with its file."""
    return {
        node.name: (node, path)
        for path, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }


def names_of(name: str) -> set[str]:
    """Names in the files of a class and of those it inherits from."""
    node, path = classes()[name]
    bases = {base.id for base in node.bases if isinstance(base, ast.Name)} & set(classes())
    return names_in(source_of(path)).union(*map(names_of, bases))


def module_file(parts: list[str]) -> Path | None:
    """File of a module or package; None where there is none."""
    at = ROOT.joinpath(*parts)
    return next((file for file in (at.with_suffix(".py"), at / "__init__.py") if file in FILES), None)


def path_exists(path: str) -> bool:
    """Return whether a path such as `arena.game.match.Match` leads to a module or to a name in one."""
    parts = path.split(".")
    depth = max(depth for depth in range(1, len(parts) + 1) if module_file(parts[:depth]))
    file = module_file(parts[:depth])
    assert file is not None
    return all(name in names_in(source_of(file)) for name in parts[depth:])


def stale_names(text: str, here: set[str]) -> list[str]:
    """Names in backticks that are nothing: neither in the file itself nor offered by another one."""
    stale = []
    for name in QUOTED.findall(text):
        parts = name.split(".")
        if parts[0] == "arena":
            exists = path_exists(name)
        elif len(parts) == 2 and parts[0] in classes():
            exists = parts[1] in names_of(parts[0])
        else:
            exists = set(parts) <= here | known()
        if not exists:
            stale.append(name)
    return stale


def classes_in(tree: ast.AST, place: tuple[str, ...] = ()) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Names of classes, each with the functions and classes around it."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield node.name, place
        inner = (*place, node.name) if isinstance(node, ast.FunctionDef | ast.ClassDef) else place
        yield from classes_in(node, inner)


def shared_names(trees: dict[Path, ast.Module]) -> list[str]:
    """Class names that stand for several things; branches of one scope define the same thing."""
    places: dict[str, set[tuple[str, ...]]] = {}
    for path, tree in trees.items():
        for name, place in classes_in(tree):
            places.setdefault(name, set()).add((path.as_posix(), *place))
    return sorted(
        f"{name} in {' and '.join(sorted(place[0] for place in found))}"
        for name, found in places.items()
        if len(found) > 1
    )


def bindings_of(body: list[ast.stmt]) -> Iterator[str]:
    """Names that a module binds by assignment, in branches too: aliases of types among them."""
    for statement in body:
        if isinstance(statement, ast.If | ast.Try):
            yield from bindings_of([*statement.body, *statement.orelse])
        elif isinstance(statement, ast.Assign | ast.AnnAssign):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            yield from (target.id for target in targets if isinstance(target, ast.Name))


def taken_names(trees: dict[Path, ast.Module]) -> set[str]:
    """Names that are both a class and an alias, a type variable or another module-level name."""
    named = {name for tree in trees.values() for name, _ in classes_in(tree)}
    return named & {name for tree in trees.values() for name in bindings_of(tree.body)}


def files_of(room: str) -> list[Path]:
    found = [path for path in FILES if path.relative_to(PACKAGE).parts[0] == room]
    assert found, f"there is no room {room}"
    return found


@pytest.mark.parametrize("folder", SOURCES)
def test_docstrings_and_comments_begin_with_a_noun_or_a_verb(folder: str):
    files = sorted((ROOT / folder).rglob("*.py"))
    assert files, f"no files in {folder}"
    riddles = [
        f"{path.relative_to(ROOT)}:{line}: {text.splitlines()[0]}"
        for path in files
        for line, text in [*docstrings(tree_of(path)), *comments(source_of(path))]
        if RIDDLE.match(text.lstrip("# \n"))
    ]
    assert riddles == []


@pytest.mark.parametrize("room", PLAIN)
def test_names_in_backticks_exist(room: str):
    stale: list[str] = []
    for path in files_of(room):
        here = names_in(source_of(path))
        for line, text in [*docstrings(tree_of(path)), *comments(source_of(path))]:
            stale += [f"{path.relative_to(ROOT)}:{line}: `{name}`" for name in stale_names(text, here)]
    assert stale == []


def test_a_class_name_is_used_once():
    assert shared_names(trees()) == []


def test_an_alias_takes_no_class_name():
    assert taken_names(trees()) == set()


def lost_links(page: Path) -> list[str]:
    """Links of a page to files or headings that are not there."""
    lost: list[str] = []
    for match in LINK.finditer(page.read_text(encoding="utf-8")):
        goal = (page.parent / match[1]).resolve() if match[1] else page
        if not goal.exists() or (match[2] and match[2] not in headings_of(goal)):
            lost.append(match[0][2:-1])
    return lost


def headings_of(page: Path) -> set[str]:
    """Headings of a page as links name them."""
    heads = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head).lower().replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_of_pages_lead_somewhere(page: Path):
    assert lost_links(page) == []


def test_the_check_of_links_notices_what_is_lost(tmp_path: Path):
    page = tmp_path / "page.md"
    page.write_text(
        "# A `good` one\n[a](#a-good-one) [b](page.md#a-good-one) [c](#no) [d](no.md) [e](https://x)"
    )
    assert lost_links(page) == ["#no", "no.md"]


def test_the_checks_notice_what_they_forbid():
    """A stale name, a path to a lost one, and two classes of one name are found among good ones."""
    text = "Calls `step_all`, `Match.tick`, `arena.game.match.Match.tick`, `arena.game.match.Gone`, `local`."
    assert stale_names(text, {"local"}) == ["step_all", "arena.game.match.Gone"]
    assert stale_names("`local`, `Match.direction`, `not a name`", set()) == ["local", "Match.direction"]
    branches = ast.parse("if a:\n    class One: ...\nelse:\n    class One: ...\nclass Two: ...")
    nested = ast.parse("def make():\n    class Two: ...")
    assert shared_names({Path("a"): branches, Path("b"): nested}) == ["Two in a and b"]
    alias = ast.parse("try:\n    Two = int\nexcept E: ...\nelse:\n    Three: TypeAlias = int\nOne = 1")
    assert taken_names({Path("a"): branches, Path("b"): alias}) == {"One", "Two"}
    assert RIDDLE.match("Whose turn it is.") and RIDDLE.match("Whatever holds.")
    assert not RIDDLE.match("Whole ticks.")
