"""A process that is asked to end does so in good order, or in a hurry, and says so with its exit code."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
import tomllib
from pathlib import Path

import pytest

from arena import shutdown
from arena.jit import hard_end, is_interpreted
from tests.processes import ROOT

HANGS = 60.0
"""Seconds after which a test that waits for a process gives up."""
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]

pytestmark = pytest.mark.usefixtures("heed_signals")

LOOP = """
import time
from arena import shutdown
with shutdown.watch():
    print("ready", flush=True)
    try:
        while True:
            shutdown.check()
            time.sleep(0.01)
    except shutdown.Interrupted as wish:
        print("saved", flush=True)
        raise SystemExit(wish.exit_code)
"""
BUSY = """
import threading
from arena import shutdown
with shutdown.watch():
    print("ready", flush=True)
    threading.Event().wait()
"""
SLOW_END = """
import threading, time
from arena import shutdown
try:
    with shutdown.watch():
        print("ready", flush=True)
        while not shutdown.requested():
            time.sleep(0.01)
finally:
    threading.Event().wait()
"""


TELLS_FIRST = """
import threading
from arena import shutdown
from arena.jit import hard_end
with shutdown.watch():
    COMPILED and hard_end.install()
    print("ready", flush=True)
    while not shutdown.requested():
        pass
    shutdown.note_told()
    threading.Event().wait()
"""
LOOKS_BACK = """
import signal
from arena import shutdown
with shutdown.watch():
    print("ready", flush=True)
    while not shutdown.requested():
        pass
print(*(signal.getsignal(number) == signal.SIG_IGN for number in shutdown.SIGNALS))
"""
"""It tells of each signal whether it is ignored at last."""
HOLDS_THE_LOCK = """
import re
from arena import shutdown
from arena.jit import hard_end
with shutdown.watch():
    hard_end.install()
    print("ready", flush=True)
    re.match("(a+)+$", 60 * "a" + "!")
"""
"""One call, without end, that never lets another thread of Python run."""


def start(code: str) -> "subprocess.Popen[str]":
    """Run `code` in a process, up to its first line of output."""
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


@pytest.mark.parametrize("number", SIGNALS)
def test_a_loop_that_asks_ends_in_good_order(number: signal.Signals) -> None:
    process = start(LOOP)
    process.send_signal(number)
    output, errors = process.communicate(timeout=HANGS)
    assert (process.returncode, output, errors) == (128 + number, "saved\n", "")


NEVER = (BUSY, SLOW_END, HOLDS_THE_LOCK)


@pytest.mark.parametrize("code", NEVER, ids=["busy", "slow end", "holds the lock"])
@pytest.mark.parametrize("number", SIGNALS)
def test_who_does_not_ask_is_ended(code: str, number: signal.Signals) -> None:
    if code is HOLDS_THE_LOCK:
        if is_interpreted or not hard_end.HAS_CALLS:
            pytest.skip("needs compiled code, and POSIX")
        hard_end.warm_up()  # so that the process loads what this one has compiled
    process = start(code)
    process.send_signal(number)
    _, errors = process.communicate(timeout=HANGS)
    assert process.returncode == 128 + number
    assert errors.startswith("\nerror: ") and "Traceback" not in errors
    assert code is not HOLDS_THE_LOCK or errors == shutdown.last_words(number).decode()


@pytest.mark.parametrize("compiled", [False, True], ids=["by Python", "compiled"])
def test_an_end_that_hangs_tells_nothing_twice(compiled: bool) -> None:
    if compiled:
        if is_interpreted or not hard_end.HAS_CALLS:
            pytest.skip("needs compiled code, and POSIX")
        hard_end.warm_up()
    process = start(TELLS_FIRST.replace("COMPILED", str(compiled)))
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=HANGS)
    assert (process.returncode, errors) == (128 + signal.SIGINT, "")


def test_many_signals_are_one() -> None:
    process = start(LOOP)
    for _ in range(200):
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=HANGS)
    assert (process.returncode, errors) == (128 + signal.SIGINT, "")


def test_no_signal_cuts_an_end_short_that_has_begun() -> None:
    """Not even where the interpreter has put handlers back and goes on ending."""
    process = start(LOOKS_BACK)
    process.send_signal(signal.SIGTERM)
    output, _ = process.communicate(timeout=HANGS)
    assert output.split() == ["True"] * len(shutdown.SIGNALS)


@pytest.mark.parametrize("number", SIGNALS)
def test_what_was_ignored_stays_ignored(number: signal.Signals) -> None:
    """It comes before the process is ready: of two that wait together the later may be noted first."""
    heeded = next(other for other in SIGNALS if other != number)
    comes = LOOP.replace("print", f"os.kill(os.getpid(), {int(number)}); print", 1)
    process = start(f"import os, signal; signal.signal({int(number)}, signal.SIG_IGN)\n{comes}")
    process.send_signal(heeded)
    process.communicate(timeout=HANGS)
    assert process.returncode == 128 + heeded


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="this system blocks no signals")
@pytest.mark.parametrize("number", SIGNALS)
def test_what_was_blocked_is_heard_while_it_watches(number: signal.Signals) -> None:
    blocked = f"signal.pthread_sigmask(signal.SIG_BLOCK, [{int(number)}])"
    process = start(f"import signal; {blocked}\n{LOOP}")
    process.send_signal(number)
    output, errors = process.communicate(timeout=HANGS)
    assert (process.returncode, output, errors) == (128 + number, "saved\n", "")
    signal.pthread_sigmask(signal.SIG_BLOCK, [number])
    try:
        with shutdown.watch():
            assert number not in signal.pthread_sigmask(signal.SIG_BLOCK, [])
        assert number in signal.pthread_sigmask(signal.SIG_BLOCK, [])
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [number])


def test_handlers_are_put_back_and_no_thread_is_left() -> None:
    before = [signal.getsignal(number) for number in SIGNALS], threading.active_count()
    with shutdown.watch():
        assert signal.getsignal(signal.SIGINT) != before[0][0]
        shutdown.check()
    assert ([signal.getsignal(number) for number in SIGNALS], threading.active_count()) == before


def test_other_signals_are_not_ours() -> None:
    heard: list[int] = []
    before = signal.signal(signal.SIGUSR1, lambda number, _: heard.append(number))
    try:
        with shutdown.watch():
            os.kill(os.getpid(), signal.SIGUSR1)
            deadline = time.monotonic() + HANGS
            while not heard and time.monotonic() < deadline:
                time.sleep(0.001)
            assert heard == [signal.SIGUSR1] and not shutdown.requested()
    finally:
        signal.signal(signal.SIGUSR1, before)


def test_other_threads_may_run_commands() -> None:
    ran: list[bool] = []

    def run() -> None:
        with shutdown.watch():
            ran.append(True)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(HANGS)
    assert ran == [True]


def test_tests_of_signals_pass_where_signals_are_ignored() -> None:
    """As in a job that a shell runs in the background."""
    names = ("handlers_are_put_back_and_no_thread_is_left", "many_signals_are_one")
    ids = [f"{__file__}::test_{name}" for name in names]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *ids]
    result = subprocess.run(
        ["sh", "-c", 'trap "" INT TERM HUP; exec "$@"', "sh", *command],
        capture_output=True, text=True, timeout=HANGS, check=False,
    )  # fmt: skip
    assert result.returncode == 0, result.stdout


SLOW_IMPORT = """
import sys, time

