"""Files of campaign progress as nobody should write them: what the parser makes of each."""

import random

from arena.app.storage.progress import (
    MAX_BYTES,
    CampaignProgress,
    WorldProgress,
    format_progress,
    parse_progress,
)
from tests.fuzzing.text_mutations import damage, one_line

WORLDS = {1: WorldProgress(5, {"easy", "hard"}, (7, 3, 0)), 2: WorldProgress()}
BASE = format_progress(CampaignProgress(WORLDS, {"sprint": "gold"}))


def mutate(chance: random.Random) -> bytes:
    """Return a file that is damaged, or larger than any may be."""
    return damage(BASE, chance, 2 * MAX_BYTES if chance.random() < 0.01 else MAX_BYTES)


def check(data: bytes) -> str:
    """Let the parser read a file; says how far it came.

    Raises:
        AssertionError: it raised something else than its refusal, or what it read is not saved as it is.
    """
    try:
        progress = parse_progress(data)
    except ValueError as refusal:
        return f"refused as {'TOML' if 'TOML' in one_line(refusal) else 'progress'}"
    assert parse_progress(format_progress(progress)) == progress, "is not saved as it was read"
    return "read"
