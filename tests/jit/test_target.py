"""The processor that kernels are compiled for: chosen once, the same in every process that follows."""

import platform
import queue

import pytest

from arena.jit import target
from arena.jit.target import CPU_NAME, SWITCH, TARGETS, choose_target, runs_here
from tests.processes import run_python

USED = """
import sys
if "numba" in sys.argv:
    import numba
if "compiled" in sys.argv:
    import numba
    numba.njit(lambda x: x + 1)(2)
import arena.jit
from arena.jit.target import target_name
from numba.core.registry import cpu_target
print(target_name(), cpu_target.target_context.codegen().magic_tuple()[1])
"""
STARTED = """
import os, sys
import arena.jit
from tests.processes import run_python
print(run_python(sys.argv[1], ARENA_TARGET=sys.argv[2]) if sys.argv[2] else run_python(sys.argv[1]), end="")
"""
HERE = [name for name, row in TARGETS.items() if runs_here(row)]


@pytest.fixture(autouse=True)
def forget_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment of a process that was told nothing."""
    for variable in (SWITCH, CPU_NAME, "NUMBA_CPU_FEATURES"):
        monkeypatch.delenv(variable, raising=False)


def test_machines_of_one_family_compile_for_one_processor() -> None:
    assert run_python(USED).split() == [HERE[0], TARGETS[HERE[0]].cpu]


@pytest.mark.parametrize("name", HERE)
def test_a_process_compiles_for_the_target_that_it_is_told(name: str) -> None:
    told, cpu = run_python(USED, ARENA_TARGET=name).split()
    assert told == name
    assert cpu == TARGETS[name].cpu or name == "native"


@pytest.mark.parametrize(("told", "name"), [("", HERE[0]), ("native", "native")])
def test_a_process_of_a_process_has_its_target_or_the_one_that_it_is_told(told: str, name: str) -> None:
    assert run_python(STARTED, USED, told).split()[0] == name


def test_numbas_own_variables_hold() -> None:
    assert run_python(USED, NUMBA_CPU_NAME="generic").split()[1] == "generic"


def test_who_loads_numba_first_gets_the_target_and_who_compiled_first_keeps_the_processor() -> None:
    assert run_python(USED, "numba").split() == [HERE[0], TARGETS[HERE[0]].cpu]
    name, cpu = run_python(USED, "compiled").split()
    assert name == "native" and cpu not in {row.cpu for row in TARGETS.values()}


@pytest.mark.parametrize("first", ["arena.jit", "arena.grid", "arena.sim.world", "arena.game.match", "numba"])
def test_compile_workers_have_the_target_of_their_parent_whatever_was_imported_first(first: str) -> None:
    parent = f"""
import {first}
from arena.jit import ahead, cache
from arena.jit.target import target_name
child = ahead.start_child("tests.jit.test_target", "")
child.stdin.write("go\\n"); child.stdin.flush()
print(child.stdout.readline().strip() == str(cache.ENVIRONMENT), target_name())
child.kill()
"""
    assert run_python(parent).split() == ["True", HERE[0]]


def main(argument: str, requests: "queue.SimpleQueue[str]") -> None:
    """Tell what this process would compile with; called in a worker."""
    from arena.jit import cache

    requests.get()
    print(cache.ENVIRONMENT, flush=True)


@pytest.mark.parametrize(
    ("machine", "system", "features", "best"),
    [
        ("x86_64", "Linux", TARGETS["v3"].needs, "v3"),
        ("AMD64", "Windows", TARGETS["v3"].needs, "v3"),
        ("x86_64", "Linux", TARGETS["v2"].needs, "v2"),
        ("x86_64", "Linux", (), "native"),
        ("arm64", "Darwin", (), "apple-m1"),
        ("aarch64", "Linux", (), "arm64"),
        ("riscv64", "Linux", (), "native"),
    ],
)
def test_the_best_target_that_a_machine_runs_is_chosen(
    machine: str, system: str, features: tuple[str, ...], best: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platform, "machine", lambda: machine)
    monkeypatch.setattr(platform, "system", lambda: system)
    monkeypatch.setattr(target, "_features", lambda: dict.fromkeys(features, True))
    assert choose_target() == best


@pytest.mark.parametrize("name", ["v9", "apple-m1" if platform.machine() == "x86_64" else "v3"])
def test_a_target_that_does_not_run_here_is_refused_in_one_line(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SWITCH, name)
    with pytest.raises(ValueError, match=rf"^ARENA_TARGET={name}: kernels for this machine are .*native$"):
        choose_target()
