"""Writer of levels: its text is read back as the same document, and as the same plan."""

import random
import tomllib

import pytest

from arena.app.storage.levels import load_worlds
from arena.game.levels import LevelError, parse_level
from arena.game.levels.writer import format_level
from tests.game.levels.broken import WHOLE
from tests.game.levels.random_levels import random_level


@pytest.mark.parametrize("world", range(5))
def test_the_shipped_worlds_come_back_as_they_were(world: int) -> None:
    file = load_worlds()[world]
    assert parse_level(format_level(tomllib.loads(file.text))) == file.level


def test_every_key_of_the_schema_comes_back() -> None:
    assert parse_level(format_level(tomllib.loads(WHOLE))) == parse_level(WHOLE)


def test_random_documents_come_back_to_the_bit_whether_they_are_levels_or_not() -> None:
    read = 0
    for seed in range(300):
        document = random_level(random.Random(seed))
        text = format_level(document)
        again = tomllib.loads(text)
        assert again == document, seed
        assert format_level(again) == text, seed
        try:
            read += bool(parse_level(text).phase)
        except LevelError as refused:
            assert all(found.path for found in refused.problems), (seed, refused.lines())
    assert read > 5, "chance makes hardly any level that is one"


def test_what_no_schema_knows_is_not_written() -> None:
    with pytest.raises(ValueError, match="no key 'zones'"):
        format_level({"name": "x", "zones": []})
    with pytest.raises(ValueError, match="cannot hold a set"):
        format_level({"name": {1}})


@pytest.mark.parametrize("letter", ["\n", "\x7f", "\u2028", "\U000e0041", "\U0001f680"])
def test_a_letter_that_is_not_printed_comes_back_from_its_escape(letter: str) -> None:
    text = format_level({"name": f"a{letter}7"})
    assert text.count("\n") == 1 and tomllib.loads(text) == {"name": f"a{letter}7"}


def test_a_text_cannot_break_out_of_its_quotes() -> None:
    name = 'a"\nworld = 9 # \\'
    assert tomllib.loads(format_level({"name": name, "world": 1})) == {"name": name, "world": 1}
