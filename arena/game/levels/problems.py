"""`LevelError`: refusal of a text that is no level."""

from arena.toml_reader.problems import Problem, TomlError, shorten

__all__ = ["LevelError", "Problem", "shorten"]


class LevelError(TomlError):
    """Refusal of a text that is no level; `problems` holds all its mistakes, in the order of the lines."""
