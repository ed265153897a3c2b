"""Level files, shipped and named ones. The game itself reads no files."""

from pathlib import Path
from typing import NamedTuple

from arena import resources
from arena.app.storage import files
from arena.game.levels import Level, LevelError, parse_level
from arena.game.levels.schema import LEVEL_BYTES, WORLDS
from arena.game.mode import Request, Setup
from arena.game.modes import MODES
from arena.game.modes.campaign import Campaign
from arena.game.replays.writer import ReplayHeader
from arena.toml_reader.problems import TomlError
from arena.toml_reader.reader import decode

FOLDER = "assets/levels"
SHOWN = 8
"""Number of hexadecimal digits of a level's hash on display."""


class LevelFile(NamedTuple):
    """A level and its text."""

    path: Path
    text: str
    level: Level


def load_level(path: Path) -> LevelFile:
    """Read and check a level file.

    Raises:
        LevelError: it is no level.
        OSError: it cannot be read.
    """
    text = read_text(path)
    return LevelFile(path, text, parse_level(text, str(path)))


def read_text(path: Path) -> str:
    """Text of a level file.

    Raises:
        LevelError: it is too long for a level, or not UTF-8.
        OSError: it cannot be read.
    """
    data, _ = files.read_start(path, LEVEL_BYTES + 1)
    try:
        return decode(data, LEVEL_BYTES, str(path))
    except TomlError as error:
        raise LevelError(str(path), error.problems) from None


def world_path(world: int) -> Path:
    """Path of the shipped level of a world, from 1.

    Raises:
        FileNotFoundError: it is missing.
    """
    return resources.path(f"{FOLDER}/world{world}.toml")


def is_world_file(path: Path) -> bool:
    """Return whether a file is a shipped one, which is never written."""
    return path.resolve().parent == world_path(1).resolve().parent


def load_world(world: int) -> LevelFile:
    """Load the shipped level of a world, from 1."""
    return load_level(world_path(world))


def load_worlds() -> list[LevelFile]:
    """Load all shipped levels, in their order."""
    return [load_world(world) for world in range(1, WORLDS + 1)]


def is_shipped(text: str) -> bool:
    """Return whether a text is a shipped world's level; only those unlock worlds."""
    try:
        return any(world.text == text for world in load_worlds())
    except (OSError, LevelError):
        return False


def campaign_setup(file: LevelFile, seed: int, players: int = 1, difficulty: str = "normal") -> Setup:
    """Setup of a campaign match on a level."""
    return Campaign.setup_for(Request(seed, players, difficulty, file.text))


def refuse_other_level(header: ReplayHeader, other: LevelFile | None = None) -> str:
    """Reason why a replay does not belong to a level file; empty if it does.

    Args:
        header: of the replay.
        other: the file that it should be of; None: the shipped level with the name of the replay's own.
    """
    if not MODES[header.mode].spec.needs_level:
        return "" if other is None else f"the replay is of {header.mode}, not of a level; leave --level out"
    try:
        level = parse_level(header.level, "the replay's level")
    except LevelError as problem:
        return str(problem)
    if other is None:
        other = next((world for world in load_worlds() if world.level.name == level.name), None)
    if other is None or other.text == header.level:
        return ""
    theirs, ours = (Setup(level=text).level_hash.hex()[:SHOWN] for text in (header.level, other.text))
    return (
        f"the replay was played on another level {level.name!r} (hash {theirs}) than {other.path.name}"
        f" (hash {ours}): it is refused"
    )
