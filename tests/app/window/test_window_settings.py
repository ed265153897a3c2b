"""Settings in the real window, by real keys: each is changed, a key is bound anew, all is kept and used."""

import tomllib
from collections.abc import Callable

import pytest

from tests.app.window.driver import COMPILE_SECONDS, Driver

pytestmark = [pytest.mark.window, pytest.mark.slow]

CHANGES = {
    "Sound": {"Volume": "Left", "Effects": "Left", "Music": "Left", "Captions for sounds that warn": "Right"},
    "Picture": {
        "Picture quality": "Right",
        "Render scale": "Right",
        "Size of letters": "Right",
        "Frames a second": "Right",
    },
    "Sight": {
        "Colours": "Right",
        "High contrast": "Right",
        "Reduced motion": "Right",
        "Flashes": "Right",
        "Camera shake": "Left",
        "Aiming mark": "Right",
    },
    "Comfort": {"Fire": "Right", "Aim assist": "Right", "Game speed": "Left"},
}
EXPECTED = {
    "audio": {"volume": 0.7, "effects": 0.9, "music": 0.7, "captions": True},
    "video": {
        "quality": "low",
        "render_scale": 1.0,
        "fullscreen": False,
        "shake": 0.9,
        "reticle": 1.5,
        "ui_scale": 1.25,
        "frame_cap": 30,
        "colors": "deuteranopia",
        "high_contrast": True,
        "reduced_motion": True,
        "flash_limit": False,
    },
    "comfort": {"fire": "toggle", "aim_assist": "light", "game_speed": 0.9},
}


def select(game: Driver, label: str) -> None:
    """Go down to a line."""
    for _ in range(60):
        if game.status()["item"] == label:
            return
        before = game.status()["item"]
        game.key("Down")
        game.wait("another line", lambda s, before=before: s["item"] != before)
    pytest.fail(f"there is no {label}")


def choose(game: Driver, label: str, screen: str) -> None:
    """Take a line that leads to a screen."""
    select(game, label)
    game.key("Return")
    game.wait_for_screen(screen)


def back(game: Driver, screen: str) -> None:
    game.key("Escape")
    game.wait_for_screen(screen)


def start(drive: Callable[..., Driver]) -> Driver:
    game = drive()
    game.wait_for_screen("title", COMPILE_SECONDS)
    game.focus()
    return game


def test_every_setting_is_changed_and_kept_and_a_key_bound_anew_is_used(drive: Callable[..., Driver]) -> None:
    game = start(drive)
    choose(game, "Settings", "settings")
    for page, changes in CHANGES.items():
        choose(game, page, f"{page.lower()} settings")
        for label, key in changes.items():
            select(game, label)
            game.key(key)
        back(game, "settings")
    choose(game, "Controls", "controls settings")
    choose(game, "Keyboard and mouse", "bindings")
    select(game, "Bomb")
    game.key("Return")
    game.wait("the wait for a key", lambda s: s["waiting"] == "bomb")
    game.key("b")
    game.wait("the new key", lambda s: not s["waiting"] and s["value"] == "B")
    for screen in ("controls settings", "settings", "title"):
        back(game, screen)
    select(game, "Quit")
    game.key("Return")
    assert game.exit_code() == 0

    file = game.folder / "config" / "arena" / "settings.toml"
    kept = tomllib.loads(file.read_text(encoding="utf-8"))
    assert {name: kept[name] for name in EXPECTED} == EXPECTED
    assert kept["bindings"]["bomb"] == ["key:B", "pad:a"]

    game = start(drive)
    choose(game, "Settings", "settings")
    choose(game, "Controls", "controls settings")
    choose(game, "Keyboard and mouse", "bindings")
    select(game, "Bomb")
    assert game.status()["value"] == "B"
    for screen in ("controls settings", "settings", "title"):
        back(game, screen)
    choose(game, "Play", "modes")
    choose(game, "Endless", "play")
    bombs = game.wait("flight", lambda s: s["tick"] > 5)["ships"][0]["bombs"]
    game.key("space")
    tick = game.status()["tick"]
    game.wait("ticks after the old key", lambda s: s["tick"] > tick + 12)
    assert game.status()["ships"][0]["bombs"] == bombs
    game.key("b")
    game.wait("the bomb", lambda s: s["ships"][0]["bombs"] == bombs - 1)
