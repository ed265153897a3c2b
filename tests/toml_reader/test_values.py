"""Values of files: their bounds, which belong to them, and what they are called in a schema."""

from typing import Any

import pytest

from arena.toml_reader.values import Choice, RealNumber, Several, Switch, Text, Value, Whole, choice


@pytest.mark.parametrize(
    ("kind", "allowed", "refused"),
    [
        (Text(5, 2), ["ab", "abcde", "é b"], ["a", "abcdef", "a\nb", "ab\x1b", 3, None]),
        (Whole(1, 9), [1, 9], [0, 10, 1.0, True, "1"]),
        (RealNumber(0.5, 2), [0.5, 2, 1.25], [0.4, 2.1, True, "1", float("nan"), float("inf")]),
        (Switch(), [True, False], [0, 1, "true"]),
        (choice(("a", 1)), ["a", 1], ["b", 2, True, [], {}]),
        (Several(Switch(), 1, 2), [], [[], [True] * 3, True, [True, 1]]),
    ],
)
def test_a_value_is_read_within_its_bounds(kind: Value, allowed: list[Any], refused: list[Any]) -> None:
    for value in allowed:
        assert kind.read(value) == value
    for value in refused:
        with pytest.raises(ValueError, match=r"is not allowed; .*write "):
            kind.read(value)


def test_a_list_is_read_item_by_item() -> None:
    assert Several(Choice({"a": 1, "b": 2}), 1, 2).read(["b", "a"]) == (2, 1)


def test_a_word_that_is_not_known_is_told_with_the_one_that_was_meant() -> None:
    with pytest.raises(
        ValueError, match=r'^"holt" is not allowed; perhaps "hold" is meant; write one of "hold", 3$'
    ):
        Choice({"hold": 1, 3: 2}).read("holt")


def test_only_words_have_a_type_in_a_schema() -> None:
    assert choice(("a", "b")).json == {"type": "string", "enum": ["a", "b"]}
    assert choice(("a", 1)).json == {"enum": ["a", 1]}
