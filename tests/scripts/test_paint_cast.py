"""The README's picture of the cast leaves nobody out."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from arena.catalogue.kinds import KINDS

ELSEWHERE = {"boss", "boss_part"}
"""Kinds of the pool of enemies that have no place of their own."""


def test_each_kind_of_the_guide_has_a_place(script: Any) -> None:
    told = {row.name for row in KINDS if row.show.guide is not None and row.rules.pool in ("enemy", "mine")}
    assert told - ELSEWHERE <= set(script.PLACES)
    assert len({*script.PLACES.values(), script.BOSS, script.WINGMAN}) == len(script.PLACES) + 2


@pytest.mark.gl
@pytest.mark.slow
@pytest.mark.usefixtures("small_planet")
def test_it_is_painted(script: Any, tmp_path: Path) -> None:
    path = tmp_path / "cast.jpg"
    script.main(["--output", str(path)])
    with Image.open(path) as picture:
        assert picture.size == script.KEPT and np.ptp(np.asarray(picture)) > 200
