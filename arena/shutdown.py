"""Shutdown on signals: Ctrl-C, the system's request, a closed terminal.

A signal strikes anywhere: inside a lock, an import, a callback of the driver. So its handler only notes the
wish; loops ask `requested` or call `check` between two ticks or frames, and end in good order. Where no loop
gets to ask in time, because a compiler or a driver is at work, a thread ends the process after
`GRACE_SECONDS`: whatever was being written then is a temporary file or a cut recording, both of which the
next start can do with.

`arena.cli` watches for as long as a command runs; commands and the window ask. Imports nothing of Arena.
"""

import contextlib
import ctypes
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Generator
from types import FrameType
from typing import Any, NoReturn

GRACE_SECONDS = 1.0
"""From a signal to the hard end."""
READY_SECONDS = 0.001
"""Between two looks whether a thread has begun."""
PASS_ON = 255
"""No signal has this number: the thread that reads it leaves the watch to another."""

SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
)


class Interrupted(Exception):
    """The process was asked to end; raised by `check`, so only where a loop asks."""

    def __init__(self, number: int) -> None:
        super().__init__("interrupted" if number == signal.SIGINT else f"ended by {_name(number)}")
        self.exit_code = 128 + number


NUMBER, READY, TOLD = 0, 1, 2
_noted = (ctypes.c_int64 * 3)()
"""Number of the first signal since `watch` began, whether a watcher that was handed the watch is at it, and
whether the user has been told of the end.

Plain memory, because who watches may not be able to call Python.
"""
_watcher: "Watcher | None" = None
_kept: list[socket.socket] = []
"""Signals go on to be written to it until the process has ended."""


def requested() -> int:
    """The number of the signal that asked this process to end; 0: none did."""
    return _noted[NUMBER]


def note_told() -> None:
    """Note that the user has been told of the end: an end that hangs then tells it no second time."""
    _noted[TOLD] = 1


def check() -> None:
    """Raise `Interrupted` if this process was asked to end.

    Raises:
        Interrupted: it was.
    """
    if _noted[NUMBER]:
        raise Interrupted(_noted[NUMBER])


@contextlib.contextmanager
def watch() -> Generator[None]:
    """Record signals while the body runs, and end the process in time after one.

    Signals that were ignored stay so (nohup); those that were blocked are not, as whoever started this
    process may have blocked them for itself alone. Does nothing outside the main thread, which gets all
    signals. After a signal it goes on watching, and ignores further ones: the process is about to end, and
    neither a second signal nor an end that hangs must spoil that.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    global _watcher  # noqa: PLW0603 - a process has one set of signals
    _noted[:] = 0, 0, 0
    receiver, sender = socket.socketpair()
    sender.setblocking(False)
    _watcher = watcher = Watcher(receiver, sender)
    handlers = {number: signal.getsignal(number) for number in SIGNALS}
    before = signal.set_wakeup_fd(sender.fileno(), warn_on_full_buffer=False)
    for number, handler in handlers.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, _handle)
    mask = signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS) if hasattr(signal, "pthread_sigmask") else None
    try:
        yield
    finally:
        if _noted[NUMBER]:
            _kept.append(sender)
            # An interpreter that ends puts the default back for every handler but this one.
            for number in SIGNALS:
                signal.signal(number, signal.SIG_IGN)
        else:
            for number, handler in handlers.items():
                signal.signal(number, handler)
            if mask is not None:
                signal.pthread_sigmask(signal.SIG_SETMASK, mask)
            signal.set_wakeup_fd(before)
            _watcher = None
            watcher.close()


def watch_by(run: Callable[[int, Any], None]) -> None:
    """From now on let `run` watch, in a thread, for as long as `watch` does; does nothing without that.

    Args:
        run: is given the number of an open file, which the numbers of signals are written to, a byte each,
            and memory, three 64-bit integers: for the first one of ours, for a 1 as soon as it watches, and
            one that is 1 where the user has been told. `GRACE_SECONDS` after a signal it ends the process.
            It returns where the file ends.
    """
    if _watcher is not None:
        _watcher.pass_on(run)


class Watcher:
    """Thread that receives signals even while the main thread is in a long call."""

    def __init__(self, receiver: socket.socket, sender: socket.socket) -> None:
        self._receiver, self._sender = receiver, sender
        self._thread = self._start(self._watch)

    def pass_on(self, run: Callable[[int, Any], None]) -> None:
        """Pass control to another thread; signals meanwhile wait for it."""
        self._sender.send(bytes([PASS_ON]))
        self._thread.join(GRACE_SECONDS)
        if not self._thread.is_alive():
            self._thread = self._start(lambda: run(self._receiver.fileno(), _noted))
            while self._thread.is_alive() and not _noted[READY]:
                time.sleep(READY_SECONDS)

    def close(self) -> None:
        """End the thread."""
        self._sender.close()
        self._thread.join()
        self._receiver.close()

    def _start(self, work: Callable[[], None]) -> threading.Thread:
        thread = threading.Thread(target=work, name="signals", daemon=True)
        thread.start()
        return thread

    def _watch(self) -> None:
        while (numbers := self._receiver.recv(1)) and numbers[0] != PASS_ON:
            if numbers[0] in SIGNALS:
                _handle(numbers[0], None)
                time.sleep(GRACE_SECONDS)
                _leave()


def last_words(number: int) -> bytes:
    """Final message of a process that is killed."""
    return f"\nerror: {Interrupted(number)}\n".encode()


def _handle(number: int, frame: FrameType | None) -> None:
    _noted[NUMBER] = _noted[NUMBER] or number


def _leave() -> NoReturn:
    number = _noted[NUMBER]
    if not _noted[TOLD]:
        with contextlib.suppress(OSError):
            os.write(2, last_words(number))
    os._exit(128 + number)


def _name(number: int) -> str:
    return signal.Signals(number).name
