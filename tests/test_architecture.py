"""The imports of the package go one way, and the simulation knows no window."""

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.modules import MODULES, ROOT, imports_of, tree_of
from tests.processes import run_python

FOUNDATION = ("workers", "tuning", "jit")
LAYERS = (
    ("app",),
    ("render",),
    ("startup",),
    ("view",),
    ("game",),
    ("ai",),
    ("sim",),
    ("nav", "grid"),
    ("catalogue",),
    ("sphere",),
    ("vectors",),
    FOUNDATION[:1],
    FOUNDATION[1:],
)
"""Highest first. A module may import its own part and every later row."""

ANYWHERE = {"resources", "shutdown", "toml_reader", "toml_text"}
"""Find files, note signals, look at texts and read them; they import nothing of Arena but each other."""

DOORS = {"cli", "commands", "__main__", "env", "sweep"}
"""Ways in from outside: they may import everything, and no layer imports them."""

FOLDER_MOST = 25
"""Modules at the root of one folder: a reader takes in a list of names, not a heap of them."""

RANK = {part: rank for rank, row in enumerate(LAYERS) for part in row}
WINDOW_LIBRARIES = {"pyglet": {"app"}, "moderngl": {"app", "render"}}
SIMULATION = ("game", "ai", "sim", "nav", "grid", "catalogue", "sphere", "vectors", *FOUNDATION)
EXECUTING = {"code", "dill", "joblib", "marshal", "pickle", "runpy", "shelve"}
"""Modules that run what they read."""
EXECUTING_CALLS = {"compile", "eval", "exec"}
SETTABLE_CLOCKS = {
    *("time.time", "time.time_ns", "time.gmtime", "time.localtime", "time.ctime", "time.strftime"),
    *("time.CLOCK_REALTIME", "datetime.now", "datetime.utcnow", "datetime.today", "date.today"),
}
READ_THERE = {
    "arena.jit.cache": {"time.time"},  # age of kernels
    "arena.app.play.match_screen": {"time.time_ns", "datetime.now"},  # a new seed, and the game of the day
    "arena.app.screens.play": {"datetime.now"},  # name of a recording
    "arena.app.services": {"datetime.now"},  # name of a picture
    "arena.app.storage.score_table": {"time.time_ns", "time.gmtime", "time.strftime"},  # a ticket, a day
}
NO_FILES_OR_CLOCKS = ("ai", "sim", "nav", "grid", "catalogue", "sphere", "vectors")
BANNED_THERE = {"time", "datetime", "random", "secrets", "logging", "pathlib", "pickle", "marshal", "io"}


def part_of(module: str) -> str:
    """Return the name right below `arena`: "arena.sim.world" gives "sim"."""
    return module.split(".")[1] if module.startswith("arena.") else ""


def is_allowed(importer: str, imported: str) -> bool:
    """Say whether part `importer` may import part `imported`."""
    if not imported or imported == importer or importer in DOORS or imported in ANYWHERE:
        return True
    return imported in RANK and importer in RANK and RANK[imported] > RANK[importer]


PARTS = sorted({part_of(name) for name in MODULES} - {""})


def test_every_part_has_its_place() -> None:
    assert set(PARTS) <= {*RANK, *ANYWHERE, *DOORS}


def imported_libraries() -> Iterator[tuple[str, str]]:
    """(module, first part of what it imports) of all modules."""
    for module, path in MODULES.items():
        yield from ((module, name.split(".")[0]) for name in imports_of(path))


def test_imports_go_one_way() -> None:
    pairs = {(module, part_of(name)) for module, path in MODULES.items() for name in imports_of(path)}
    upward = [(module, part) for module, part in pairs if not is_allowed(part_of(module), part)]
    assert [(module, part) for module, part in upward if part in PARTS] == []


def test_window_libraries_stay_in_their_rooms() -> None:
    used = [(module, name) for module, name in imported_libraries() if name in WINDOW_LIBRARIES]
    assert used and [pair for pair in used if part_of(pair[0]) not in WINDOW_LIBRARIES[pair[1]]] == []


def test_simulation_knows_no_clock_file_or_logger() -> None:
    inside = [pair for pair in imported_libraries() if part_of(pair[0]) in NO_FILES_OR_CLOCKS]
    assert inside and [pair for pair in inside if pair[1] in BANNED_THERE] == []


def runs_what_it_reads(path: Path) -> bool:
    """Return whether code of a file can run what it was given."""
    words = {
        node.arg if isinstance(node, ast.keyword) else ast.unparse(node.func)
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call)
        or (isinstance(node, ast.keyword) and ast.unparse(node.value) != "False")
    }
    return bool(words & {*EXECUTING_CALLS, "allow_pickle"} or imports_of(path) & EXECUTING)


def test_nothing_runs_what_a_file_says_but_the_private_cache_of_kernels() -> None:
    assert [name for name, path in MODULES.items() if runs_what_it_reads(path)] == ["arena.jit.cache"]


