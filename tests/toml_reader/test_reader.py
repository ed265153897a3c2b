"""Readers: what is refused before anything is parsed, and the lines of problems."""

import pytest

from arena.toml_reader.problems import TomlError
from arena.toml_reader.reader import Reader, decode, read_toml


def refusal(text: str, bytes_max: int = 1000) -> TomlError:
    with pytest.raises(TomlError) as refused:
        read_toml(text, bytes_max, "my.toml")
    return refused.value


def test_a_file_is_as_long_as_allowed_and_no_longer() -> None:
    assert decode(b"a = 1", 5, "my.toml") == "a = 1"
    assert read_toml("a = 'é'", 8, "my.toml").document == {"a": "é"}, "counted in bytes"
    with pytest.raises(TomlError) as refused:
        decode(b"a = 12", 5, "my.toml")
    assert str(refused.value) == "my.toml: is longer than 5 bytes; shorten it"
    assert str(refusal("a = 'é'", 7)) == "my.toml: is longer than 7 bytes; shorten it"


def test_bytes_that_are_no_text_have_a_line() -> None:
    assert decode(b"\xef\xbb\xbfa = 1\r\nb = 2", 100, "my.toml") == "a = 1\nb = 2"
    for data, line in ((b"\xff", 1), (b"a = 1\nb = '\xff'\n", 2)):
        with pytest.raises(TomlError, match=rf"^my\.toml:{line}: is not UTF-8 here; save the file as UTF-8$"):
            decode(data, 100, "my.toml")


def test_an_error_of_syntax_has_its_line_and_the_last_key_before_it() -> None:
    (problem,) = refusal("a = 1\n[b]\nc = 2\nd = = 3\ne = 4\n").problems
    assert (problem.line, problem.path) == (4, ("b", "d"))
    assert problem.text == "no TOML: Invalid value; mend this line or the one before"
    (problem,) = refusal("a = 1\nb = [").problems
    assert problem.line == 2


def test_a_problem_has_the_line_of_its_key_or_of_what_is_around_it() -> None:
    reader = read_toml("a = 1\n[b]\nc = 2\n[[d]]\n[[d]]\ne = 3\n", 1000, "my.toml")
    for path in (("b", "c"), ("b", "x"), ("d", 1, "e"), ("d", 0, "y"), ("z",)):
        reader.refuse(path, "is wrong")
    assert [problem.line for problem in reader.problems] == [3, 2, 6, 4, 1]
    bare = Reader({})
    bare.refuse(("a",), "is wrong")
    assert bare.problems[0].line == 1
