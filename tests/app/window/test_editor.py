"""The editor in the real window, with real keys and a real mouse: built, saved, flown, edited outside."""

from collections.abc import Callable

import pytest

from arena.app.editor import topbar
from arena.app.editor.layout import lay_out
from arena.app.storage.levels import load_level
from tests.app.window.driver import HEIGHT, WIDTH, Driver, xdotool

pytestmark = pytest.mark.window


def test_a_level_is_built_saved_flown_and_changed_outside(launch: Callable[..., Driver]) -> None:
    game = launch()
    game.key("Return")
    game.wait_for_screen("modes")
    while game.status()["item"] != "Editor":
        before = game.status()["item"]
        game.key("Down")
        game.wait("the next line", lambda s, before=before: s["item"] != before)
    game.key("Return")
    game.wait_for_screen("editor")

    game.key("e")
    game.wait("a rock in hand", lambda s: s["piece"] == "rock")
    game.key("Return")
    game.wait("a rock", lambda s: s["things"] == ["rock asteroid"])
    xdotool("keydown", "d")
    game.wait("the cursor to move", lambda s: s["cursor"][0] > 0.25)
    xdotool("keyup", "d")
    game.key("Return")
    game.wait("another rock", lambda s: len(s["things"]) == 2)

    width = 1080.0 * WIDTH / HEIGHT
    game.key("e")
    game.wait("ice in hand", lambda s: s["piece"] == "ice")
    game.click(width * 0.42, 480.0)
    game.wait("ice where the mouse is", lambda s: s["things"][-1] == "ice asteroid")

    for name, box in topbar.boxes(lay_out(width, 1080.0).bar):
        if name == "save":
            game.click(box.x + box.width / 2, box.y + box.height / 2)
    game.wait("a saved level", lambda s: not s["changed"] and s["file"])
    path = game.folder / "data" / "arena" / "levels" / "new-level.toml"
    game.wait("its file", lambda _: path.exists())
    assert len(load_level(path).level.asteroid) == 3

    path.write_text(path.read_text().replace('name = "New level"', 'name = "From outside"'))
    game.wait("the edit", lambda s: s["level"] == "From outside")

    game.key("F9")
    flying = game.wait_for_screen("sandbox")
    game.wait("ticks", lambda s: s["tick"] > flying["tick"] + 10)
    game.key("F9")
    back = game.wait_for_screen("editor")
    assert len(back["things"]) == 3 and back["level"] == "From outside"
