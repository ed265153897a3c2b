"""Nesting of TOML that is allowed, and the lines of keys."""

import pytest

from arena.toml_text import DEPTH_MAX, check_depth, locate_keys

MOST = "[" * DEPTH_MAX + "]" * DEPTH_MAX
DOTTED = ".".join("k" * DEPTH_MAX)


@pytest.mark.parametrize(
    "text",
    [
        "", f"a = {MOST}", f"a = {MOST}\n" * 9, f"{DOTTED} = 1\n" * 9, f"a = [{MOST[1:-1]}, {MOST[1:-1]}]",
        "a = " + "{b = " * DEPTH_MAX + "1" + "}" * DEPTH_MAX, f"a = '{MOST}{MOST}'",
        f"# {MOST}{MOST}{DOTTED}.k",
        f'a = """\n{"[" * 99}"""', "a = [\n" + "1.5, " * 99 + "]",
    ],
)  # fmt: skip
def test_as_deep_as_allowed(text: str) -> None:
    check_depth(text)


@pytest.mark.parametrize(
    "text",
    [
        f"a = [{MOST}]", f"{DOTTED}.k = 1", f"[{DOTTED}.k]", f"a = [[]]\nb = [{MOST}",
        "a = " + "{b = " * (DEPTH_MAX + 1),
        f"a = {'[' * 4}{'{b = ' * (DEPTH_MAX - 3)}", f"a = 1 # x\n{DOTTED}.k = 2", f"a = '' \nb = [{MOST}]",
    ],
)  # fmt: skip
def test_no_deeper(text: str) -> None:
    with pytest.raises(ValueError, match=f"^nested more than {DEPTH_MAX} deep$"):
        check_depth(text)


def test_tables_of_an_array_are_counted_from_zero_and_their_keys_belong_to_the_last() -> None:
    text = "[[a]]\nx = 1\n[[a.b]]\ny = 2\n[[a.b]]\n[a.b.c]\nz = 3\n[[a]]\nx = 4\n[d]\nx = 5\n"
    assert locate_keys(text) | {("a", 0): 1, ("a", 1): 8} == locate_keys(text)
    lines = locate_keys(text)
    assert (lines["a", 0, "x"], lines["a", 0, "b", 0, "y"], lines["a", 0, "b", 1]) == (2, 4, 5)
    assert (lines["a", 0, "b", 1, "c", "z"], lines["a", 1, "x"], lines["d", "x"]) == (7, 9, 11)
