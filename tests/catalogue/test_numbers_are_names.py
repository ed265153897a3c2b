"""Numbers of rows and members of enums are names: nothing in the package asks which of two is greater."""

import ast
from collections.abc import Iterator, Mapping

import pytest

from tests.modules import MODULES, tree_of

NUMBERS = {"number", "fired"}
"""Attributes of rows that are stored."""
ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
WANTED = (ast.ClassDef, ast.Assign, ast.ImportFrom, ast.Compare)
Nodes = list[ast.AST]
CASTS = {"int", "uint8", "uint32", "uint64", "int32", "int64"}


def nodes_of(tree: ast.Module) -> Nodes:
    """Nodes of a file of the types in `WANTED`."""
    return [node for node in ast.walk(tree) if isinstance(node, WANTED)]


def enums_in(nodes: Nodes) -> set[str]:
    """Names of the classes of enums in a file."""
    classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
    bases = {one.name: [last_name(base) for base in one.bases] for one in classes}
    return {name for name, above in bases.items() if any(base.endswith(("Enum", "Flag")) for base in above)}


def last_name(node: ast.AST) -> str:
    """`c` of a.b.c."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def is_member(node: ast.AST, enums: set[str], constants: set[str]) -> bool:
    """Return whether an expression is an enum's member, a row's number, or a constant that holds one."""
    if isinstance(node, ast.Call) and last_name(node.func) in CASTS and len(node.args) == 1:
        return is_member(node.args[0], enums, constants)
    if isinstance(node, ast.Attribute):
        owner = last_name(node.value)
        return owner in enums or (node.attr in NUMBERS and owner.isupper())
    return isinstance(node, ast.Name) and node.id in constants


def bindings(nodes: Nodes) -> Iterator[tuple[str, ast.expr]]:
    """(name, expression) of what a file assigns, one by one or several at once."""
    assigned = [node for node in nodes if isinstance(node, ast.Assign)]
    for target, value in [(target, node.value) for node in assigned for target in node.targets]:
        pairs = [(target, value)]
        if isinstance(target, ast.Tuple):
            source = value.generators[0].iter if isinstance(value, ast.GeneratorExp) else value
            pairs = list(zip(target.elts, source.elts, strict=False)) if isinstance(source, ast.Tuple) else []
        yield from ((name.id, one) for name, one in pairs if isinstance(name, ast.Name))


def imported(nodes: Nodes) -> Iterator[tuple[str, str, str]]:
    """(module, name there, name here) of what a file imports by name."""
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            yield from ((str(node.module), alias.name, alias.asname or alias.name) for alias in node.names)


def constants_of(files: Mapping[str, Nodes], enums: set[str]) -> dict[str, set[str]]:
    """Names of each module that hold such a number, imported ones included."""
    found: dict[str, set[str]] = {module: set() for module in files}
    bound = {module: list(bindings(nodes)) for module, nodes in files.items()}
    taken = {module: list(imported(nodes)) for module, nodes in files.items()}
    known = -1
    while known < (known := sum(map(len, found.values()))):
        for module, own in found.items():
            own |= {name for name, value in bound[module] if is_member(value, enums, own)}
            own |= {here for origin, name, here in taken[module] if name in found.get(origin, set())}
    return found


def ordered(files: Mapping[str, Nodes]) -> list[str]:
    """Places of order comparisons with such a number."""
    enums = {name for nodes in files.values() for name in enums_in(nodes)}
    constants, found = constants_of(files, enums), list[str]()
    for module, nodes in files.items():
        for node in nodes:
            if isinstance(node, ast.Compare) and any(isinstance(order, ORDERS) for order in node.ops):
                sides = [node.left, *node.comparators]
                if any(is_member(side, enums, constants[module]) for side in sides):
                    found.append(f"{module}:{node.lineno}: {ast.unparse(node)}")
    return found


def test_nothing_depends_on_the_order_of_numbers() -> None:
    assert ordered({name: nodes_of(tree_of(path)) for name, path in MODULES.items()}) == []


@pytest.mark.parametrize(
    "source",
    [
        "kind < Colour.RED",
        "3 >= int(Colour.RED)",
        "kinds.DRONE.number < kind < 9",
        "weapon <= weapons.PULSE.fired",
        "ROCK.number > n",
        "RED = int(Colour.RED)\nn > RED",
        "A, RED = 1, np.uint8(Colour.RED)\nn > RED",
        "A, RED = (int(one) for one in (1, Colour.RED))\nn > RED",
        "from arena.paint import CRIMSON\nn > CRIMSON",
        "from arena.paint import CRIMSON as other\nn > other",
        "from arena.paint import CRIMSON\nRED = CRIMSON\nfrom arena.walls import WALL\nn > WALL",
    ],
)
def test_a_comparison_would_be_found(source: str) -> None:
    paint = "class Colour(IntEnum):\n    RED = 1\nCRIMSON = int(Colour.RED)"
    files = {"use": source, "walls": "from arena.paint import CRIMSON as WALL", "paint": paint}
    assert len(ordered({f"arena.{name}": nodes_of(ast.parse(text)) for name, text in files.items()})) == 1


@pytest.mark.parametrize(
    "source",
    ["n == Colour.RED", "n in (Colour.RED, 4)", "n < 4", "count[int(Colour.RED)] > 3", "row.number < 3"],
)
def test_what_is_no_such_comparison_is_let_be(source: str) -> None:
    assert ordered({"arena.use": nodes_of(ast.parse(f"class Colour(IntEnum):\n    RED = 1\n{source}"))}) == []
