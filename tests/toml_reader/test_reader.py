"""Readers: what is refused before anything is parsed, and the lines of problems."""

import pytest

from arena.toml_reader.problems import TomlError
from arena.toml_reader.reader import Reader, decode, read_toml
from arena.toml_reader.shapes import Key, Shapes, TableShape, Variants
from arena.toml_reader.values import Text, Whole


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


PART = TableShape(
    "part", "a part", dict, {"size": Key("its size", Whole(1, 9)), "name": Key("a name", Text(9), "x")}
)
SHAPE = TableShape(
    "whole", "all", dict,
    {
        "one": Key("a part of a kind", Variants("one", "one of several", {"part": PART})),
        "few": Key("parts", Shapes(PART, 1, 2)),
    },
)  # fmt: skip


def problems(text: str) -> list[tuple[int, str]]:
    reader = read_toml(text, 1000, "my.toml")
    reader.read(SHAPE)
    return [(problem.line, problem.told) for problem in reader.problems]


def test_a_document_is_read_by_its_shape_and_defaults_stand_for_what_is_left_out() -> None:
    reader = read_toml("one = {kind = 'part', size = 3}\n[[few]]\nsize = 9\nname = 'b'\n", 1000, "my.toml")
    assert reader.read(SHAPE) == {"one": {"size": 3, "name": "x"}, "few": ({"size": 9, "name": "b"},)}
    assert reader.problems == []
    assert PART.keys["size"].required and not PART.keys["name"].required


def test_each_problem_of_a_document_is_told() -> None:
    few = "[[few]]\nsize = 1\n"
    kinds = 'write one of "part"'
    assert problems(f"one = {{kind = 'parts', size = 1}}\n{few}") == [
        (1, f'one.kind: "parts" is not allowed; perhaps "part" is meant; {kinds}')
    ]
    assert problems(f"one = {{size = 1}}\n{few}") == [(1, f"one.kind: is missing; {kinds}")]
    assert [line for line, _ in problems(f"one = 3\n{few}")] == [1]
    assert problems(f"one = {{kind = 'part'}}\n{few}") == [
        (1, "one.size: is missing; write " + PART.keys["size"].words + ": its size")
    ]
    ((line, told),) = problems("one = {kind = 'part', size = 1}\n" + few * 3)
    assert told == "few: there are 3; write 1 to 2 tables under [[few]]" and line > 0
