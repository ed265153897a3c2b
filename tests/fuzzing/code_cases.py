"""Challenge codes as nobody should type them: what the parser makes of each."""

import random

from arena.catalogue.hulls import HULLS
from arena.game.levels.schema import WORLDS
from arena.game.mode import Setup
from arena.game.mode_spec import CODES
from arena.game.replays import challenge
from arena.game.replays.challenge import ALPHABET, FORMAT, MARK, ChallengeError, challenge_code, read_code
from tests.fuzzing.text_mutations import damage, one_line

CODES_OF_GAMES = tuple(
    code
    for setup in (Setup("endless", 7), Setup("endless", 2**62, difficulty="hard"), Setup("tide", 0))
    if (code := challenge_code(setup)) is not None
)


def mutate(chance: random.Random) -> bytes:
    """Return a code of a game, one with wrong content and a right checksum, or either damaged."""
    code = chance.choice(CODES_OF_GAMES) if chance.random() < 0.4 else _forge(chance)
    if chance.random() < 0.3:
        code = "".join(chance.choice((letter, letter.lower(), f"-{letter}", f" {letter}")) for letter in code)
    return damage(code.encode(), chance, 200) if chance.random() < 0.4 else code.encode()


def _forge(chance: random.Random) -> str:
    """A code whose checksum is right, with fields of which some are out of range."""
    ranges, head = (CODES, 4, WORLDS + 3, 32, 2**15), 0
    for most, bits in zip(ranges, challenge.BITS, strict=True):
        value = chance.randrange(most)
        head = head << bits | value % (1 << bits)
    number = chance.choice((0, 1, len(HULLS), 2**31, 2**62, 2**63 - 1, 2**63, 2**80))
    mark, version = (MARK, FORMAT) if chance.random() < 0.9 else chance.choices(ALPHABET, k=2)
    body = mark + version + challenge._letters(head).rjust(6, "0") + challenge._letters(number)  # pyright: ignore[reportPrivateUsage]
    body = body[: chance.randrange(len(body) + 1)] if chance.random() < 0.1 else body
    return body + challenge._check(body)  # pyright: ignore[reportPrivateUsage]


def check(data: bytes) -> str:
    """Let the parser read a code; says how far it came.

    Raises:
        AssertionError: it raised something else than its refusal, or the game has another code.
    """
    try:
        found = read_code(data.decode("utf-8", "replace"))
    except ChallengeError as refusal:
        one_line(refusal)
        return "refused"
    try:
        setup = found.setup()
    except ChallengeError as refusal:
        one_line(refusal)
        return "refused here"
    code = challenge_code(setup, found.world)
    assert code is not None and read_code(code) == found, f"the game has the code {code}"
    return "read"
