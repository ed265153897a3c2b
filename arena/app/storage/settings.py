"""The player's settings, a row each: key, default, check, page, words, choices, and what applies it.

Menus, file and checks follow from the row. What applies it gets the open window and its graphics (`Applier`);
what is read where it is used (`services.settings`) needs nothing. A picture reads a setting from the field of
that name in `arena.view.settings.ViewSettings`, which holds its default; an element of the head-up display
reads it from there as well. tests/app/window/test_window_settings.py changes each of them in a window.
"""

from dataclasses import fields
from pathlib import Path
from typing import Any

import tomli_w

from arena.app.input.bindings import BINDINGS, Bindings, default_bindings
from arena.app.input.profiles import PADS, Profiles, format_profiles
from arena.app.storage import paths
from arena.app.storage.documents import VERSION, load_document, parse_document, save_document
from arena.app.storage.setting_row import (
    COMFORT,
    ELSEWHERE,
    PICTURE,
    SIGHT,
    SOUND,
    Setting,
    SettingRows,
)
from arena.game.bots.aim_assist import AIM_CONES
from arena.game.rules import DIFFICULTIES
from arena.toml_reader.problems import Problem, TomlError, in_order
from arena.toml_reader.shapes import Key, TableShape
from arena.toml_reader.values import RealNumber, Switch, choice
from arena.view.palette import COLOR_SETS
from arena.view.settings import ViewSettings

MAX_BYTES = 32_768
"""Every binding there can be, with a comment on each, and profiles of many pads take half of it."""

AUTO = "auto"
QUALITIES = (AUTO, "low", "medium", "high", "ultra")
"""``auto`` is low where the processor has to draw, medium where a graphics card does."""

RENDER_SCALES = (AUTO, 1.0, 0.85, 0.7, 0.5)
"""Pixels of the scene drawn for each that is shown, along each axis; ``auto`` goes by a frame's time."""

FRAME_CAPS = (AUTO, 30, 60, 120)
"""Most frames a second; ``auto`` draws what the display shows."""

MONITORS = (1, 2, 3, 4, 5, 6)
"""Screens by number, the main one first."""

FIRE_MODES = ("hold", "toggle", "auto")
"""``hold`` fires while the button is down, ``toggle`` from press to press, ``auto`` also at what is ahead."""
RETICLES = (0.0, 1.0, 1.5, 2.0, 3.0)
UI_SCALES = (1.0, 1.25, 1.5, 1.75, 2.0)
"""No slider: it would move away under the mouse that drags it."""

SHARE = RealNumber(0.0, 1.0)
OFF_ON = (("off", False), ("on", True))


