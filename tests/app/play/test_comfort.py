"""Comfort settings: found in the settings, changed by keys, mouse or pad alone, kept, and at work."""

import math
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from arena import sphere
from arena.app.input.bindings import default_bindings
from arena.app.input.controls import Controls
from arena.app.input.devices import KEYBOARD
from arena.app.play.local_players import LocalPlayer, device_source
from arena.app.play.play_screen import PlayScreen
from arena.app.screens.settings import SettingsPage, SettingsScreen
from arena.app.services import Services
from arena.app.sound.captions import ASIDE, MOST, QUIET_TICKS, SHOWN_TICKS, Captions
from arena.app.sound.cues import Cue
from arena.app.sound.effects import Sound
from arena.app.storage.settings import Settings, load_settings, save_settings
from arena.catalogue import kinds
from arena.game.match import Match
from arena.sim.tables.commands import Button
from arena.view.frame import Frame
from arena.view.overlay.overlay import DART, Overlay
from arena.view.palette import load_palette, ship_colors
from tests.app.fakes import Bare, press, screen_of, services_for

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


class Visitor:
    """Somebody in the settings."""

    def __init__(self) -> None:
        self.services = services_for()
        self.services.go(SettingsScreen(self.services, Bare(self.services)))

    @property
    def page(self) -> SettingsPage:
        return screen_of(self.services, SettingsPage)

    def click(self, label: str, share: float = 0.5) -> None:
        """Click a line, so far along it."""
        width, height = self.page.canvas
        left, bottom, wide, high = self.page.menu.boxes(self.page.place(width))[label]
        x, y = left + share * wide, bottom + high / 2
        self.services.devices.point(x * 720 / height, y * 720 / height)
        press(self.services, "mouse:LEFT")

    def take(self, device: str, sources: dict[str, str], label: str, then: str = "accept") -> None:
        """Go down to a line and press something."""
        labels = [item.label for item in self.page.menu.items]
        steps = (labels.index(label) - self.page.menu.selected) % len(labels)
        press(self.services, *[sources["down"]] * steps, sources[then], device=device)


@pytest.fixture
def visitor() -> Visitor:
    return Visitor()


@pytest.mark.parametrize("setting", COMFORT)
@pytest.mark.parametrize("hands", ["keys", "pad", "mouse"])
def test_each_device_alone_finds_and_changes_each(setting: str, hands: str, visitor: Visitor) -> None:
    page, label, way, value = COMFORT[setting]
    before = getattr(visitor.services.settings, setting)
    if hands == "mouse":
        visitor.click(page)
        visitor.click(label, 0.8)
        assert getattr(visitor.services.settings, setting) != before
        visitor.click("Back")
    else:
        device, sources = (KEYBOARD, KEYS) if hands == "keys" else (visitor.services.devices.connect(), PAD)
        visitor.take(device, sources, page)
        visitor.take(device, sources, label, way)
        changed = getattr(visitor.services.settings, setting)
        assert changed == (pytest.approx(value) if isinstance(value, float) else value)
        visitor.take(device, sources, "Back")
    assert isinstance(visitor.page, SettingsScreen)


def test_all_of_them_are_kept(tmp_path: Path) -> None:
    chosen = Settings(fire="auto", aim_assist="full", game_speed=0.55, ui_scale=1.75, captions=True)
    assert save_settings(chosen, tmp_path / "settings.toml") == ""
    assert load_settings(tmp_path / "settings.toml") == (chosen, "")


