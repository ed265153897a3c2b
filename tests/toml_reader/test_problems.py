"""Words of problems: where they are, how long they may be, and how values are written in them."""

from typing import Any

import pytest

from arena.toml_reader.problems import Problem, TomlError, key_text, shorten, suggest, written


@pytest.mark.parametrize(
    ("text", "most", "told"),
    [
        ("", 40, ""),
        ("x" * 40, 40, "x" * 40),
        ("x" * 41, 40, "x" * 37 + "..."),
        ("x" * 5000, 40, "x" * 37 + "..."),
        ("abcdef", 5, "ab..."),
        ("abcde", 5, "abcde"),
        ("a\tb\nc\x1bd", 40, "a b c d"),
    ],
)
def test_a_text_is_one_line_of_so_many_characters(text: str, most: int, told: str) -> None:
    assert shorten(text, most) == told


def test_a_problem_has_a_line_and_a_key_unless_it_is_about_the_whole_file() -> None:
    whole, place = Problem(0, (), "is too long"), Problem(7, ("phase", 1, "group", 0, "kind"), "is missing")
    assert (whole.told_of("my.toml"), whole.key) == ("my.toml: is too long", "")
    assert place.told_of("my.toml") == "my.toml:7: phase[2].group[1].kind: is missing"
    error = TomlError("my.toml", [place, whole, Problem(3, ("a",), "is wrong")])
    assert str(error) == "my.toml: is too long (and 2 more)"
    assert [problem.line for problem in error.problems] == [0, 3, 7]
    assert str(TomlError("my.toml", [whole])) == "my.toml: is too long"


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ((), ""),
        (("a", "b"), "a.b"),
        (("a", 0, 2, "b"), "a[1][3].b"),
        ((4,), "[5]"),
        (("k" * 41,), "k" * 37 + "..."),
    ],
)
def test_a_path_counts_from_one(path: Any, told: str) -> None:
    assert key_text(path) == told


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (True, "true"), (False, "false"), ("a", '"a"'), ({"a": 1}, "a table"), ([1], "a list"), (1.5, "1.5"),
        (10**12, "1000000000000"), (-(10**12), "-1000000000000"), (None, "a NoneType"),
        (10**12 + 1, "a number with more than 12 digits"),
        (-(10**12) - 1, "a number with more than 12 digits"),
    ],
)  # fmt: skip
def test_a_value_is_written_as_in_a_file_and_never_long(value: object, told: str) -> None:
    assert written(value) == told


def test_a_word_that_is_alike_is_suggested() -> None:
    known = ("hold", "race", 3)
    assert suggest("holt", known) == 'perhaps "hold" is meant; '
    assert suggest("holt", known, lambda word: f"<{word}>") == "perhaps <hold> is meant; "
    assert suggest("zzz", known) == suggest(3, known) == suggest("x", ()) == ""
