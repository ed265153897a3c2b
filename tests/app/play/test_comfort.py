"""Comfort settings: found in the settings, changed by keys, mouse or pad alone, kept, and at work."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arena import sphere
from arena.app.input.bindings import default_bindings
from arena.app.input.controls import Controls
from arena.app.input.devices import KEYBOARD
from arena.app.menus.menu import ROW
from arena.app.menus.menu_screen import MenuScreen
from arena.app.play.local_players import LocalPlayer, device_source
from arena.app.play.play_screen import PlayScreen
from arena.app.screens.settings import SettingsPage, SettingsScreen
from arena.app.services import Services
from arena.app.sound.captions import MOST, SHOWN_TICKS, TEXTS, Captions
from arena.app.sound.cues import Cue
from arena.app.sound.effects import Sound
from arena.app.storage.settings import Settings, load_settings, save_settings
from arena.catalogue import kinds
from arena.game.match import Match
from arena.sim.tables.commands import Button
from arena.view.overlay.overlay import Overlay
from arena.view.palette import load_palette
from tests.app.play.test_players import services_for

COMFORT: dict[str, tuple[str, str, str, Any]] = {
    "fire": ("Comfort", "Fire", "right", "toggle"),
    "aim_assist": ("Comfort", "Aim assist", "right", "light"),
    "game_speed": ("Comfort", "Game speed", "left", 0.9),
    "colors": ("Sight", "Colours", "right", "deuteranopia"),
    "high_contrast": ("Sight", "High contrast", "right", True),
    "reduced_motion": ("Sight", "Reduced motion", "right", True),
    "flash_limit": ("Sight", "Flashes", "right", False),
    "ui_scale": ("Picture", "Size of letters", "right", 1.25),
    "captions": ("Sound", "Captions for sounds that warn", "right", True),
}
"""Setting: its page, its line, which way to go, and what one step makes of the default."""

KEYS = {"down": "key:DOWN", "left": "key:LEFT", "right": "key:RIGHT", "accept": "key:ENTER"}
PAD = {"down": "pad:dpdown", "left": "pad:dpleft", "right": "pad:dpright", "accept": "pad:a"}


class Behind(MenuScreen):
    """What the settings are opened from."""

    def place(self, overlay_width: float) -> Any:
        raise NotImplementedError

    def backdrop(self, now: float, size: tuple[int, int]) -> Any:
        raise NotImplementedError

    def decorate(self, overlay: Overlay) -> None:
        raise NotImplementedError


class Visitor:
    """Somebody in the settings."""

    def __init__(self) -> None:
        self.services: Services = services_for()
        self.services.go(SettingsScreen(self.services, Behind(self.services)))

    @property
    def page(self) -> SettingsPage:
        page = self.services.screen
        assert isinstance(page, SettingsPage)
        return page

    def press(self, device: str, source: str) -> None:
        self.services.devices.press(device, source)
        self.services.devices.release(device, source)
        self.page.update(0.0, self.services.controls.take_events())

    def click(self, label: str, share: float = 0.5) -> None:
        """Click a line, so far along it."""
        names = [item.label for item in self.page.menu.items]
        width, height = self.page.canvas
        place = self.page.place(width)
        x, y = place.x + share * place.width, place.y - (names.index(label) + 0.5) * ROW
        self.services.devices.point(x * 720 / height, y * 720 / height)
        self.press(KEYBOARD, "mouse:LEFT")

    def select(self, device: str, sources: dict[str, str], label: str) -> None:
        """Go down to a line."""
        menu = self.page.menu
        for _ in menu.items:
            if menu.items[menu.selected].label == label:
                return
            self.press(device, sources["down"])
        pytest.fail(f"there is no {label}")


@pytest.fixture
def visitor() -> Visitor:
    return Visitor()


@pytest.mark.parametrize("setting", COMFORT)
@pytest.mark.parametrize("hands", ["keys", "pad"])
def test_keys_alone_and_a_pad_alone_find_and_change_each(setting: str, hands: str, visitor: Visitor) -> None:
    page, label, way, value = COMFORT[setting]
    device, sources = (KEYBOARD, KEYS) if hands == "keys" else (visitor.services.devices.connect(), PAD)
    visitor.select(device, sources, page)
    visitor.press(device, sources["accept"])
    visitor.select(device, sources, label)
    visitor.press(device, sources[way])
    changed = getattr(visitor.services.settings, setting)
    assert changed == (pytest.approx(value) if isinstance(value, float) else value)
    visitor.select(device, sources, "Back")
    visitor.press(device, sources["accept"])
    assert isinstance(visitor.page, SettingsScreen)


@pytest.mark.parametrize("setting", COMFORT)
def test_the_mouse_alone_finds_and_changes_each(setting: str, visitor: Visitor) -> None:
    page, label, *_ = COMFORT[setting]
    before = getattr(visitor.services.settings, setting)
    visitor.click(page)
    visitor.click(label, 0.8)
    assert getattr(visitor.services.settings, setting) != before
    visitor.click("Back")
    assert isinstance(visitor.page, SettingsScreen)


def test_all_of_them_are_kept(tmp_path: Path) -> None:
    chosen = Settings(fire="auto", aim_assist="full", game_speed=0.55, ui_scale=1.75, captions=True)
    assert save_settings(chosen, tmp_path / "settings.toml") == ""
    assert load_settings(tmp_path / "settings.toml") == (chosen, "")


@pytest.mark.parametrize(
    "line",
    [
        '[comfort]\nfire = "never"',
        "[comfort]\naim_assist = 1",
        "[comfort]\ngame_speed = 0.4",
        "[comfort]\ngame_speed = 1.1",
        "[video]\nui_scale = 3",
        "[audio]\ncaptions = 1",
    ],
)
def test_a_value_that_cannot_be_is_told_and_not_used(line: str, tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(line, encoding="utf-8")
    settings, problem = load_settings(path)
    assert settings == Settings() and problem.startswith("Settings: ") and "expected" in problem


def fire_of(controls: Controls, ticks: int, toggle: bool) -> list[bool]:
    return [bool(controls.sample(toggle_fire=toggle).buttons & Button.FIRE) for _ in range(ticks)]


def test_fire_that_is_toggled_goes_on_from_one_press_to_the_next() -> None:
    controls = Controls(default_bindings())
    for expected in (True, False, True):
        controls.press("mouse:LEFT")
        assert fire_of(controls, 2, toggle=True) == [expected] * 2
        controls.release("mouse:LEFT")
        assert fire_of(controls, 2, toggle=True) == [expected] * 2
    controls.flush()
    assert fire_of(controls, 2, toggle=True) == [False] * 2


def test_toggled_fire_ends_with_the_focus_and_with_the_setting() -> None:
    controls = Controls(default_bindings())
    controls.press("mouse:LEFT")
    controls.release("mouse:LEFT")
    assert fire_of(controls, 1, toggle=True) == [True]
    assert fire_of(controls, 1, toggle=False) == [False]
    controls.press("mouse:LEFT")
    assert fire_of(controls, 1, toggle=True) == [True]
    controls.release_all()
    assert fire_of(controls, 1, toggle=True) == [False]


@pytest.fixture
def match() -> Iterator[Match]:
    with Match(seed=3, workers=1) as made:
        yield made


def test_help_with_aim_and_fire_is_asked_for_when_the_command_is_made(match: Match) -> None:
    services, world = services_for(), match.world
    here, up = world.bodies.position[0].astype(np.float64), world.players.up[0].astype(np.float64)
    world.place(kinds.DRONE.number, here + 8.0 * up + 0.8 * np.cross(up, sphere.unit(here)))
    fly = device_source(services.controls, services.settings)
    player = LocalPlayer(0, fly)
    services.devices.press(KEYBOARD, "key:UP")
    assert not fly(player, world).buttons & Button.FIRE
    services.settings.fire = "auto"
    assert fly(player, world).buttons & Button.FIRE
    services.settings.fire = "hold"
    plain = fly(player, world)
    services.settings.aim_assist = "full"
    assert (fly(player, world).aim_x, fly(player, world).aim_y) != (plain.aim_x, plain.aim_y)


def test_half_the_speed_takes_half_the_ticks_and_changes_none() -> None:
    services = services_for()
    hashes = list[int]()
    for speed, seconds in ((1.0, 0.5), (0.5, 1.0)):
        services.settings.game_speed = speed
        screen = PlayScreen(services, Match(seed=3, workers=1))
        for frame in range(round(60 * seconds) + 1):
            screen.update(frame / 60.0, [])
        assert screen.match.world.tick in (29, 30)
        while screen.match.world.tick < 30:
            screen.session.tick()
        hashes.append(screen.match.state_hash())
        screen.close()
    assert hashes[0] == hashes[1]


def cue(sound: Sound, pan: float = 0.0) -> Cue:
    return Cue(sound, 0.5, pan, 5)


def test_sounds_that_warn_are_written_for_a_while_and_others_never() -> None:
    captions = Captions()
    captions.note([cue(Sound.SHOT), cue(Sound.LANDING, -0.8)])
    assert captions.texts == (TEXTS[Sound.LANDING],)
    for _ in range(SHOWN_TICKS - 1):
        captions.note([])
    assert captions.texts == (TEXTS[Sound.LANDING],)
    captions.note([])
    assert captions.texts == ()


def test_captions_begin_at_the_foot_again_once_there_were_none() -> None:
    captions, feet = Captions(), list[float]()
    for free_above in (60.0, 0.0):
        for ticks in (0, SHOWN_TICKS):
            captions.note([cue(Sound.LANDING)] if not ticks else [])
            for _ in range(ticks):
                captions.note([])
            overlay = Overlay(16 / 9)
            captions.draw(overlay, 0.1, lambda box, least=free_above: box.y > least)
            feet += [line.y for line in overlay.place_lines()[-1:]]
    assert len(feet) == 2 and feet[0] > 60.0 > feet[1]


def test_a_sound_that_goes_on_is_written_once_and_only_the_latest_are_shown() -> None:
    captions = Captions()
    for _ in range(5):
        captions.note([cue(Sound.LANDING)])
    assert captions.texts == (TEXTS[Sound.LANDING],)
    captions.note([cue(Sound.HURT), cue(Sound.BOSS_STAGE), cue(Sound.PLAYER_KILLED)])
    assert len(captions.texts) == MOST and TEXTS[Sound.LANDING] not in captions.texts


@pytest.mark.parametrize("wanted", [False, True])
def test_a_game_shows_captions_only_where_they_are_wanted(wanted: bool) -> None:
    services = services_for()
    services.settings.captions = wanted
    screen = PlayScreen(services, Match(seed=3, workers=1))
    screen.session.captions.note([cue(Sound.LANDING, 0.9)])
    before = len(screen.build(0.0, (1280, 720)).overlay.rows())
    screen.session.captions.note([cue(Sound.LANDING, 0.0)])  # without an arrow
    after = len(screen.build(0.0, (1280, 720)).overlay.rows())
    assert before - after == int(wanted)
    screen.close()


def test_other_colours_are_worn_at_once(services: Services) -> None:
    play = PlayScreen(services, Match(players=2, seed=3, workers=1))
    try:
        plain = play.session.build(0.0, (640, 360)).views[0].palette
        services.settings.colors = "tritanopia"
        worn = [view.palette for view in play.session.build(0.1, (640, 360)).views]
        assert plain == load_palette("terra") and worn[0] == load_palette("terra", "tritanopia")
        assert all(player.viewer.settings.colors == "tritanopia" for player in play.session.players)
    finally:
        play.close()


def test_reduced_motion_holds_camera_and_lattice_still(services: Services) -> None:
    play = PlayScreen(services, Match(seed=3, workers=1))
    try:
        services.settings.reduced_motion = True
        heights = list[float]()
        for tick in range(120):
            play.session.tick()
            if tick == 60:
                play.match.world.place_boss((0.0, 1.0, 0.0))
            frame = play.session.build(tick / 60, (640, 360)).views[0]
            assert frame.shocks == []
            heights.append(float(np.linalg.norm(frame.camera.eye)))
        assert max(heights) - min(heights) < 0.01
        services.settings.reduced_motion = False
        moved = [play.session.build(3.0 + k / 60, (640, 360)).views[0].camera.eye for k in range(60)]
        assert np.ptp(np.linalg.norm(moved, axis=1)) > 0.1
    finally:
        play.close()


def test_high_contrast_darkens_the_ground(services: Services) -> None:
    play = PlayScreen(services, Match(seed=3, workers=1))
    try:
        plain = play.session.build(0.0, (640, 360)).views[0].calm
        services.settings.high_contrast = True
        assert play.session.build(0.1, (640, 360)).views[0].calm > 1.5 * plain > 0.0
        assert play.session.build_backdrop(0.2, (640, 360)).views[0].calm < plain, (
            "nobody has to see a threat there"
        )
    finally:
        play.close()