def named(choices: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return choices whose words are their values."""
    return [(name, name) for name in choices]


def percentages(choices: tuple[float | str, ...]) -> list[tuple[str, Any]]:
    """Return choices of which the numbers are written as percentages."""
    return [(choice if isinstance(choice, str) else f"{choice:.0%}", choice) for choice in choices]


class Settings(SettingRows):
    """All settings. Add a new one as a row here, in the order of its table in the file and of its page."""

    volume = Setting(0.8, SHARE, "audio", SOUND, "Volume", "Loudness of everything")
    effects = Setting(1.0, SHARE, "audio", SOUND, "Effects", "Loudness of the sounds in the game")
    music = Setting(0.8, SHARE, "audio", SOUND, "Music", "Loudness of the music")
    captions = Setting(
        False, Switch(), "audio", SOUND, "Captions for sounds that warn",
        "Writes down each sound that warns, and its direction", OFF_ON,
    )  # fmt: skip
    difficulty = Setting(
        "normal", choice(DIFFICULTIES), "game", ELSEWHERE, "Difficulty",
        "How hard the games are that the menus begin", named(tuple(DIFFICULTIES)),
    )  # fmt: skip
    lessons_done = Setting(False, Switch(), "game", ELSEWHERE)
    """True once this player has flown, or skipped, the first flight."""
    fire = Setting(
        "hold", choice(FIRE_MODES), "comfort", COMFORT, "Fire",
        "Hold the button, press it to start and stop, or also fire by itself", named(FIRE_MODES),
    )  # fmt: skip
    aim_assist = Setting(
        "off", choice(AIM_CONES), "comfort", COMFORT, "Aim assist",
        "How far the aim turns towards an enemy", named(tuple(AIM_CONES)),
    )  # fmt: skip
    game_speed = Setting(
        1.0, RealNumber(0.5, 1.0), "comfort", COMFORT, "Game speed", "Game time for each second of real time"
    )
    quality = Setting(
        AUTO, choice(QUALITIES), "video", PICTURE, "Picture quality", "Detail of light, ground and ships",
        named(QUALITIES), lambda game, quality: game.graphics.set_quality(quality),
    )  # fmt: skip
    render_scale = Setting[float | str](
        AUTO, choice(RENDER_SCALES), "video", PICTURE, "Render scale",
        "Pixels drawn for each that is shown; auto keeps the frame rate", percentages(RENDER_SCALES),
    )  # fmt: skip
    fullscreen = Setting(
        False, Switch(), "video", PICTURE, "Fullscreen", "Fills the screen",
        OFF_ON, lambda game, fullscreen: game.window.set_fullscreen(fullscreen),
    )  # fmt: skip
    monitor = Setting(
        1, choice(MONITORS), "video", PICTURE, "Monitor", "The screen that a full picture fills",
        lambda game: [
            (f"{number}", number) for number in MONITORS if game is None or number in game.window.monitors
        ],
        lambda game, monitor: game.window.set_monitor(monitor),
    )  # fmt: skip
    vsync = Setting(
        True, Switch(), "video", PICTURE, "Vertical sync",
        "Waits for the screen, so that no picture is torn; without it, shots answer a little sooner",
        OFF_ON, lambda game, vsync: game.window.window.set_vsync(vsync),
    )  # fmt: skip
    colors = Setting(
        ViewSettings.colors, choice(COLOR_SETS), "video", SIGHT, "Colours",
        "Colours that are told apart with the eyes of each kind", named(COLOR_SETS),
    )  # fmt: skip
    high_contrast = Setting(
        ViewSettings.high_contrast, Switch(), "video", SIGHT, "High contrast",
        "Lines around all that flies, over darker ground", OFF_ON,
    )  # fmt: skip
    reduced_motion = Setting(
        ViewSettings.reduced_motion, Switch(), "video", SIGHT, "Reduced motion",
        "Keeps camera and lattice still", OFF_ON,
    )  # fmt: skip
    flash_limit = Setting(
        ViewSettings.flash_limit, Switch(), "video", SIGHT, "Flashes",
        "Without the limit they may harm photosensitive eyes",
        (("limited", True), ("all, unsafe", False)),
    )  # fmt: skip
    shake = Setting(
        ViewSettings.shake, SHARE, "video", SIGHT, "Camera shake", "How much hits shake the camera"
    )
    reticle = Setting(
        ViewSettings.reticle, choice(RETICLES), "video", SIGHT, "Aiming mark",
        "Size of the mark where your fire goes, and of the dots that lead there",
        [("hidden", 0.0), *percentages(RETICLES[1:])],
    )  # fmt: skip
    ui_scale = Setting(
        ViewSettings.ui_scale, RealNumber(1.0, 2.0), "video", PICTURE, "Size of letters",
        "Letters and signs grow as far as there is room", percentages(UI_SCALES),
    )  # fmt: skip

    frame_cap = Setting[int | str](
        AUTO, choice(FRAME_CAPS), "video", PICTURE, "Frames a second",
        "Fewer keep a machine cool and quiet", [(f"{cap}", cap) for cap in FRAME_CAPS],
    )  # fmt: skip
    frame_rate = Setting(
        False, Switch(), "video", PICTURE, "Show the frame rate",
        "Pictures a second, in a corner of the game", OFF_ON,
    )  # fmt: skip

    def __init__(self, bindings: Bindings | None = None, pads: Profiles | None = None, **values: Any) -> None:
        """Set some settings; the others have their defaults.

        Raises:
            TypeError: one is unknown.
            ValueError: its row refuses one.
        """
        super().__init__(values)
        self.bindings: Bindings = default_bindings() if bindings is None else bindings
        self.pads: Profiles = Profiles() if pads is None else pads
        """Of the kinds of gamepads for which something was changed."""

    def __eq__(self, other: object) -> bool:
        """Return whether both write the same file."""
        return isinstance(other, Settings) and self.document() == other.document()

    __hash__ = None  # pyright: ignore[reportAssignmentType]  they change

    def __repr__(self) -> str:
        return f"Settings({self.document()})"

    @property
    def view(self) -> ViewSettings:
        """Settings that the view reads: the rows of the same names."""
        return ViewSettings(**{field.name: getattr(self, field.name) for field in fields(ViewSettings)})

    def document(self) -> dict[str, Any]:
        """The tables of the file, in its order."""
        document: dict[str, Any] = {"version": VERSION}
        for key, row in self.rows.items():
            document.setdefault(row.table, {})[key] = getattr(self, key)
        document["bindings"] = {str(action): list(sources) for action, sources in self.bindings.items()}
        if self.pads:
            document["pads"] = format_profiles(self.pads)
        return document


def parse_settings(data: bytes) -> tuple[Settings, list[Problem]]:
    """Read a settings file.

    Returns:
        Settings, with the default for everything the file does not say or says wrongly, and what was wrong.
    """
    settings = Settings()
    try:
        reader = parse_document(data, MAX_BYTES, "settings", unversioned=VERSION)
    except TomlError as error:
        return settings, error.problems
    tables = reader.read(file_shape())
    settings.bindings |= tables.pop("bindings", {})
    settings.pads = tables.pop("pads", {})
    for values in tables.values():
        for key, value in values.items():
            setattr(settings, key, value)
    return settings, in_order(reader.problems)


def file_shape() -> TableShape:
    """Shape of the file: a table for each that rows name, and those of bindings and pads."""
    tables: dict[str, dict[str, Key]] = {}
    for key, row in Settings.rows.items():
        tables.setdefault(row.table, {})[key] = Key(row.help, row.check, row.default)
    shapes = {
        name: Key("", TableShape(f"[{name}]", "", dict, keys, partial=True), {})
        for name, keys in tables.items()
    }
    shapes |= {"bindings": Key("", BINDINGS, {}), "pads": Key("", PADS, {})}
    return TableShape("the file", "", dict, shapes, partial=True)


def format_settings(settings: Settings) -> bytes:
    """Return the file that `parse_settings` reads back."""
    return tomli_w.dumps(settings.document()).encode("utf-8")


def load_settings(path: Path | None = None) -> tuple[Settings, str]:
    """Read the player's settings, and remove staged files of killed writers.

    Returns:
        The settings, and lines for the player where the file was unusable (it is kept as `.bad`), or "".
    """
    return load_document(path or paths.settings_file(), MAX_BYTES, "Settings", parse_settings, Settings())


def save_settings(settings: Settings, path: Path | None = None) -> str:
    """Write the player's settings; return "" or a line that says why they were not saved."""
    return write_settings(format_settings(settings), path)


def write_settings(data: bytes, path: Path | None = None) -> str:
    """Write what `format_settings` returned; return "" or a line that says why that was not saved."""
    return save_document(path or paths.settings_file(), data, "Settings")
