"""Challenge codes: what is written is read again, and whatever else is typed is told what it is."""

import contextlib
import re
import string
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.app.storage.levels import load_world
from arena.catalogue.trials import TRIALS
from arena.game.mode import SEED_LIMIT, Setup
from arena.game.modes import MODES
from arena.game.modes.daily import daily_setup
from arena.game.modes.trial import trial_setup
from arena.game.replays import challenge
from arena.game.replays.challenge import (
    ALPHABET,
    CHECK,
    CODE_LETTERS_MAX,
    OWN_LEVEL,
    ChallengeError,
    challenge_code,
    read_code,
)
from arena.game.rules import DIFFICULTIES
from tests.modules import PAGES

difficulties = st.sampled_from(list(DIFFICULTIES))
seeds = st.integers(0, SEED_LIMIT - 1)


def code_of(setup: Setup, world: int = 0) -> str:
    code = challenge_code(setup, world)
    assert code is not None
    return code


@given(seeds, difficulties)
def test_a_code_is_the_game_it_was_made_of(seed: int, difficulty: str) -> None:
    setup = Setup("endless", seed, 1, difficulty)
    assert read_code(code_of(setup)).setup() == setup


@given(st.dates(date(1, 1, 1)), difficulties)
def test_a_game_of_a_day_is_that_of_its_date(day: date, difficulty: str) -> None:
    setup = daily_setup(day.isoformat(), 1, difficulty)
    assert read_code(code_of(setup)).setup() == setup


@given(seeds, st.sampled_from([1, 2, 3, 4, 5]))
def test_a_world_is_named_and_its_level_told_from_others(seed: int, world: int) -> None:
    setup = Setup("campaign", seed, 1, "hard", f"text {world}")
    challenge = read_code(code_of(setup, world))
    assert (challenge.world, challenge.setup(setup.level)) == (world, setup)
    with pytest.raises(ChallengeError, match="another release"):
        for other in ("another text", "a third"):  # fifteen bits: one in 32,768 is taken for it
            challenge.setup(other)


def test_a_level_of_ones_own_is_known_by_its_text() -> None:
    text = load_world(1).text
    challenge = read_code(code_of(Setup("campaign", 3, 1, "easy", text)))
    assert challenge.world == OWN_LEVEL and challenge.setup(text, 2).players == 2
    with pytest.raises(ChallengeError, match="another level file"):
        challenge.setup(text + "\n")


def test_codes_are_short_and_in_groups() -> None:
    assert len(code_of(Setup(seed=999_999))) == len("Z200-0000-YGFZ-XYZ")
    assert len(code_of(Setup(seed=SEED_LIMIT - 1))) <= CODE_LETTERS_MAX


def test_a_text_is_read_up_to_the_longest_that_may_be_a_code() -> None:
    code = code_of(Setup(seed=7))
    assert read_code(code.ljust(CODE_LETTERS_MAX)) == read_code(code)
    with pytest.raises(ChallengeError, match=f"at most {CODE_LETTERS_MAX} letters"):
        read_code(code.ljust(CODE_LETTERS_MAX + 1))


def test_another_release_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    code = code_of(Setup(seed=7))
    monkeypatch.setattr("arena.__version__", "9.9.9")
    with pytest.raises(ChallengeError, match=r"another release of Arena than 9\.9\.9"):
        read_code(code).setup()


@pytest.mark.parametrize("mode", ["practice", "lessons", "stress", "sandbox"])
def test_games_without_a_score_make_no_code(mode: str) -> None:
    assert challenge_code(Setup(mode)) is None


@given(seeds, st.data())
def test_hands_that_type_it_their_way_are_understood(seed: int, data: st.DataObject) -> None:
    code = code_of(Setup(seed=seed))
    typed = code.replace("0", data.draw(st.sampled_from("0oO"))).replace(
        "1", data.draw(st.sampled_from("1iIlL"))
    )
    typed = typed.replace("-", data.draw(st.sampled_from(["", " ", "-"])))
    assert read_code(data.draw(st.sampled_from([typed, typed.lower()]))) == read_code(code)


@given(seeds, st.data())
def test_one_wrong_letter_is_nearly_always_noticed(seed: int, data: st.DataObject) -> None:
    """Three letters of checksum let one of 32,768 pass: among single changes of a code, hardly one."""
    code = code_of(Setup(seed=seed)).replace("-", "")
    passed = 0
    for place in range(len(code)):
        other = data.draw(st.sampled_from([letter for letter in ALPHABET if letter != code[place]]))
        try:
            read_code(code[:place] + other + code[place + 1 :])
            passed += 1
        except ChallengeError:
            pass
    assert passed <= 1


