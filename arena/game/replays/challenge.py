"""Challenge codes: a game in one short line that somebody types, pastes or reads out, as 0823-K4K7-P77.

The app writes one where a game ends and beside each row of a score table, and reads one where a game is
chosen; so does `arena play --challenge`. A code holds mode, level, seed and difficulty, and fifteen bits that
tell release, rules and level apart: whoever takes it up flies the very same game, or is told that it cannot
be. How many players take it up is theirs to choose.

Letters are Crockford's base 32 (https://www.crockford.com/base32.html): no I, L, O or U, in either case. Five
hold what has a fixed length, the next ones the seed, the last three a checksum.
"""

import hashlib
from typing import NamedTuple

import arena
from arena.game.levels.schema import WORLDS
from arena.game.mode import SEED_LIMIT, Setup
from arena.game.modes.campaign import Campaign
from arena.game.modes.daily import Daily, daily_setup
from arena.game.modes.endless import Endless
from arena.game.rules import DIFFICULTIES, rules_hash

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LOOKALIKES = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})
GROUP = 4
"""Letters between two hyphens."""
CODE_LETTERS_MAX = 40
"""Of what may be a code, hyphens and blanks included; the longest seed makes 26."""

MODES = (Endless.name, Daily.name, Campaign.name)
OWN_LEVEL = 7
"""Stands for a world where the level is a file that is not shipped."""
FORMAT = 0
YEARS, MONTHS, DAYS = 10_000, 12, 31

# Lengths in bits, and of what follows in letters of five.
DIFFICULTY_BITS, MODE_BITS, WORLD_BITS, TELL_BITS = 2, 2, 3, 15
HEAD, CHECK = 5, 3


class ChallengeError(ValueError):
    """No code, or not one for this release; the message is one line."""


class Challenge(NamedTuple):
    """What a code says."""

    mode: str
    difficulty: str
    seed: int
    world: int  # from 1; `OWN_LEVEL` for a file; 0 where the mode has none
    day: str  # as 2026-11-22, for a daily game; otherwise ""
    tell: int  # of release, rules and level

    def setup(self, level: str = "", players: int = 1) -> Setup:
        """What a match of it is made from.

        Args:
            level: text of the level, for the campaign.
            players: who take it up.

        Raises:
            ChallengeError: it was made by another release, or of another level.
        """
        setup = Setup(self.mode, self.seed, players, self.difficulty, level)
        if self.day:
            setup = daily_setup(self.day, players, self.difficulty)
        if _tell(setup.level) != self.tell:
            what = "another level file, or another" if self.world == OWN_LEVEL else "another"
            raise ChallengeError(f"the code is of {what} release of Arena than {arena.__version__} here")
        return setup


def challenge_code(setup: Setup, world: int = 0) -> str | None:
    """Write the code of a game; None: its mode makes none, because it has no score.

    Args:
        setup: what the game is made from.
        world: of the campaign, from 1; 0 where its level is not a shipped one.
    """
    if setup.mode not in MODES:
        return None
    head = FORMAT
    for value, bits in (
        (MODES.index(setup.mode), MODE_BITS),
        (list(DIFFICULTIES).index(setup.difficulty), DIFFICULTY_BITS),
        ((world or OWN_LEVEL) if setup.mode == Campaign.name else 0, WORLD_BITS),
        (_tell(setup.level), TELL_BITS),
    ):
        head = head << bits | value
    seed = _day_number(setup.level) if setup.mode == Daily.name else setup.seed
    body = _letters(head).rjust(HEAD, ALPHABET[0]) + _letters(seed)
    code = body + _check(body)
    return "-".join(code[start : start + GROUP] for start in range(0, len(code), GROUP))


def read_code(text: str) -> Challenge:
    """Read a code as somebody typed it: hyphens, blanks and the case of letters do not matter.

    Raises:
        ChallengeError: it is none.
    """
    if len(text) > CODE_LETTERS_MAX:
        raise ChallengeError(f"a challenge code has at most {CODE_LETTERS_MAX} letters")
    code = text.upper().translate(LOOKALIKES)
    if strange := next((letter for letter in code if letter not in ALPHABET), ""):
        raise ChallengeError(f"a challenge code has no letter {strange!r}")
    if len(code) <= HEAD + CHECK:
        raise ChallengeError("that is too short for a challenge code, such as 0823-K4K7-P77")
    body, check = code[:-CHECK], code[-CHECK:]
    if _check(body) != check:
        raise ChallengeError("a letter of the challenge code is wrong or missing")
    return _parse(_number(body[:HEAD]), _number(body[HEAD:]))


def _parse(head: int, seed: int) -> Challenge:
    """Take apart what a checksum has found whole; who made one by hand is answered all the same."""
    fields = list[int]()
    for bits in (TELL_BITS, WORLD_BITS, DIFFICULTY_BITS, MODE_BITS):
        fields.append(head & ((1 << bits) - 1))
        head >>= bits
    tell, world, difficulty, mode = fields
    known_world = world in (*range(1, WORLDS + 1), OWN_LEVEL)
    sound = head == FORMAT and mode < len(MODES) and difficulty < len(DIFFICULTIES) and seed < SEED_LIMIT
    day = ""
    if sound and MODES[mode] == Daily.name:
        sound = seed < YEARS * MONTHS * DAYS
        day = _day_of(seed) if sound else ""
    if not sound or (known_world if MODES[mode] != Campaign.name else not known_world):
        raise ChallengeError("the challenge code is of a game that this release does not have")
    return Challenge(MODES[mode], list(DIFFICULTIES)[difficulty], 0 if day else seed, world, day, tell)


def _day_number(day: str) -> int:
    """A date as a number; no calendar is needed where every month may have `DAYS`."""
    year, month, day_of_month = map(int, day.split("-"))
    return (year * MONTHS + month - 1) * DAYS + day_of_month - 1


def _day_of(number: int) -> str:
    months, day_of_month = divmod(number, DAYS)
    return f"{months // MONTHS:04d}-{months % MONTHS + 1:02d}-{day_of_month + 1:02d}"


def _tell(level: str) -> int:
    """Fifteen bits that are others for other rules, another release or another level."""
    said = arena.__version__.encode() + b"\0" + rules_hash() + level.encode()
    return int.from_bytes(hashlib.blake2b(said, digest_size=8).digest(), "little") % (1 << TELL_BITS)


def _check(body: str) -> str:
    number = int.from_bytes(hashlib.blake2b(body.encode(), digest_size=8).digest(), "little")
    return _letters(number % 32**CHECK).rjust(CHECK, ALPHABET[0])


def _letters(number: int) -> str:
    letters = ""
    while number or not letters:
        number, rest = divmod(number, 32)
        letters = ALPHABET[rest] + letters
    return letters


def _number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = 32 * number + ALPHABET.index(letter)
    return number
