"""Levels as text: what one may say, how it is checked, and the plan that a mode plays.

`arena.game.levels.schema` describes levels once, as data. The parser, the documents about levels and the
editor read it. Nothing in here opens a file: text comes in, a frozen `Level` or a `LevelError` comes out.
"""

from arena.game.levels.parser import LevelError, parse_level
from arena.game.levels.plan import Level
from arena.toml_reader.problems import Problem

__all__ = ["Level", "LevelError", "Problem", "parse_level"]
