"""What the player chose, kept as TOML. A file that cannot be used never stops the game."""

import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import tomli_w

from arena.app.input.bindings import Bindings, default_bindings, parse_bindings
from arena.app.input.profiles import Profiles, format_profiles, parse_profiles
from arena.app.storage import files, paths
from arena.app.storage.plain_text import one_line, plain_word
from arena.game.bots.aim_assist import AIM_CONES
from arena.game.rules import DIFFICULTIES
from arena.toml_text import check_depth
from arena.view.palette import COLOR_SETS, STANDARD

VERSION = 1
MAX_BYTES = 32_768
"""Every binding there can be, with a comment on each, and profiles of many pads take half of it."""

AUTO = "auto"
QUALITIES = (AUTO, "low", "medium", "high", "ultra")
"""`auto` is low where the processor has to draw, medium where a graphics card does."""

RENDER_SCALES = (AUTO, 1.0, 0.85, 0.7, 0.5)
"""Pixels of the scene drawn for each that is shown, along each axis; `auto` goes by a frame's time."""

FIRE_MODES = ("hold", "toggle", "auto")
"""`hold` fires while the button is down, `toggle` from press to press, `auto` also at what is ahead."""
AIM_STEPS = tuple(AIM_CONES)
SPEED_LEAST = 0.5
SCALE_MOST = 2.0


@dataclass
class Settings:
    """All settings; the fields of a table in the file carry the same names."""

    volume: float = 0.8  # of everything, 0 to 1
    effects: float = 1.0  # of sounds in the game, 0 to 1
    music: float = 0.8  # 0 to 1
    quality: str = "auto"  # one of QUALITIES
    render_scale: float | str = AUTO  # one of RENDER_SCALES
    fullscreen: bool = False
    colors: str = STANDARD  # one of COLOR_SETS
    high_contrast: bool = False  # whether what flies stands out from a darker ground
    reduced_motion: bool = False  # whether camera and lattice keep still
    flash_limit: bool = True  # whether flashes are kept rare and small
    shake: float = 1.0  # share of the camera shake, 0 to 1
    difficulty: str = "normal"  # one of DIFFICULTIES, of what the menus start
    fire: str = "hold"  # one of FIRE_MODES
    aim_assist: str = "off"  # one of AIM_STEPS
    game_speed: float = 1.0  # game time for each second of real time, 0.5 to 1
    ui_scale: float = 1.0  # size of letters and signs, 1 to 2
    captions: bool = False  # whether sounds that warn are written, too
    lessons_done: bool = False  # whether this player has flown, or skipped, the first flight
    bindings: Bindings = field(default_factory=default_bindings)
    pads: Profiles = field(default_factory=Profiles)
    """Of the kinds of gamepads for which something was changed."""


Reader = Callable[[object], float | str | bool]
"""Checks one value; a ValueError says what was expected."""


def _between(least: float, most: float) -> Reader:
    def read(value: object) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
            raise ValueError(f"expected a number from {least:g} to {most:g}")
        return float(value)

    return read


def _one_of(names: Iterable[str]) -> Reader:
    def read(value: object) -> str:
        if not isinstance(value, str) or value not in names:
            raise ValueError(f"expected one of {', '.join(names)}")
        return value

    return read


def _render_scale(value: object) -> float | str:
    if isinstance(value, str | float | int) and value is not True and value in RENDER_SCALES:
        return value if isinstance(value, str) else float(value)  # True equals 1.0
    raise ValueError(f"expected one of {', '.join(map(str, RENDER_SCALES))}")


