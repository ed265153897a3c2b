"""The script that times shaders names every program that a picture needs."""

import pytest

from tests.processes import run_python
from tests.scripts.conftest import SCRIPTS

MEASURE = """
import sys
from dataclasses import replace
sys.path.insert(0, sys.argv[1])
import profile_shaders
from arena.render.tiers import TIERS
TIERS.update({name: replace(tier, surface_size=64) for name, tier in TIERS.items()})
profile_shaders.SIZE = (64, 36)
profile_shaders.main(["--scene", "cast"])
"""
"""On a small planet and in a small picture: only programs count."""


@pytest.mark.slow
@pytest.mark.gl
def test_the_table_names_what_was_drawn() -> None:
    lines = run_python(MEASURE, str(SCRIPTS)).splitlines()
    rows = {line.split()[0]: line.split()[1:] for line in lines[2:]}
    assert {"bake/earth.frag", "planet/planet.frag", "ships/ships.frag"} <= rows.keys()
    assert all(float(first) > 0.0 for _, first, *_ in rows.values())
