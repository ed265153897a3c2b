"""Target: the processor that kernels are compiled for, the same one on all machines of a family.

`arena.jit` chooses it once a process, before numba compiles anything; processes that this one starts inherit
it. One target for many machines is what lets compiled kernels travel, and what a
replay's proof is worth on another machine. ARENA_TARGET names another row of `TARGETS`; without it numba's
own NUMBA_CPU_NAME holds, where that is set.
"""

import functools
import os
import platform
import sys
from typing import Any, NamedTuple

from llvmlite import binding

SWITCH, NATIVE = "ARENA_TARGET", "native"
CPU_NAME, CPU_FEATURES = "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES"


class CompileTarget(NamedTuple):
    """Processor family that kernels are compiled for."""

    cpu: str  # LLVM's name, which says all features; "" for the machine's own processor
    machines: tuple[str, ...] = ()  # names of its architecture, in small letters; (): any
    system: str = ""  # the only operating system that it is for
    needs: tuple[str, ...] = ()  # features by LLVM's names without which its code does not run


V2 = ("cx16", "popcnt", "sahf", "sse4.2", "ssse3")
V3 = (*V2, "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe")
X86, ARM = ("x86_64", "amd64"), ("arm64", "aarch64")
TARGETS = {
    "v3": CompileTarget("x86-64-v3", X86, needs=V3),
    "v2": CompileTarget("x86-64-v2", X86, needs=V2),
    "apple-m1": CompileTarget("apple-m1", ARM, "Darwin"),
    "arm64": CompileTarget("generic", ARM),
    NATIVE: CompileTarget(""),
}
"""Targets by name, the best first. The last is for benchmarks: its kernels run on one kind of processor.

Against it, v3 costs a sixth of a heavy tick on a processor with AVX-512 (registers of eight doubles fit it
whole; four lanes at a time cost as much), v2 up to a half.
"""


def runs_here(target: CompileTarget) -> bool:
    """Return whether this machine runs a target's code."""
    if target.machines and platform.machine().lower() not in target.machines:
        return False
    return target.system in ("", platform.system()) and all(map(_features().get, target.needs))


@functools.cache
def _features() -> dict[str, bool]:
    return dict(binding.get_host_cpu_features())


def choose_target() -> str:
    """Name of the target for this process: the environment's, or else the best that runs here.

    Raises:
        ValueError: ARENA_TARGET names none, or one that does not run here.
    """
    wanted = os.environ.get(SWITCH, "")
    names = [name for name, target in TARGETS.items() if runs_here(target)]
    if wanted and wanted not in names:
        raise ValueError(f"{SWITCH}={wanted}: kernels for this machine are {', '.join(names)}")
    return wanted or names[0]


def fix_target() -> None:
    """Tell numba the target, in this process and in those that it starts.

    Where something was compiled before, numba has chosen already: then all compile for this processor.

    Raises:
        ValueError: see `choose_target`.
    """
    name = choose_target()
    if CPU_NAME in os.environ and SWITCH not in os.environ:
        return
    if _has_compiled():
        os.environ[SWITCH] = name = NATIVE
    cpu = TARGETS[name].cpu
    for setting in (CPU_NAME, CPU_FEATURES):
        os.environ.pop(setting, None)
    if cpu:
        os.environ[CPU_NAME], os.environ[CPU_FEATURES] = cpu, ""
    config: Any = sys.modules.get("numba.core.config")
    if config is not None:  # it has read its environment
        config.CPU_NAME, config.CPU_FEATURES = (cpu, "") if cpu else (None, None)


def _has_compiled() -> bool:
    """Return whether numba has a target machine, which it makes for the first function."""
    registry: Any = sys.modules.get("numba.core.registry")
    return registry is not None and "_toplevel_target_context" in vars(registry.cpu_target)


def target_name() -> str:
    """Name of the target in use, or LLVM's name of a processor that is none of `TARGETS`."""
    cpu = os.environ.get(CPU_NAME, "")
    return next((name for name, target in TARGETS.items() if target.cpu == cpu), cpu)