def _switch(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("expected true or false")
    return value


_SHARE = _between(0.0, 1.0)
READERS: dict[str, dict[str, Reader]] = {
    "audio": {"volume": _SHARE, "effects": _SHARE, "music": _SHARE, "captions": _switch},
    "game": {"difficulty": _one_of(DIFFICULTIES), "lessons_done": _switch},
    "comfort": {
        "fire": _one_of(FIRE_MODES),
        "aim_assist": _one_of(AIM_STEPS),
        "game_speed": _between(SPEED_LEAST, 1.0),
    },
    "video": {
        "quality": _one_of(QUALITIES),
        "render_scale": _render_scale,
        "fullscreen": _switch,
        "colors": _one_of(COLOR_SETS),
        "high_contrast": _switch,
        "reduced_motion": _switch,
        "flash_limit": _switch,
        "shake": _SHARE,
        "ui_scale": _between(1.0, SCALE_MOST),
    },
}
"""Table in the file -> key -> how to check its value."""


def parse_settings(data: bytes) -> tuple[Settings, list[str]]:
    """Read a settings file.

    Returns:
        Settings, with the default for everything the file does not say or says wrongly, and what was wrong.
    """
    settings, problems = Settings(), list[str]()
    try:
        document = _parse_document(data)
    except ValueError as error:
        return settings, [one_line(str(error))]
    if "bindings" in document:
        settings.bindings, problems = parse_bindings(document.pop("bindings"))
    if "pads" in document:
        settings.pads, wrong = parse_profiles(document.pop("pads"))
        problems += wrong
    for name, table in document.items():
        readers = READERS.get(name)
        if readers is None or not isinstance(table, dict):
            problems.append(f"unknown key {plain_word(name)}")
            continue
        problems += _read_table(settings, name, table, readers)
    return settings, problems


def _parse_document(data: bytes) -> dict[str, object]:
    """Return the tables of a settings file that is small, flat and of this version; else a ValueError."""
    if len(data) > MAX_BYTES:
        raise ValueError(f"larger than {MAX_BYTES} bytes")
    text = data.decode("utf-8-sig")  # some editors on Windows begin every file with a byte order mark
    check_depth(text)
    document: dict[str, object] = tomllib.loads(text)
    version = document.pop("version", VERSION)
    if type(version) is not int or version != VERSION:
        raise ValueError(f"written by another version (format {plain_word(version)})")
    return document


def _read_table(
    settings: Settings,
    name: str,
    table: dict[str, object],
    readers: dict[str, Reader],
) -> list[str]:
    problems: list[str] = []
    for key, value in table.items():
        if key not in readers:
            problems.append(f"unknown key {name}.{plain_word(key)}")
            continue
        try:
            setattr(settings, key, readers[key](value))
        except ValueError as error:
            problems.append(f"{name}.{key}: {error}")
    return problems


def format_settings(settings: Settings) -> bytes:
    """Return the file that `parse_settings` reads back."""
    document: dict[str, object] = {"version": VERSION}
    for name, readers in READERS.items():
        document[name] = {key: getattr(settings, key) for key in readers}
    document["bindings"] = {str(action): list(sources) for action, sources in settings.bindings.items()}
    if settings.pads:
        document["pads"] = format_profiles(settings.pads)
    return tomli_w.dumps(document).encode("utf-8")


def load_settings(path: Path | None = None) -> tuple[Settings, str]:
    """Read the player's settings, and clear away what writers of them left that were killed.

    Returns:
        The settings, and a line for the player where the file was unusable (it is kept as `.bad`), or "".
    """
    path = path or paths.settings_file()
    target = files.follow_links(path)
    files.clear_leftovers(target.parent, target.name)
    seen = None
    try:
        data, seen = files.read_start(path, MAX_BYTES + 1)
        settings, problems = parse_settings(data)
    except FileNotFoundError:
        return Settings(), ""
    except files.NotAFileError as error:
        settings, problems = Settings(), [str(error.strerror)]
    except OSError as error:
        return Settings(), f"Settings not read: {error.strerror or error}"
    except Exception as error:  # whatever is in the file: the next start must not meet it again
        settings, problems = Settings(), [one_line(f"{type(error).__name__} {error}")]
    if not problems:
        return settings, ""
    aside = files.set_aside(path, seen)
    kept = f", kept as {aside.name}" if aside else ""
    return settings, f"Settings: {problems[0]}{kept}"


def save_settings(settings: Settings, path: Path | None = None) -> str:
    """Write the player's settings; return "" or a line that says why they were not saved."""
    return write_settings(format_settings(settings), path)


def write_settings(data: bytes, path: Path | None = None) -> str:
    """Write what `format_settings` returned; return "" or a line that says why that was not saved."""
    try:
        files.replace_file(path or paths.settings_file(), data)
    except OSError as error:
        return f"Settings not saved: {error.strerror or error}"
    return ""
