"""Five thousand broken files for each parser of the player's settings; scripts/fuzz.py does a million."""

import random
import time
from types import ModuleType

import pytest

from arena.app.storage.settings import MAX_BYTES, parse_settings
from tests.fuzzing import bindings_cases, settings_cases
from tests.fuzzing.settings_cases import BYTES_MAX, legal, peak_bytes

COUNT = 5_000
WORST = 5


@pytest.mark.parametrize("cases", [settings_cases, bindings_cases], ids=["settings", "bindings"])
def test_no_broken_file_raises_or_takes_long(cases: ModuleType) -> None:
    slowest: list[tuple[float, bytes]] = []
    for seed in range(COUNT):
        data = cases.mutate(random.Random(seed))
        began = time.thread_time()
        try:
            cases.check(data)
        except AssertionError as error:
            pytest.fail(f"seed {seed}: {error}", pytrace=False)
        slowest = sorted([*slowest, (time.thread_time() - began, data)], reverse=True)[:WORST]
    for _, data in slowest:
        assert peak_bytes(data) < BYTES_MAX


def test_every_legal_file_is_read() -> None:
    for seed in range(300):
        data, settings = legal(random.Random(seed))
        assert len(data) <= MAX_BYTES
        assert parse_settings(data) == (settings, []), f"seed {seed}: {data.decode()}"
