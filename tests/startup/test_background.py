"""Background thread of the loading screen: it passes on progress, trouble in one line, and cancelling."""

import threading

import pytest

from arena.startup import background as compilation
from arena.startup.background import BackgroundCompilation
from arena.startup.kernels import Progress


def test_progress_is_passed_on_and_trouble_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def prepare(progress: Progress, cancelled: threading.Event) -> str:
        progress(3, 10, "navigation")
        return "a process ended"

    monkeypatch.setattr(compilation, "prepare", prepare)
    heard: list[tuple[int, int, str]] = []
    BackgroundCompilation()(lambda *report: heard.append(report))
    assert heard == [(3, 10, "navigation")]
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
