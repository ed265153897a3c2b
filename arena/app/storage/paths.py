"""Paths of the player's own files."""

from pathlib import Path

import platformdirs

APP = "arena"


def settings_file() -> Path:
    """Path of the settings in the user's configuration folder."""
    return Path(platformdirs.user_config_dir(APP, appauthor=False)) / "settings.toml"


def mappings_file() -> Path:
    """Path of the player's own gamepad mappings, beside the settings."""
    return settings_file().with_name("gamecontrollerdb.txt")


def scores_file() -> Path:
    """Path of the score table in the user's data folder."""
    return Path(platformdirs.user_data_dir(APP, appauthor=False)) / "scores.sqlite3"


def progress_file() -> Path:
    """Path of the campaign progress in the user's data folder."""
    return Path(platformdirs.user_data_dir(APP, appauthor=False)) / "progress.toml"


def replays_folder() -> Path:
    """Folder of recordings in the user's data folder."""
    return Path(platformdirs.user_data_dir(APP, appauthor=False)) / "replays"


def levels_folder() -> Path:
    """Folder of the player's levels in the user's data folder."""
    return Path(platformdirs.user_data_dir(APP, appauthor=False)) / "levels"


def pictures_folder() -> Path:
    """Folder of screen pictures within the user's pictures."""
    return Path(platformdirs.user_pictures_dir()) / "Arena"