@pytest.mark.parametrize(
    "line",
    [
        '[comfort]\nfire = "never"', "[comfort]\naim_assist = 1", "[comfort]\ngame_speed = 0.4",
        "[comfort]\ngame_speed = 1.1", "[video]\nui_scale = 3", "[audio]\ncaptions = 1",
    ],
)  # fmt: skip
def test_a_value_that_cannot_be_is_told_and_not_used(line: str, tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(line, encoding="utf-8")
    settings, problem = load_settings(path)
    assert settings == Settings() and problem.startswith("Settings: line 2: ") and "not allowed" in problem


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
    for end in (lambda: fire_of(controls, 1, toggle=False) == [False], controls.release_all):
        controls.press("mouse:LEFT")
        controls.release("mouse:LEFT")
        assert fire_of(controls, 1, toggle=True) == [True]
        assert end() in (True, None), "it ends with the setting and with the focus"
        assert fire_of(controls, 1, toggle=True) == [False]


@pytest.fixture
def play(services: Services) -> Iterator[PlayScreen]:
    """A game of one player."""
    with closing(PlayScreen(services, Match(seed=3, workers=1))) as made:
        yield made


def view_of(play: PlayScreen, now: float = 0.0) -> Frame:
    return play.session.build(now, (640, 360)).views[0]


def test_help_with_aim_and_fire_is_asked_for_when_the_command_is_made(play: PlayScreen) -> None:
    services, world = services_for(), play.match.world
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


def cue(sound: Sound, pan: float = 0.0, kind: int | None = None, many: bool = False) -> Cue:
    return Cue(sound, 0.5, pan, 5, kind=kind, many=many)


def test_sounds_that_warn_are_written_for_a_while_and_others_never() -> None:
    captions = Captions()
    captions.note([cue(Sound.SHOT), cue(Sound.LOW_SHIELD, -0.8)])
    for _ in range(SHOWN_TICKS - 1):
        assert captions.texts == ("shield is low",)
        captions.note([])
    assert captions.texts == ("shield is low",)
    captions.note([])
    assert captions.texts == ()
    captions.note([cue(Sound.LANDING), cue(Sound.BOSS_STAGE), cue(Sound.PLAYER_KILLED)])
    assert len(captions.texts) == MOST and "something about to land" not in captions.texts, "the latest"


def test_a_caption_names_who_lands_once_for_each_group() -> None:
    captions, drone, carrier = Captions(), kinds.DRONE.number, kinds.CARRIER.number
    quiet = QUIET_TICKS[Sound.LANDING]
    captions.note([cue(Sound.LANDING, kind=drone, many=True), cue(Sound.LANDING, kind=carrier)])
    assert captions.texts == ("drones about to land", "a carrier about to land")
    for _ in range(SHOWN_TICKS + quiet):
        captions.note([cue(Sound.LANDING, kind=drone)])
    assert captions.texts == (), "they still fall"
    for _ in range(quiet - 1):
        captions.note([])
    captions.note([cue(Sound.LANDING, kind=drone)])
    assert captions.texts == ("a drone about to land",), "the next group"


def test_a_hit_names_who_dealt_it_until_the_player_cannot_be_hurt() -> None:
    captions = Captions()
    captions.note([cue(Sound.HURT, kind=kinds.GUNNER.number)])
    assert captions.texts == ("hit by a gunner",)
    captions.note([cue(Sound.LOW_SHIELD)], safe=True)
    assert captions.texts == ("shield is low",)


@pytest.mark.parametrize(("pan", "side"), [(0.8, 1), (-0.8, -1), (ASIDE, 0), (-0.1, 0)])
def test_a_caption_points_to_the_side_that_its_sound_comes_from(pan: float, side: int) -> None:
    captions, overlay = Captions(), Overlay(16 / 9)
    captions.note([cue(Sound.LANDING, pan, kinds.GUNNER.number)])
    captions.draw(overlay, palette := load_palette("terra"))
    rows = overlay.instances()
    darts = rows[rows["shape"] == DART]
    assert darts["turn"].tolist() == pytest.approx([side * math.pi / 2] * abs(side))
    assert (np.sign(darts["place"][:, 0] - overlay.width / 2) == side).all()
    assert np.allclose(darts["color"][:, :3], ship_colors(palette)[kinds.GUNNER.number])


@pytest.mark.parametrize("wanted", [False, True])
def test_a_game_shows_captions_only_where_they_are_wanted(wanted: bool, play: PlayScreen) -> None:
    play.services.settings.captions, rows = wanted, list[int]()
    for pan in (0.9, 0.0):  # with an arrow and without
        play.session.captions = Captions()
        play.session.captions.note([cue(Sound.LANDING, pan)])
        rows.append(len(play.build(0.0, (1280, 720)).overlay.rows()))
    assert rows[0] - rows[1] == int(wanted)


def test_other_colours_are_worn_at_once(services: Services) -> None:
    with closing(PlayScreen(services, Match(players=2, seed=3, workers=1))) as play:
        plain = view_of(play).palette
        services.settings.colors = "tritanopia"
        assert plain == load_palette("terra")
        assert view_of(play, 0.1).palette == load_palette("terra", "tritanopia")
        assert all(player.viewer.settings.colors == "tritanopia" for player in play.session.players)


def test_reduced_motion_holds_camera_and_lattice_still(play: PlayScreen, services: Services) -> None:
    services.settings.reduced_motion = True
    heights = list[float]()
    for tick in range(120):
        play.session.tick()
        if tick == 60:
            play.match.world.place_boss((0.0, 1.0, 0.0))
        frame = view_of(play, tick / 60)
        assert len(frame.shocks) == 0
        heights.append(float(np.linalg.norm(frame.camera.eye)))
    assert max(heights) - min(heights) < 0.01
    services.settings.reduced_motion = False
    moved = [view_of(play, 3.0 + k / 60).camera.eye for k in range(60)]
    assert np.ptp(np.linalg.norm(moved, axis=1)) > 0.1


def test_reduced_motion_stops_no_time(play: PlayScreen, services: Services) -> None:
    seen = list[object]()
    session: Any = play.session
    session.impact = SimpleNamespace(observe=lambda *told: seen.append(told))
    for still, count in ((True, 0), (False, 1)):
        services.settings.reduced_motion = still
        session.tick()
        assert len(seen) == count


def test_high_contrast_darkens_the_ground(play: PlayScreen, services: Services) -> None:
    plain = view_of(play).calm
    services.settings.high_contrast = True
    assert 1.0 - view_of(play, 0.1).calm < 0.5 * (1.0 - plain) < 0.5, "half the light is left, or less"
    backdrop = play.session.build_backdrop(0.2, (640, 360)).views[0]
    assert backdrop.calm < plain, "nobody has to see a threat there"
