"""Ends the process when it is asked to: by Ctrl-C, by the system, by a terminal that closes.

A signal strikes anywhere: inside a lock, an import, a callback of the driver. So its handler only notes the
wish; loops ask `requested` or call `check` between two ticks or frames, and end in good order. Where no loop
gets to ask in time, because a compiler or a driver is at work, a thread ends the process after
`GRACE_SECONDS`: whatever was being written then is a temporary file or a cut recording, both of which the
next start can do with.

`arena.cli` watches for as long as a command runs; commands and the window ask. Imports nothing of Arena.
"""

import contextlib
import os
import signal
import socket
import threading
import time
from collections.abc import Generator
from types import FrameType
from typing import NoReturn

GRACE_SECONDS = 1.0
"""From a signal to the hard end."""

SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
)


class Interrupted(Exception):
    """The process was asked to end; raised by `check`, so only where a loop asks."""

    def __init__(self, number: int) -> None:
        super().__init__("interrupted" if number == signal.SIGINT else f"ended by {_name(number)}")
        self.exit_code = 128 + number


_number = 0
"""Of the first signal since `watch` began."""
_kept: list[socket.socket] = []
"""Signals go on to be written to it until the process has ended."""


def requested() -> int:
    """The number of the signal that asked this process to end; 0: none did."""
    return _number


def check() -> None:
    """Go on, unless this process was asked to end.

    Raises:
        Interrupted: it was.
    """
    if _number:
        raise Interrupted(_number)


@contextlib.contextmanager
def watch() -> Generator[None]:
    """Note signals while the body runs, and see to it that the process then ends in time.

    Signals that were ignored stay so (nohup). Does nothing outside the main thread, which gets all signals.
    After a signal it goes on watching: the process is about to end, and a second signal, or an end that
    hangs, must not spoil that.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    global _number  # noqa: PLW0603 - a process has one set of signals
    _number = 0
    receiver, sender = socket.socketpair()
    sender.setblocking(False)
    thread = threading.Thread(target=_watch, args=(receiver,), name="signals", daemon=True)
    thread.start()
    handlers = {number: signal.getsignal(number) for number in SIGNALS}
    before = signal.set_wakeup_fd(sender.fileno(), warn_on_full_buffer=False)
    for number, handler in handlers.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, _handle)
    try:
        yield
    finally:
        if _number:
            _kept.append(sender)
        else:
            for number, handler in handlers.items():
                signal.signal(number, handler)
            signal.set_wakeup_fd(before)
            sender.close()
            thread.join()


def _handle(number: int, frame: FrameType | None) -> None:
    global _number  # noqa: PLW0603
    _number = _number or number


def _watch(receiver: socket.socket) -> None:
    """Hear of signals even while the main thread is in a long call; soon after, end the process."""
    with receiver:
        while numbers := receiver.recv(1):
            if numbers[0] in SIGNALS:
                _handle(numbers[0], None)
                time.sleep(GRACE_SECONDS)
                _leave(_number)


def _leave(number: int) -> NoReturn:
    with contextlib.suppress(OSError):
        os.write(2, f"\nerror: {Interrupted(number)}\n".encode())
    os._exit(128 + number)


def _name(number: int) -> str:
    return signal.Signals(number).name