class Slow:
    def find_spec(self, name, path=None, target=None):
        if name == "arena.cli":
            print("ready", flush=True)
            time.sleep(60.0)

sys.meta_path.insert(0, Slow())
"""


def console_script() -> str:
    """Code of the installed command, as pip writes it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    module, function = project["scripts"]["arena"].split(":")
    return f"import re\nimport sys\nfrom {module} import {function}\nsys.exit({function}())"


@pytest.mark.skipif(os.name != "posix", reason="a signal ends a process by its number")
@pytest.mark.parametrize("start", [["-m", "arena"], ["-c", console_script()]], ids=["module", "script"])
def test_an_interrupt_before_the_command_is_there_prints_nothing(start: list[str], tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(SLOW_IMPORT)
    folders = os.pathsep.join((str(tmp_path), str(ROOT)))
    with subprocess.Popen(
        [sys.executable, *start, "levels"], env=os.environ | {"PYTHONPATH": folders}, cwd=tmp_path,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGINT)
        told = process.communicate(timeout=HANGS)[1]
    assert (process.returncode, told) == (-signal.SIGINT, "")


@pytest.mark.skipif(is_interpreted or not hard_end.HAS_CALLS, reason="needs compiled code, and POSIX")
def test_a_warm_up_of_the_watcher_reads_from_no_file() -> None:
    """It would end the process for a byte that has a signal's number, or wait for a terminal's keys."""
    hard_end.warm_up()
    ours, theirs = socket.socketpair()
    with ours, theirs:
        number = theirs.fileno()
        ours.sendall(3 * bytes([signal.SIGINT]))
        ended = subprocess.run(
            [sys.executable, "-c", "from arena.jit import hard_end; hard_end.warm_up()"],
            stdin=number, stdout=number, stderr=number, timeout=HANGS, check=False,
        )  # fmt: skip
        assert ended.returncode == 0
        assert theirs.recv(8) == 3 * bytes([signal.SIGINT])
