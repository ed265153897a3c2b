#!/usr/bin/env python3
"""Set up everything and check everything: lint, format, types and all tests. Arguments go to pytest.

python3 scripts/test.py [PYTEST ARGUMENT ...]
"""

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time

if sys.version_info < (3, 11):  # noqa: UP036 - this script is what tells the owner of an older Python
    sys.exit(f"error: Arena needs Python 3.11 or newer, and this is Python {sys.version.split()[0]}")

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import IO

import setup_environment as setup
from interpreted_tests import INTERPRETED_TESTS


@dataclass(frozen=True)
class Stage:
    """One line of the summary."""

    name: str
    command: list[str]
    variables: dict[str, str]


@dataclass(frozen=True)
class Result:
    """Result of a stage: the seconds that the run waited for it, and what went wrong, empty for a pass."""

    name: str
    seconds: float
    detail: str


MESA_EGL = Path("/usr/share/glvnd/egl_vendor.d/50_mesa.json")
"""Library for pictures without a window; it draws in software, as `TEST_VARIABLES` ask of windows."""

PROCESSES = min((os.cpu_count() or 1) + 1, 4)
"""One more than there are processors: windows and commands let whoever tests them wait."""
SIDE_BY_SIDE = ["-n", str(PROCESSES), "--dist", "worksteal"]
"""Of pytest: most tests share nothing but the machine."""
OWN_SCREEN = "1280x720x24"
"""Size of the display that each process has for itself [px, px, bits]; see tests/conftest.py."""
KERNELS = "from arena.startup.progress_bar import prepare_kernels; prepare_kernels()"
NICENESS = 10
"""Of a stage beside others: it has a tenth of a busy processor, and all of an idle one."""
STAGE_LIMIT = 3600.0
"""No check takes this long [s]; one that does hangs."""


def stages(pytest_arguments: list[str]) -> list[Stage]:
    """List the checks, quickest first; the last is made beside the others."""
    python = str(setup.PYTHON)
    pytest = [python, "-m", "pytest"]
    # Integers that wrap around are meant, in hashes; numpy warns of them where Python computes.
    interpreted = [*pytest, *SIDE_BY_SIDE, "-W", "ignore:overflow:RuntimeWarning", *INTERPRETED_TESTS]
    # Kernels are compiled once, ahead of the windows that would wait for them, and shaders by the process
    # that first draws with them; into .venv, because a home folder may not be writable.
    kept = setup.ENVIRONMENT / "kernels"
    variables = setup.TEST_VARIABLES | {
        "ARENA_CACHE_DIR": str(kept),
        "MESA_SHADER_CACHE_DIR": str(kept / "shaders"),
    }
    if MESA_EGL.exists():
        variables["__EGL_VENDOR_LIBRARY_FILENAMES"] = str(MESA_EGL)
    if sys.platform.startswith("linux"):
        variables |= {"ARENA_TESTS_SKIP_NOTHING": "1", "ARENA_TESTS_OWN_SCREEN": OWN_SCREEN}
    return [
        Stage("ruff check", [python, "-P", "-m", "ruff", "check", "."], {}),
        Stage("ruff format", [python, "-P", "-m", "ruff", "format", "--check", "."], {}),
        Stage("kernels", [python, "-P", "-c", KERNELS], variables),
        Stage("without compiler", interpreted, {"NUMBA_DISABLE_JIT": "1"}),
        Stage("tests", [*pytest, *SIDE_BY_SIDE, *pytest_arguments], variables),
        Stage("types", [python, "-P", "-m", "basedpyright", "--pythonpath", python], {}),
    ]


def run_stage(stage: Stage, others: Sequence[Stage] = ()) -> list[Result]:
    """Run one check, and `others` in turn while it is made; return their results, and its own as the last.

    What it says is printed after those of the others. None of them keeps all processors busy to its end.
    """
    setup.say(f"{stage.name} ...")
    results, began = list[Result](), time.monotonic()
    with tempfile.TemporaryFile() if others else contextlib.nullcontext() as said:
        try:
            with start_group(stage, said) as process:
                if others:
                    yield_processors(process.pid)
                for other in others:
                    results += run_stage(other)
                    began = time.monotonic()
                status = process.wait(STAGE_LIMIT)
            detail = f"exit code {status}" if status else ""
        except OSError as error:
            detail = f"cannot start {error.filename}: {error.strerror}"
        except subprocess.TimeoutExpired:
            detail = f"stopped after {STAGE_LIMIT / 60:.0f} minutes"
        if said is not None:
            said.seek(0)
            print(said.read().decode(errors="replace"), end="", flush=True)
    return [*results, Result(stage.name, time.monotonic() - began, detail)]


def yield_processors(group: int) -> None:
    """Lower the priority of a process group, and of its session where the system shares time by those."""
    if hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PGRP, group, os.nice(0) + NICENESS)
        with contextlib.suppress(OSError):
            Path(f"/proc/{group}/autogroup").write_text(str(NICENESS))


@contextlib.contextmanager
def start_group(stage: Stage, output: IO[bytes] | None) -> Generator["subprocess.Popen[bytes]"]:
    """Start a check in a process group of its own; when this process stops, or waits too long, it stops."""
    own_group = os.name == "posix"
    with subprocess.Popen(
        stage.command, cwd=setup.ROOT, env=setup.child_environment(**stage.variables),
        stdin=subprocess.DEVNULL, stdout=output, start_new_session=own_group,
    ) as process:  # fmt: skip
        try:
            yield process
        except BaseException:
            if own_group:
                stop_group(process)
            else:
                process.kill()
            raise


def stop_group(process: "subprocess.Popen[bytes]") -> None:
    """End a process and all it started, politely at first."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
            process.wait(timeout=3)
        except (ProcessLookupError, subprocess.TimeoutExpired):
            continue


def report(results: list[Result]) -> int:
    """Print one line per stage and return the exit code."""
    print("\n[arena] summary", flush=True)
    for result in results:
        verdict = f"FAILED ({result.detail})" if result.detail else "passed"
        print(f"  {result.name:<17} {verdict:<24} {result.seconds:7.1f} s")
    failed = [result.name for result in results if result.detail]
    print(f"[arena] {'FAILED: ' + ', '.join(failed) if failed else 'all stages passed'}", flush=True)
    return 1 if failed else 0


def stop(number: int, frame: FrameType | None) -> None:
    """Turn a termination signal into an exception, so that children are stopped on the way out."""
    sys.exit(128 + number)


def keep_bytecode() -> None:
    """Let Python keep what it compiles, whatever the shell says: tests start hundreds of interpreters."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False


def main() -> int:
    """Prepare, then run every stage whatever the ones before it said; or tell what this script does."""
    if setup.ASKS_FOR_HELP & set(sys.argv[1:]):
        print(__doc__)
        return 0
    keep_bytecode()
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job would ignore it
    began = time.monotonic()
    try:
        missing = setup.provide_system_packages(setup.TEST_PACKAGES)
        setup.provide_environment(["test"])
        names = " ".join(package.name for package in missing)
        results = [Result("set-up", time.monotonic() - began, f"missing: {names}" if missing else "")]
        *others, beside = stages(sys.argv[1:])
        results += run_stage(beside, others)
    except setup.SetupError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    return report(results)


if __name__ == "__main__":
    sys.exit(main())
