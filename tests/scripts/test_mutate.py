"""Planted faults: which there are, what becomes of them in a small package, and a run that goes on."""

import json
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from tests.scripts.conftest import Refused, Scripts

TOY = '''"""A package of one module."""

LIMIT = 3


def larger(a: int, b: int) -> int:
    """The larger of two numbers."""
    return a if a > b else b


def count_down(number: int) -> int:
    """Zero, after a while."""
    while number > 0:
        number -= 1
    return number


def untested(a: int) -> int:
    """One more, which nobody asks for."""
    return a + 1
'''
TEST = """from toy.sums import count_down, larger


def test_larger() -> None:
    assert (larger(2, 3), larger(3, 2)) == (3, 3)


def test_count_down() -> None:
    assert count_down(4) == 0
"""
LATER = """from toy.sums import untested


def test_untested() -> None:
    assert (untested(1), untested(2)) == (2, 3)
"""

EQUAL = """[[equal]]
file = "toy/sums.py"
function = "larger"
before = "return a if a > b else b"
after = "return a if a >= b else b"
reason = "Of two equal numbers either is the larger."
"""

PLANTED = [
    ("x < y", "comparison", ["x <= y"]),
    ("x >= y", "comparison", ["x > y"]),
    ("x == y", "comparison", ["x != y"]),
    ("x is not None", "comparison", ["x is None"]),
    ("x in y", "comparison", ["x not in y"]),
    ("x + y", "arithmetic", ["x - y"]),
    ("x * y", "arithmetic", ["x / y"]),
    ("(x) // (y)", "arithmetic", ["(x) * (y)"]),
    ("x & y", "arithmetic", ["x | y"]),
    ("x << y", "arithmetic", ["x >> y"]),
    ("7", "constant", ["8", "6"]),
    ("0", "constant", ["1"]),
    ("0.25", "constant", ["0.5"]),
    ("0.0", "constant", ["1.0"]),
    ("True", "constant", ["False"]),
    ("x and y or z", "boolean", ["x and y and z", "x or y or z"]),
    ("not x", "negation", [" x"]),
    ("-x", "negation", ["x"]),
    ("y if x else z", "condition", ["y if not (x) else z"]),
    ("min(x, y)", "call", ["max(x, y)"]),
    ("np.floor(x)", "call", ["np.ceil(x)"]),
    ("f(x, y.z(0), z)", "arguments", ["f(y.z(0), x, z)"]),
    ("f(x, x)", "arguments", []),
    ("min(x, y)", "arguments", []),
    ('"a" + x', "arithmetic", []),
    ('f"{x + y}"', "arithmetic", []),
    ("cast(int | None, x)", "arithmetic", []),
]
STATEMENTS = [
    ("if x:\n        return y", "condition", ["if not (x):"]),
    ("if not x:\n        return y", "condition", []),
    ("x += y", "arithmetic", ["x -= y"]),
    ("x += y", "drop", ["pass"]),
    ("x.y = z", "drop", ["pass"]),
    ("x[y] = z", "drop", ["pass"]),
    ("x = z", "drop", []),
    ("f(x)", "drop", ["pass"]),
    ("LOGGER.info(x, y)", "drop", []),
    ("LOGGER.info(x, 1)", "constant", []),
    ("assert x < 1", "comparison", []),
    ("if DEBUG:\n        f(x)", "drop", []),
    ("raise f(x + 1)", "arithmetic", []),
    ("z: Literal[1] = x", "constant", []),
]
NOWHERE = '''
"""Not 1 here."""
NUMBER = 1 + 1


class Thing:
    """Not 1 here."""

    size: int = 1

    def __repr__(self) -> str:
        return str(self.size + 1)

    @decorate(1)
    def empty(self, a: Literal[1] = 1) -> "Literal[1]":
        """Not 1 here."""
'''


Find = Callable[[str], list[Any]]


@pytest.fixture
def find(scripts: Scripts) -> Find:
    """Faults of the text of a module, each of which can be compiled."""

    def mutants(text: str) -> list[Any]:
        source = text.encode()
        found = list(scripts.mutation_sites.find_mutants("toy", PurePosixPath("toy.py"), source))
        for mutant in found:
            compile(mutant.apply(source), "toy", "exec")
        return found

    return mutants


