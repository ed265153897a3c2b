"""Background thread of the loading screen: it passes on progress, trouble in one line, and cancelling."""

import threading
from collections.abc import Callable

import pytest

from arena.startup import background as compilation
from arena.startup.background import BackgroundCompilation
from arena.startup.kernels import Progress


def test_progress_is_passed_on_and_trouble_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def prepare(progress: Progress, cancelled: threading.Event, *further: Callable[[], None]) -> str:
        progress(3, 10, "navigation")
        for warm_up in further:
            warm_up()
        return "a process ended"

    monkeypatch.setattr(compilation, "prepare", prepare)
    heard: list[tuple[int, int, str]] = []
    called: list[str] = []
    work = BackgroundCompilation(lambda: called.append("pilot"))
    work(lambda *report: heard.append(report))
    assert heard == [(3, 10, "navigation")] and called == ["pilot"]
    assert capsys.readouterr().err == "note: a process ended\n"


def test_cancelling_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def prepare(progress: Progress, cancelled: threading.Event) -> str:
        assert cancelled.wait(60)
        return ""

    monkeypatch.setattr(compilation, "prepare", prepare)
    work = BackgroundCompilation()
    thread = threading.Thread(target=work, args=(lambda *_: None,))
    thread.start()
    work.cancel()
    thread.join(60)
    assert not thread.is_alive()
