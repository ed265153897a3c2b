"""Commands that open the window, or fail to."""

import gc
import sys
from types import SimpleNamespace

import pytest

from arena.commands import CommandError
from arena.commands.window import open_window


class NoWindow(Exception):
    """Stand-in for the window's own error."""

    exit_code = 1


@pytest.mark.parametrize("opens", [True, False])
def test_garbage_is_collected_again_whether_a_window_opens_or_not(
    opens: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[bool] = []

    def run_window(start: str) -> int:
        seen.append(gc.isenabled())
        if not opens:
            raise NoWindow("no display")
        return 0

    monkeypatch.setenv("DISPLAY", ":77")
    monkeypatch.setitem(
        sys.modules, "arena.app.main", SimpleNamespace(run_window=run_window, WindowError=NoWindow)
    )
    if opens:
        assert open_window("title") == 0
    else:
        with pytest.raises(CommandError, match="no display"):
            open_window("title")
    assert seen == [False] and gc.isenabled()
