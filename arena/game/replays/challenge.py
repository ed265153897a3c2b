"""Challenge codes: a game in one short line that somebody types, pastes or reads out.

The app writes one where a game ends and beside each row of a score table, and reads one where a game is
chosen; so does `arena play --challenge`. A code holds mode, level, seed or trial, difficulty and hull, and
fifteen bits that tell release, rules and level apart: whoever takes it up flies the very same game, or is
told that it cannot be. The number of players is free; all fly the hull.

Letters are Crockford's base 32 (https://www.crockford.com/base32.html): no I, L, O or U, in either case. The
first two are a mark and the number of the format, the next six hold what has a fixed length, then come those
of the seed, the last three are a checksum. Codes of the first format began with the mode, of which none had
the mark's number.
"""

import hashlib
from typing import NamedTuple

import arena
from arena.catalogue.hulls import HULLS, STANDARD
from arena.game.levels.schema import WORLDS
from arena.game.mode import SEED_LIMIT, Mode, Setup
from arena.game.mode_spec import CODES
from arena.game.modes import MODES
from arena.game.rules import DIFFICULTIES, rules_hash

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LOOKALIKES = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})
GROUP = 4
"""Letters between two hyphens."""
CODE_LETTERS_MAX = 40
"""Limit of a text that may be a code, hyphens and blanks included; the longest seed makes 26."""

OWN_LEVEL = 7
"""Number of a level file that is not shipped, instead of a world's."""

MARK, FORMAT = ALPHABET[CODES], ALPHABET[2]
"""First letter of a code, and the second."""

# Lengths in bits, and of what follows in letters of five.
DIFFICULTY_BITS, MODE_BITS, WORLD_BITS, HULL_BITS, TELL_BITS = 2, 5, 3, 5, 15
BITS = (MODE_BITS, DIFFICULTY_BITS, WORLD_BITS, HULL_BITS, TELL_BITS)
HEAD, CHECK = 8, 3


class ChallengeError(ValueError):
    """Refusal of a text that is no code, or a code of another release; the message is one line."""


class Challenge(NamedTuple):
    """Content of a code."""

    mode: str
    difficulty: str
    number: int  # the seed, or what the mode has instead
    world: int  # from 1; `OWN_LEVEL` for a file; 0 where the mode has none
    hull: str  # of all players
    tell: int  # of release, rules and level

    def setup(self, level: str = "", players: int = 1) -> Setup:
        """Setup of a match of the code.

        Args:
            level: text of the level, where the mode needs one.
            players: number of players.

        Raises:
            ChallengeError: it was made by another release, or of another level.
        """
        mode = MODES[self.mode]
        text = level if self.world else ""
        request = mode.request_of_code(self.number)._replace(
            players=players, difficulty=self.difficulty, level=text, hulls=(self.hull,) * players
        )
        try:
            setup = mode.setup_for(request)
        except ValueError as problem:
            raise ChallengeError(f"the challenge code is of a game that cannot be: {problem}") from problem
        if _tell(setup.level) != self.tell:
            what = "another level file, or another" if self.world == OWN_LEVEL else "another"
            raise ChallengeError(f"the code is of {what} release of Arena than {arena.__version__} here")
        return setup


def challenge_code(setup: Setup, world: int = 0) -> str | None:
    """Write the code of a game; None: its mode makes none.

    Args:
        setup: of the game.
        world: of the campaign, from 1; 0 where its level is not a shipped one.
    """
    mode = MODES.get(setup.mode)
    if mode is None or mode.spec.code is None:
        return None
    head = 0
    values = (
        mode.spec.code,
        list(DIFFICULTIES).index(setup.difficulty),
        (world or OWN_LEVEL) if mode.spec.needs_level else 0,
        HULLS.named(_hull(mode, setup)).number,
        _tell(setup.level),
    )
    for value, bits in zip(values, BITS, strict=True):
        head = head << bits | value
    packed = _letters(head).rjust(HEAD - 2, ALPHABET[0])
    body = MARK + FORMAT + packed + _letters(mode.code_number(setup))
    code = body + _check(body)
    return "-".join(code[start : start + GROUP] for start in range(0, len(code), GROUP))


def read_code(text: str) -> Challenge:
    """Parse a typed code: hyphens, blanks and the case of letters do not matter.

    Raises:
        ChallengeError: the text is no code.
    """
    if len(text) > CODE_LETTERS_MAX:
        raise ChallengeError(f"a challenge code has at most {CODE_LETTERS_MAX} letters")
    code = text.upper().translate(LOOKALIKES)
    if strange := next((letter for letter in code if letter not in ALPHABET), ""):
        raise ChallengeError(f"a challenge code has no letter {strange!r}")
    if len(code) <= CHECK + 1:
        raise ChallengeError("that is too short for a challenge code")
    body, check = code[:-CHECK], code[-CHECK:]
    if _check(body) != check:
        raise ChallengeError("a letter of the challenge code is wrong or missing")
    if body[0] != MARK:
        raise ChallengeError("the challenge code is of an older release of Arena: it has another format")
    if len(code) <= HEAD + CHECK:
        raise ChallengeError("that is too short for a challenge code")
    if body[1] != FORMAT:
        raise ChallengeError("the challenge code is of a newer release of Arena: it has another format")
    return _parse(_number(body[2:HEAD]), _number(body[HEAD:]))


def _hull(mode: type[Mode], setup: Setup) -> str:
    """Hull that a code names: the first player's, where players choose it."""
    return setup.hulls[0] if setup.hulls and "hull" in mode.spec.flags else STANDARD.name


def _parse(head: int, number: int) -> Challenge:
    """Unpack a code whose checksum matches; hand-made ones are checked like any."""
    fields = list[int]()
    for bits in reversed(BITS):
        fields.append(head & ((1 << bits) - 1))
        head >>= bits
    tell, hull, world, difficulty, code = fields
    mode = next((mode for mode in MODES.values() if mode.spec.code == code), None)
    if (
        mode is None
        or difficulty >= len(DIFFICULTIES)
        or hull not in HULLS
        or not _is_game(mode, world, number)
    ):
        raise ChallengeError("the challenge code is of a game that this release does not have")
    return Challenge(mode.spec.name, list(DIFFICULTIES)[difficulty], number, world, HULLS[hull].name, tell)


def _is_game(mode: type[Mode], world: int, number: int) -> bool:
    """Return whether a mode has a game with that number, on that world."""
    try:
        mode.request_of_code(number)
    except ValueError:
        return False
    worlds = (*range(1, WORLDS + 1), OWN_LEVEL) if mode.spec.needs_level else (0,)
    return number < SEED_LIMIT and world in worlds


def _tell(level: str) -> int:
    """Fifteen bits of a hash of rules, release and level."""
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
