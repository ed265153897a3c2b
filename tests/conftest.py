"""Fixtures of all tests: folders of their own, and a plain answer when the machine lacks something."""

import atexit
import faulthandler
import functools
import gc
import itertools
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from arena import shutdown

hypothesis.settings.register_profile("any machine", deadline=None)
hypothesis.settings.load_profile("any machine")

GARBAGE_THRESHOLDS = 20_000, 10, 10
"""Tests by the thousand, and what they import, are hardly ever garbage: look at them as seldom."""
gc.set_threshold(*GARBAGE_THRESHOLDS)

HOMES = itertools.count()
"""Numbers of tests' folders in this process."""
FAULTS = "ARENA_TESTS_FAULTS"
"""Environment variable: the folder of the tracebacks that processes leave when they crash."""
FAULT_LINES = 40
"""Of a traceback, as many as say which test it was."""
SKIP_NOTHING = bool(os.environ.get("ARENA_TESTS_SKIP_NOTHING"))
"""Set by scripts/test.py, which provides everything: there, a test that cannot run is a test that fails."""


@pytest.hookimpl(trylast=True)  # after pytest's own, which has tracebacks printed amid the dots of the others
def pytest_configure(config: pytest.Config) -> None:
    """Keep the tracebacks of crashes, and give each process that runs tests a display of its own, if told to.

    Windows of one display share its keyboard.
    """
    if "PYTEST_XDIST_WORKER" not in os.environ:
        folder = tempfile.TemporaryDirectory()
        atexit.register(folder.cleanup)
        os.environ[FAULTS] = folder.name
    elif FAULTS in os.environ:
        path = Path(os.environ[FAULTS], os.environ["PYTEST_XDIST_WORKER"])
        faulthandler.enable(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND))
    runs_tests = "PYTEST_XDIST_WORKER" in os.environ or config.getoption("dist", "no") == "no"
    if runs_tests and (screen := os.environ.get("ARENA_TESTS_OWN_SCREEN")):
        read, write = os.pipe()
        # It writes the number of the display that it found free, once windows can be opened there.
        server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", screen, "-nolisten", "tcp"],
            pass_fds=[write],
            stderr=subprocess.DEVNULL,
        )
        atexit.register(server.terminate)
        os.close(write)
        with os.fdopen(read) as number:
            os.environ["DISPLAY"] = f":{number.readline().strip()}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the tracebacks of processes that crashed; of a log often only the end is kept."""
    folder = os.environ.get(FAULTS)
    for file in sorted(Path(folder).iterdir()) if folder else ():
        if fault := file.read_text(encoding="utf-8"):
            terminalreporter.section(f"fault in {file.name}")
            terminalreporter.write_line("\n".join(fault.splitlines()[:FAULT_LINES]))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the slow tests: a process that starts one last keeps the others waiting at the end.

    Windows come first, so that one process opens them all while the others test what has no deadline.
    """
    order = {"window": 0, "slow": 1}
    items.sort(key=lambda item: min((order.get(mark.name, 2) for mark in item.iter_markers()), default=2))


def pytest_collection_finish() -> None:
    """Keep what was collected out of every later search for garbage."""
    gc.freeze()


@pytest.fixture(autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Send what the player owns to a fresh folder; the kernel cache stays where it is warm."""
    home = tmp_path_factory.getbasetemp() / f"home-{next(HOMES)}"  # quicker than a look for a free number
    home.mkdir()
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_PICTURES_DIR"):
        monkeypatch.setenv(variable, str(home / variable.lower()))
    return home


@pytest.fixture
def small_planet() -> Iterator[None]:
    """Paint planets and hulls in no time, where nobody looks at them: a software renderer needs seconds."""
    from tests.planets import small_planets, small_plans

    with small_planets(), small_plans():
        yield


@pytest.fixture
def heed_signals() -> Iterator[None]:
    """Let this process and its children heed the signals that end a process.

    Whatever started the tests may have them ignored: a shell does so for what it runs in the background.
    """
    before = {number: signal.getsignal(number) for number in shutdown.SIGNALS}
    for number in before:
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave out, with the reason, what this machine cannot run, unless all of it was promised."""
    for marker, reason_to_skip in (("window", _no_window_reason), ("gl", _no_gl_reason)):
        if item.get_closest_marker(marker) and (reason := reason_to_skip()):
            if SKIP_NOTHING:
                pytest.fail(f"scripts/test.py promised otherwise: {reason}", pytrace=False)
            pytest.skip(reason)


@functools.cache
def _no_window_reason() -> str:
    if not sys.platform.startswith("linux"):
        return "window tests drive an X server"
    if not os.environ.get("DISPLAY"):
        return "no display: run the suite with scripts/test.py or under xvfb-run"
    return "" if shutil.which("xdotool") else "xdotool is not installed"


@functools.cache
def _no_gl_reason() -> str:
    import moderngl

    try:
        if sys.platform.startswith("linux"):
            context = moderngl.create_context(standalone=True, backend="egl")  # pyright: ignore[reportArgumentType]
        else:
            context = moderngl.create_context(standalone=True)
        context.release()
    except Exception as error:  # whatever the driver says, the answer is the same
        return f"no OpenGL context: {error}"
    return ""