@given(st.text(st.sampled_from(string.printable), max_size=60))
def test_anything_else_is_refused_in_one_line(text: str) -> None:
    try:
        read_code(text)
    except ChallengeError as error:
        assert "\n" not in str(error)


@given(st.integers(0, 32**6 - 1), st.integers(0, 32**14))
def test_whoever_makes_a_checksum_by_hand_is_answered(head: int, seed: int) -> None:
    from arena.game.replays import challenge

    packed = challenge._letters(head).rjust(challenge.HEAD - 2, "0")  # pyright: ignore[reportPrivateUsage]
    body = challenge.MARK + challenge.FORMAT + packed + challenge._letters(seed)  # pyright: ignore[reportPrivateUsage]
    code = body + challenge._check(body)  # pyright: ignore[reportPrivateUsage]
    assert len(code) >= CHECK
    with contextlib.suppress(ChallengeError):
        read_code(code).setup("some level")


def test_a_seed_beyond_the_last_is_refused_when_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not only when it is played: what the screen reads without an error, it offers."""
    monkeypatch.setattr(MODES["endless"], "code_number", lambda setup: SEED_LIMIT)
    code = code_of(Setup("endless"))
    with pytest.raises(ChallengeError, match="a game that this release does not have"):
        read_code(code)


def test_a_code_of_a_newer_format_is_called_newer() -> None:
    body = str(challenge_code(Setup("endless", 4711))).replace("-", "")[:-CHECK]
    newer = body[0] + ALPHABET[ALPHABET.index(body[1]) + 1] + body[2:]
    with pytest.raises(ChallengeError, match=r"^the challenge code is of a newer release"):
        read_code(newer + challenge._check(newer))  # pyright: ignore[reportPrivateUsage]


def test_the_code_in_readme_and_guide_is_of_this_release() -> None:
    """It changes with the release and with every number of the rules."""
    code = re.compile(r"\b[0-9A-Z]{4}(?:-[0-9A-Z]{1,4}){2,}\b")
    codes = {found for page in PAGES for found in code.findall(page.read_text(encoding="utf-8"))}
    renewed = challenge_code(Setup("endless", 4711))
    assert codes == {renewed}, f"the challenge code of README and guide is {renewed} now"
    assert read_code(str(renewed)).setup() == Setup("endless", 4711)


@pytest.mark.parametrize(
    ("code", "setup", "world"),
    [
        ("Z20G-0C1S-4K7A-NM", Setup("endless", 4711, 1, "hard"), 0),
        ("Z20G-1C1S-4K7Y-1E", Setup("endless", 4711, 1, "hard", hulls=("dart",)), 0),
        ("Z210-0C1S-Q022-XTG", daily_setup("2026-02-28", 1, "easy"), 0),
        ("Z238-0C1S-4K78-0W", Setup("tide", 4711), 0),
        ("Z248-0C1S-86YE", trial_setup(TRIALS[8]), 0),
        ("Z22C-0C1S-CYF1", Setup("campaign", 12, 1, "normal", "x"), 4),
        ("Z22F-0C1S-7ZZZ-ZZZZ-ZZZZ-ZFNT", Setup("campaign", SEED_LIMIT - 1, 1, "normal", "x"), 0),
    ],
)
def test_codes_that_people_wrote_down_lead_to_the_same_games(
    code: str, setup: Setup, world: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the second format, for one set of rules."""
    monkeypatch.setattr("arena.game.replays.challenge._tell", lambda level: 12_345)
    assert code_of(setup, world) == code
    assert read_code(code).setup(setup.level) == setup


@pytest.mark.parametrize("code", ["0GC1-S4K7-F9V", "10C1-SQ02-2H15", "2CC1-SC1S-T"])
def test_codes_of_the_first_format_are_older(code: str) -> None:
    with pytest.raises(ChallengeError, match="of an older release"):
        read_code(code)


def test_a_code_fixes_the_hull_of_all_who_fly_it() -> None:
    """It is that of the first player."""
    challenge = read_code(code_of(Setup("endless", 5, 2, hulls=("comet", "dart"))))
    assert challenge.setup(players=3).hulls == ("comet",) * 3


def test_a_difficulty_that_there_is_not_is_refused_when_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two bits have room for a fourth one."""
    with monkeypatch.context() as patched:
        patched.setattr("arena.game.replays.challenge.DIFFICULTIES", ["a", "b", "c", "normal"])
        code = code_of(Setup("endless", 7))
    with pytest.raises(ChallengeError, match="a game that this release does not have"):
        read_code(code)