def settable_clocks(tree: ast.Module) -> set[str]:
    """Functions that a file reads the clock by that may be set: "time.time", "datetime.now"."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "time":
            found.update(f"time.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Attribute):
            found.add(f"{ast.unparse(node.value).rpartition('.')[2]}.{node.attr}")
    return found & SETTABLE_CLOCKS


def test_only_ages_names_days_and_new_numbers_go_by_the_clock_that_may_be_set() -> None:
    """Frames, waits and deadlines go by one that never jumps."""
    found = {name: clocks for name, path in MODULES.items() if (clocks := settable_clocks(tree_of(path)))}
    assert found == READ_THERE


@pytest.mark.parametrize(
    ("source", "clock"),
    [
        ("import time\ntime.time_ns()", "time.time_ns"),
        ("from time import time", "time.time"),
        ("import datetime\ndatetime.datetime.now()", "datetime.now"),
        ("from datetime import date\nstamp = date.today", "date.today"),
        ("import time\ntime.clock_gettime(time.CLOCK_REALTIME)", "time.CLOCK_REALTIME"),
    ],
)
def test_a_clock_that_may_be_set_would_be_found(source: str, clock: str) -> None:
    assert settable_clocks(ast.parse(source)) == {clock}
    assert settable_clocks(ast.parse("import time\ntime.monotonic() + time.perf_counter()")) == set()


@pytest.mark.parametrize("part", [part for part in PARTS if part in RANK])
def test_a_fresh_interpreter_loads_only_lower_layers(part: str) -> None:
    """Import every module of one part, then look at what came along, however it was imported."""
    names = [name for name in MODULES if part_of(name) == part]
    came = loaded_after_importing([name for name in names if not _opens_a_window(name)])
    parts = {part_of(name) for name in came} - {""}
    assert [name for name in sorted(parts) if not is_allowed(part, name)] == []
    libraries = {name.split(".")[0] for name in came} & set(WINDOW_LIBRARIES)
    assert [name for name in sorted(libraries) if part not in WINDOW_LIBRARIES[name]] == []


def test_command_line_starts_without_heavy_modules() -> None:
    came = {name.split(".")[0] for name in loaded_after_importing(["arena.cli"])}
    assert came & {"numpy", "numba", "pyglet", "moderngl", "PIL", "tqdm"} == set()


def test_the_rule_can_fail() -> None:
    assert is_allowed("game", "sim")
    assert not is_allowed("sim", "game")
    assert not is_allowed("grid", "nav")
    assert not is_allowed("view", "cli")
    assert not is_allowed("resources", "sim")


def own_imports(path: Path, own: Mapping[str, Path]) -> set[str]:
    """Modules among `own` that a file imports anywhere, in functions and for the type checker included."""
    found: set[str] = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            found.update(name if name in own else str(node.module) for name in names)
    return found & set(own)


def packages_of(module: str) -> set[str]:
    """Packages around a module: Python imports them before it."""
    parts = module.split(".")
    return {".".join(parts[:count]) for count in range(1, len(parts))}


def all_imports(module: str) -> set[str]:
    """Modules that one imports, with their packages, but for those that it is in itself."""
    found = own_imports(MODULES[module], MODULES)
    return found.union(*map(packages_of, found)) - packages_of(module)


def circles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """Take away what imports nothing that is left, again and again; circles and what leads there remain."""
    left = {name: graph[name] - {name} for name in graph}
    while free := [name for name, imported in left.items() if not imported & left.keys()]:
        for name in free:
            del left[name]
    return [sorted([name, *(left[name] & left.keys())]) for name in sorted(left)]


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert circles({name: all_imports(name) for name in MODULES}) == []


def test_no_scripts_import_each_other_in_a_circle() -> None:
    scripts = {path.stem: path for path in (ROOT / "scripts").glob("*.py")}
    assert circles({name: own_imports(path, scripts) for name, path in scripts.items()}) == []


def test_no_folder_holds_more_modules_than_a_reader_takes_in() -> None:
    held = Counter(path.parent for path in MODULES.values() if path.name != "__init__.py")
    assert {str(folder): count for folder, count in held.items() if count > FOLDER_MOST} == {}


def test_a_circle_would_be_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == [["a", "b"], ["b", "c"], ["b", "c"]]


def loaded_after_importing(names: list[str]) -> list[str]:
    """Import `names` in a fresh interpreter and return the names of all modules then loaded."""
    lines = [*(f"import {name}" for name in names), "import sys", "print(*sys.modules)"]
    return run_python("\n".join(lines)).split()


def _opens_a_window(module: str) -> bool:
    """Modules of app/ may need a display once imported; the static check covers them."""
    return part_of(module) == "app" and any(name.startswith("pyglet") for name in imports_of(MODULES[module]))
