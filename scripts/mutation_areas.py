"""Areas of the package with their tests, and which of these a fault meets first."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

from mutation_sites import Mutant

STORIES = "tests/scenarios/test_stories.py"

DEPTHS = ("near", "area", "slow")
"""Tests that a fault has met, each with those before it."""
COMPILATION, LITTLE_COMPILATION = 400.0, 30.0
"""Times to compile all that an edit of the simulation and of other code changes [s of processor time]."""
MARKS = {"near": "not slow and not window", "area": "not slow and not window", "slow": "slow and not window"}


@dataclass(frozen=True)
class Area:
    """Sources and their tests."""

    sources: tuple[str, ...]
    tests: tuple[str, ...]
    interpreted: tuple[str, ...] = ()  # tests that suit Python without the compiler
    too_long: tuple[str, ...] = ()  # names of tests among those that take minutes so


AREAS = {
    "grid": Area(
        ("arena/grid",),
        ("tests/grid", "tests/sim/test_pile.py"),
        tuple(f"tests/grid/test_{name}.py" for name in ("collision_grid", "sorting", "sphere_tests")),
    ),
    "contacts": Area(
        ("arena/sim/contacts.py",),
        (*(f"tests/sim/test_{name}.py" for name in ("contacts", "pile", "blocks", "damage")), STORIES),
        ("tests/sim/test_contacts.py",),
        ("two_thousand", "dust"),
    ),
    "sleep": Area(
        ("arena/sim/sleep.py",),
        ("tests/sim/test_sleep.py", "tests/sim/test_step.py", "tests/scenarios/test_despawn.py", STORIES),
        ("tests/sim/test_sleep.py",),
    ),
    "replay": Area(
        ("arena/game/replays",),
        ("tests/game/replays", "tests/game/test_match.py", "tests/app/play",
         *(f"tests/app/screens/test_{name}.py" for name in ("replay", "challenge")),
         *(f"tests/commands/test_{name}.py" for name in ("replay_list", "verification", "film"))),
    ),
    "parsers": Area(
        ("arena/toml_reader", "arena/toml_text.py", "arena/game/levels"),
        ("tests/toml_reader", "tests/test_toml_text.py",
         *(f"tests/game/{part}" for part in ("levels", "editing", "waves")),
         *(f"tests/app/{part}" for part in ("editor", "storage", "input")),
         "tests/commands/test_levels.py", "tests/scenarios/test_edited_level.py"),
    ),
    "scoring": Area(
        ("arena/game/scoring",),
        ("tests/game", "tests/scenarios/test_medals.py", "tests/scenarios/test_team.py", "tests/app/play",
         "tests/view/hud"),
    ),
    "modes": Area(
        ("arena/game/modes",),
        ("tests/game", "tests/scenarios", "tests/app/screens", "tests/commands/test_headless.py"),
    ),
    "view": Area(
        ("arena/view",),
        ("tests/view", "tests/render/test_golden.py",
         *(f"tests/app/{part}" for part in ("play", "screens", "editor"))),
    ),
    "app": Area(("arena/app",), ("tests/app",)),
    "env": Area(("arena/env",), ("tests/env",)),
    "sweep": Area(("arena/sweep",), ("tests/sweep",)),
    "jit": Area(("arena/jit",), ("tests/jit", "tests/startup", "tests/test_shutdown.py")),
    "commands": Area(
        ("arena/commands",),
        ("tests/commands", "tests/test_cli.py", "tests/app/storage/test_scores.py",
         *(f"tests/sweep/test_{name}.py" for name in ("balance", "parameters", "tournament", "verify")),
         "tests/sweep/disasters/test_disasters.py"),
    ),
    "minds": Area(
        ("arena/ai",),
        ("tests/ai", "tests/sim/test_navigation.py", STORIES),
        tuple(f"tests/ai/test_{name}.py" for name in ("avoidance", "bearings")),
    ),
}  # fmt: skip


def python_files(root: Path, paths: Iterable[str]) -> Iterator[Path]:
    """Python files at or below these paths, in order."""
    for path in paths:
        whole = root / path
        yield from sorted(whole.rglob("*.py")) if whole.is_dir() else [whole]


@cache
def imports_of(file: Path) -> frozenset[str]:
    """Modules that a file imports, as dotted names."""
    names = set[str]()
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
    return frozenset(names)


def is_near(file: Path, mutant: Mutant) -> bool:
    """True if a file of tests has the name of the mutant's, or imports it."""
    path = PurePosixPath(mutant.path)
    return path.stem in file.stem or ".".join(path.with_suffix("").parts) in imports_of(file)


def test_files(root: Path, tests: Iterable[str]) -> list[Path]:
    """Files of tests at or below these paths."""
    found = dict.fromkeys(python_files(root, tests))
    return [file for file in found if file.name.startswith("test_") and file.exists()]


@dataclass(frozen=True)
class Stage:
    """Tests that a fault meets together."""

    depth: str
    files: tuple[str, ...]
    interpreted: bool = False
    too_long: tuple[str, ...] = ()
    compilation: float = 0.0
    first: frozenset[str] = frozenset()
    before: tuple[str, ...] = ()  # files of which only what takes long is left

    @property
    def flags(self) -> list[str]:
        """Arguments of pytest."""
        left_out = [f"-k=not {' and not '.join(self.too_long)}"] if self.too_long else []
        warnings = ["-W", "ignore:overflow:RuntimeWarning"] if self.interpreted else []
        return ["-q", "-p", "no:cacheprovider", "-m", MARKS[self.depth], *warnings, *left_out]

    def entry(self, file: str) -> str:
        """Name in the baseline."""
        return f"{MARKS[self.depth]}{', interpreted' * self.interpreted}: {file}"


def stages(root: Path, mutant: Mutant, depth: str) -> Iterator[Stage]:
    """Tests for a fault in the order in which it meets them, as far as this depth."""
    area = AREAS[mutant.area]
    files = test_files(root, area.tests)
    near = [file for file in files if is_near(file, mutant)]
    names = {file: file.relative_to(root).as_posix() for file in files}
    stem = PurePosixPath(mutant.path).stem
    first = frozenset(names[file] for file in near if stem in file.stem)
    compilation = COMPILATION if area.interpreted else LITTLE_COMPILATION
    if area.interpreted:
        yield Stage("near", area.interpreted, True, area.too_long)
    groups = {"near": near, "area": [file for file in files if file not in near], "slow": files}
    before = tuple(names[file] for file in near)
    for name in DEPTHS[: DEPTHS.index(depth) + 1]:
        chosen = tuple(names[file] for file in groups[name])
        yield Stage(name, chosen, compilation=compilation, first=first, before=before)
