"""A mode that is described incompletely is refused in one line that names the mode and the field."""

import ast
from dataclasses import fields, replace
from typing import Any

import pytest

from arena.game.mode import Mode
from arena.game.mode_spec import UNSAID, ModeError, ModeSpec
from arena.game.modes import MODES
from arena.game.modes.endless import Endless
from arena.game.registry import ModeRegistry
from tests.modules import MODULES, tree_of

SAID: dict[str, Any] = {
    field.name: getattr(Endless.spec, field.name) for field in fields(ModeSpec) if field.default is UNSAID
}
BAD: dict[str, tuple[Any, ...]] = {
    "name": ("", "Toy", "a_name_of_17_char", 3),
    "title": ("", "two\nlines", None),
    "about": ("a text", ("",), ["a list"]),
    "help": ("two\nlines", None),
    "demo": (1, None),
    "music": ("", None),
    "scored": (0, "no"),
    "ghosts": (None,),
    "code": (-1, 31, True, "A"),
    "flags": (("wings",), "seed"),
    "needs_level": (1,),
    "chooser": (None, " "),
    "opens": ("", None),
    "screen": (None, " "),
    "practice": ("some", None),
    "open_seats": (1,),
    "quick_restart": (1,),
    "teaches": (1,),
}


@pytest.mark.parametrize("field", SAID)
def test_each_field_that_everybody_asks_for_must_be_said(field: str) -> None:
    who = "a mode without a name" if field == "name" else "mode 'endless'"
    with pytest.raises(ModeError, match=rf"^{who}: {field} is missing, which is .*$"):
        ModeSpec(**{name: value for name, value in SAID.items() if name != field})


@pytest.mark.parametrize("field", [field.name for field in fields(ModeSpec)])
def test_each_field_holds_what_it_may(field: str) -> None:
    for value in BAD[field]:
        with pytest.raises(ModeError, match=rf"^mode .*: {field} must be .*, not .*$"):
            replace(Endless.spec, **{field: value})


class Toy(Endless):
    spec = replace(Endless.spec, name="toy", code=None)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"spec": None}, "mode class Toy: spec is missing"),
        ({"spec": Toy.spec, "writes": ()}, "mode 'toy': writes must be"),
        ({"spec": Toy.spec, "writes": ("score",)}, "mode 'toy': writes must be"),
        ({"spec": replace(Toy.spec, name="endless")}, "mode 'endless': name is that of another mode"),
        ({"spec": replace(Toy.spec, code=0)}, "mode 'toy': code 0 is that of mode 'endless'"),
        (
            {"spec": Toy.spec, "skip_to": Mode.skip_to},
            "mode 'toy': practice is 'waves', and skip_to is missing",
        ),
    ],
)
def test_a_class_that_is_not_whole_is_not_registered(change: dict[str, Any], said: str) -> None:
    modes = ModeRegistry()
    modes.register(Endless)
    with pytest.raises(ModeError) as refused:
        modes.register(type("Toy", (Endless,), change))
    assert str(refused.value).startswith(said) and "\n" not in str(refused.value)
    assert [*modes] == ["endless"]


def test_a_registry_that_is_sealed_takes_no_more() -> None:
    modes = ModeRegistry()
    modes.register(Endless)
    modes.seal()
    with pytest.raises(ModeError, match="mode 'toy': it is registered after the screens were resolved"):
        modes.register(Toy)


def test_a_name_that_is_nearly_right_is_guessed() -> None:
    modes = ModeRegistry()
    modes.register(Endless)
    with pytest.raises(
        ValueError, match="'endles' is not known; perhaps 'endless' is meant; there is endless"
    ):
        modes.named("endles")


SEVERAL = {
    "arena.app.routes": "screens that are called as modes are",
    "arena.app.storage.score_schema": "files of earlier releases",
    "arena.sweep.density": "which phases of a campaign have pauses by design",
    "arena.env.registration": "names that Gymnasium is told before the game is imported",
}
"""Modules that may name more than one mode."""
OUTSIDE = [name for name in MODULES if not name.startswith("arena.game.modes") and name not in SEVERAL]


def test_nobody_else_lists_modes_or_asks_for_their_class() -> None:
    assert [module for module in OUTSIDE if lists_modes(tree_of(MODULES[module]))] == []


def lists_modes(tree: ast.AST) -> bool:
    """True if a module names several modes, or asks for the class of one."""
    names = {mode.__name__: name for name, mode in MODES.items()}
    named, asked = set[str](), set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value in MODES:
            named.add(str(node.value))
        elif isinstance(node, ast.ImportFrom) and str(node.module).startswith("arena.game.modes."):
            named |= {names[alias.name] for alias in node.names if alias.name in names}
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("isinstance", "issubclass"):
            asked |= {word.id for word in ast.walk(node) if isinstance(word, ast.Name)} & names.keys()
    return len(named) > 1 or bool(asked)