@pytest.mark.parametrize(
    ("body", "operator", "after"),
    [
        *(
            (f"return {text}", operator, [f"return {each}" for each in after])
            for text, operator, after in PLANTED
        ),
        *STATEMENTS,
    ],
)
def test_each_operator_has_its_edits(find: Find, body: str, operator: str, after: list[str]) -> None:
    mutants = find(f"def function(x, y, z):\n    {body}\n")
    assert [mutant.after for mutant in mutants if mutant.operator == operator] == after


def test_data_and_words_have_no_place(find: Find) -> None:
    assert find(NOWHERE) == []


def test_a_key_outlives_edits_of_other_lines_and_tells_equal_lines_apart(find: Find) -> None:
    source = "def f(x):\n    f(x)\n    f(x)\n"
    before, after = find(source), find("import os\n\n\n" + source)
    assert [mutant.key for mutant in before] == [mutant.key for mutant in after]
    assert [mutant.line for mutant in after] == [mutant.line + 3 for mutant in before]
    assert len({mutant.key for mutant in before}) == 2


@pytest.fixture
def toy(script: Any, scripts: Scripts, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A package that stands for the whole tree, with tests of two of its three functions."""
    root = tmp_path / "checkout"
    for path, text in {
        "toy/__init__.py": "",
        "toy/sums.py": TOY,
        "tests/test_sums.py": TEST,
        "pyproject.toml": "[tool.pytest.ini_options]\nmarkers = ['slow', 'window']\n",
    }.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    monkeypatch.setattr(script, "ROOT", root)
    monkeypatch.setattr(script, "COPIED", ("toy", "tests"))
    monkeypatch.setattr(script, "EQUAL", root / "equal.toml")
    monkeypatch.setattr(script, "LEAST", 2.0)
    monkeypatch.setattr(scripts.mutation_areas, "LITTLE_COMPILATION", 0.0)
    areas = scripts.mutation_areas.AREAS
    for name in list(areas):
        monkeypatch.delitem(areas, name)
    monkeypatch.setitem(areas, "toy", scripts.mutation_areas.Area(("toy",), ("tests",)))
    monkeypatch.setenv("ARENA_CACHE_DIR", str(tmp_path / "no kernels"))
    return root


def rows_of(root: Path) -> list[dict[str, Any]]:
    lines = (root / "rows" / "rows.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.endswith("}")]


def test_faults_are_caught_or_survive_and_a_run_goes_on_behind_the_last(
    toy: Path, script: Any, refused: Refused, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--folder", str(toy / "rows")]
    assert refused([*words, "--count", "3"]) == "mutate: no test catches 2 faults"
    first = rows_of(toy)
    with (toy / "rows" / "rows.jsonl").open("a") as file:
        file.write('{"key": "cut o')  # by an end in the middle
    assert refused(words) == "mutate: no test catches 2 faults"
    rows = rows_of(toy)
    assert rows[:3] == first
    assert len(rows) == len({row["key"] for row in rows}) == 4
    assert {row["function"] for row in rows if not row["caught"]} == {"larger", "untested"}
    assert {row["test"] for row in rows if row["caught"]} == {
        "time limit",
        "tests/test_sums.py::test_count_down",
    }
    assert (toy / "toy/sums.py").read_text() == TOY
    told = capsys.readouterr().out
    assert "toy/sums.py:20 in untested" in told
    assert "- return a + 1\n+ return a " in told

    # A test that was missing, and a fault that changes nothing.
    (toy / "tests/test_later.py").write_text(LATER)
    (toy / "equal.toml").write_text(EQUAL)
    script.main([*words, "--again"])
    assert rows_of(toy)[4]["test"] == "tests/test_later.py::test_untested"
    assert "3       3        0" in capsys.readouterr().out


def test_a_row_of_an_equal_fault_has_a_reason(toy: Path, refused: Refused) -> None:
    (toy / "equal.toml").write_text(EQUAL.replace("reason", "because"))
    assert "equal.toml" in refused(["--report"])


def test_faults_keep_their_order_while_others_come_and_go(toy: Path, script: Any) -> None:
    functions = [f"def f{number}(a, b):\n    return a + b\n" for number in range(20)]

    def names(seed: int, some: list[str]) -> list[str]:
        (toy / "toy/sums.py").write_text("\n".join(some))
        return [mutant.function for mutant in script.order_mutants(toy, "toy", seed)]

    assert names(1, functions) != names(2, functions)
    for seed in range(1, 6):
        known = names(seed, functions[1:])
        assert sorted(known) == sorted(f"f{number}" for number in range(1, 20))
        assert [name for name in names(seed, functions) if name != "f0"] == known
