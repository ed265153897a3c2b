"""Runs of pytest that start at once: a server with the libraries loaded forks a process for each run.

Each test is limited in processor time, and a run by the clock; all that a run started ends with it. The
package under test is imported by the fork alone. Needs a system that can fork.
"""

import contextlib
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

import hypothesis
import pytest

SLOWER = 8.0
"""A test that takes so many times as long as it did hangs."""
POLL = 0.02
"""Pause between two looks at a run [s]."""
LIBRARIES = ("_pytest.assertion.rewrite", "numpy", "numba", "PIL.Image", "tqdm")


@dataclass
class Run:
    """Result of a run."""

    status: int  # exit code of pytest; negative for the signal that ended it
    failed: list[str] = field(default_factory=list[str])  # tests, or what could not be collected
    tests: dict[str, float] = field(default_factory=dict[str, float])  # seconds of each
    seconds: float = 0.0

    @property
    def passed(self) -> bool:
        """True if all tests passed, or none was chosen."""
        return self.status in (0, 5)


class Recorder:
    """Plugin of pytest that runs the quickest tests of each file first, and keeps what they took."""

    def __init__(self, spare: float, known: Mapping[str, float]) -> None:
        self.run = Run(0)
        self._spare = spare
        self._known = known

    def pytest_sessionstart(self) -> None:
        """Limit the time to import the tests."""
        signal.setitimer(signal.ITIMER_PROF, self._spare)

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Limit the processor time of a test; a signal ends the process where it takes more."""
        signal.setitimer(signal.ITIMER_PROF, self._spare + SLOWER * self._known.get(nodeid, 0.0))

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Sort tests within files; those that are new come first."""
        files = list(dict.fromkeys(item.nodeid.partition("::")[0] for item in items))
        items.sort(
            key=lambda item: (files.index(item.nodeid.partition("::")[0]), self._known.get(item.nodeid, 0.0))
        )

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Add a phase of a test."""
        self.run.tests[report.nodeid] = self.run.tests.get(report.nodeid, 0.0) + report.duration
        self._note(report)

    def pytest_collectreport(self, report: Any) -> None:
        """Add a file that could not be imported."""
        self._note(report)

    def _note(self, report: Any) -> None:
        if report.failed and report.nodeid not in self.run.failed:
            self.run.failed.append(report.nodeid)


class TestServer:
    """A process that runs tests in a folder, in forks of itself."""

    __test__ = False  # to pytest, it is no test

    def __init__(self, folder: Path, variables: Mapping[str, str], log: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(folder), **variables}
        self._result = log.with_suffix(".json")
        self._log = log
        self._process = subprocess.Popen(
            [sys.executable, "-P", __file__], cwd=folder, env=environment, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def __enter__(self) -> "TestServer":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        with self._process:
            pass

    def run(self, arguments: Sequence[str], spare: float, seconds: float, known: Mapping[str, float]) -> Run:
        """Run pytest with arguments.

        Args:
            arguments: files and flags.
            spare: seconds of processor time that each test has beyond SLOWER times what it took before.
            seconds: by the clock, for all.
            known: seconds that tests took before.

        Raises:
            RuntimeError: the server ended.
        """
        self._result.unlink(missing_ok=True)
        job = [
            list(arguments),
            spare,
            seconds,
            str(self._log),
            str(self._result),
            dict(known),
        ]
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(job) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError(f"the server of tests ended, see {self._log}")
        status, took = json.loads(answer)
        run = Run(status)
        with contextlib.suppress(OSError, ValueError):
            run = Run(**json.loads(self._result.read_text(encoding="utf-8")))
            run.status = status
        run.seconds = took
        return run


def serve() -> None:
    """Run what standard input asks for, one line a run, until it ends."""
    for library in LIBRARIES:
        with contextlib.suppress(ImportError):
            __import__(library)
    sys.path.insert(0, str(Path.cwd()))
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    for line in sys.stdin:
        arguments, spare, seconds, log, result, known = json.loads(line)
        began = time.monotonic()
        child = os.fork()
        if child == 0:
            _run_here(arguments, Path(log), Path(result), Recorder(spare, known))
        with contextlib.suppress(OSError):
            os.setpgid(child, child)
        status = _wait(child, began + seconds)
        print(json.dumps([status, time.monotonic() - began]), flush=True)


def _run_here(arguments: list[str], log: Path, result: Path, recorder: Recorder) -> None:
    """Run pytest in this process and end it."""
    os.setpgid(0, 0)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with log.open("ab", buffering=0) as file:
        for stream in (1, 2):
            os.dup2(file.fileno(), stream)
    with open(os.devnull, "rb") as nothing:  # noqa: PTH123 - a device
        os.dup2(nothing.fileno(), 0)
    # An example that fails is enough: it need be neither small nor kept.
    phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
    hypothesis.settings.register_profile("faults", deadline=None, phases=phases, database=None)
    status = 3
    try:
        status = int(pytest.main([*arguments, "--hypothesis-profile=faults"], plugins=[recorder]))
        recorder.run.status = status
        result.write_text(json.dumps(vars(recorder.run)), encoding="utf-8")
    finally:
        sys.stdout.flush()
        os._exit(status)


def _wait(child: int, deadline: float) -> int:
    """Exit code of a child, or the signal that ended it, negative; it and its own children are gone then."""
    done, status = 0, 0
    try:
        while not done and time.monotonic() < deadline:
            time.sleep(POLL)
            done, status = os.waitpid(child, os.WNOHANG)
    finally:
        with contextlib.suppress(OSError):
            os.killpg(child, signal.SIGKILL)
    if not done:
        _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        serve()
