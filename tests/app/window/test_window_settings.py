"""Settings in the real window, by real keys: each is changed, a key is bound anew, all is kept and used."""

import tomllib
from collections.abc import Callable

import pytest

from tests.app.window.driver import Driver

pytestmark = [pytest.mark.window, pytest.mark.slow]

CHANGES = {
    "Picture": {
        "Frames a second": "Left",
        "Show the frame rate": "Right",
        **dict.fromkeys(("Picture quality", "Render scale", "Vertical sync", "Size of letters"), "Right"),
    },
    "Sound": {"Volume": "Left", "Effects": "Left", "Music": "Left", "Captions for sounds that warn": "Right"},
    "Sight": {
        **dict.fromkeys(("Colours", "High contrast", "Reduced motion", "Flashes"), "Right"),
        "Camera shake": "Left",
        "Aiming mark": "Right",
    },
    "Comfort": {"Fire": "Right", "Aim assist": "Right", "Game speed": "Left"},
}
EXPECTED = {
    "audio": {"volume": 0.7, "effects": 0.9, "music": 0.7, "captions": True},
    "video": {
        "quality": "low", "render_scale": 1.0, "fullscreen": False, "monitor": 1, "vsync": False,
        "shake": 0.9,
        "reticle": 1.5, "ui_scale": 1.25, "frame_cap": 30, "frame_rate": True, "colors": "deuteranopia",
        "high_contrast": True, "reduced_motion": True,
        "flash_limit": False,
    },
    "comfort": {"fire": "toggle", "aim_assist": "light", "game_speed": 0.9},
}  # fmt: skip
BACK = ("controls settings", "settings", "title")


def find_bomb(game: Driver) -> None:
    """Go to the line of an action."""
    game.choose("Controls", "controls settings")
    game.choose("Keyboard and mouse", "bindings")
    game.select("Bomb")


def test_every_setting_is_changed_and_kept_and_a_key_bound_anew_is_used(
    launch: Callable[..., Driver],
) -> None:
    game = launch(cap=60)
    game.choose("Settings", "settings")
    for page, changes in CHANGES.items():
        game.choose(page, f"{page.lower()} settings")
        for label, key in changes.items():
            game.select(label)
            game.key(key)
        game.back("settings")
    find_bomb(game)
    game.key("Return")
    game.wait("the wait for a key", lambda s: s["waiting"] == "bomb")
    game.key("b")
    game.wait("the new key", lambda s: not s["waiting"] and s["value"] == "B")
    game.back(*BACK)
    game.click_row("Quit")
    assert game.exit_code() == 0, "quit by the mouse"

    file = game.folder / "config" / "arena" / "settings.toml"
    kept = tomllib.loads(file.read_text(encoding="utf-8"))
    assert {name: kept[name] for name in EXPECTED} == EXPECTED
    assert kept["bindings"]["bomb"] == ["key:B", "pad:a"]

    game = launch()
    assert not game.status()["vsync"], "what was kept is applied to a window that opens"
    game.choose("Settings", "settings")
    find_bomb(game)
    assert game.status()["value"] == "B"
    game.back(*BACK)
    game.begin()
    bombs = game.wait("flight", lambda s: s["tick"] > 5)["ships"][0]["bombs"]
    game.key("space")
    game.wait_for_ticks(12)
    assert game.status()["ships"][0]["bombs"] == bombs, "the old key does nothing"
    game.key("b")
    game.wait("the bomb", lambda s: s["ships"][0]["bombs"] == bombs - 1)
