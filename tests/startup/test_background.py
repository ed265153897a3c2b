"""Background thread of the loading screen: it passes on progress, trouble in one line, and cancelling."""

import threading
from collections.abc import Callable

import pytest

from arena.startup import background as compilation
from arena.startup.background import BackgroundCompilation
from arena.startup.kernels import Need, Progress


def test_progress_is_passed_on_and_trouble_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def prepare(progress: Progress, cancelled: threading.Event, *further: Callable[[], None]) -> str:
        progress(3, 10, "navigation")
        for warm_up in further:
            warm_up()
        return "a process ended"

    monkeypatch.setattr(compilation, "prepare", prepare)
    called: list[str] = []
    work = BackgroundCompilation(lambda: called.append("pilot"))
    work.start()
    work.load()
    work.join(60)
    work.check()
    assert work.progress == (3, 10, "navigation") and called == ["pilot"] and not work.busy
    assert capsys.readouterr().err == "note: a process ended\n"


def test_cancelling_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def prepare(progress: Progress, cancelled: threading.Event) -> str:
        assert cancelled.wait(60)
        return ""

    monkeypatch.setattr(compilation, "prepare", prepare)
    work = BackgroundCompilation()
    work.start()
    assert work.busy
    work.cancel()
    work.join(60)
    assert not work.busy


def test_what_ends_the_thread_is_raised_by_who_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    def prepare(*_: object) -> str:
        raise OSError("no room")

    monkeypatch.setattr(compilation, "prepare", prepare)
    work = BackgroundCompilation()
    work.start()
    work.load()
    work.join(60)
    with pytest.raises(OSError, match="no room"):
        work.check()


@pytest.mark.parametrize("need", [Need.LOAD, Need.COMPILE])
def test_only_loading_waits_until_it_may_begin(need: Need, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = threading.Event()
    monkeypatch.setattr(compilation, "find_need", lambda: need)
    monkeypatch.setattr(compilation, "prepare", lambda *_: begun.set() or "")
    work = BackgroundCompilation()
    work.start()
    assert work.only_loads is (need is Need.LOAD)
    assert begun.wait(0.3) is (need is Need.COMPILE)
    work.load()
    assert begun.wait(60)
    work.join(60)
    assert not work.busy
