"""Rules of the campaign's worlds that no single phase shows."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from arena.game.levels.plan import ZonePlan
from arena.game.levels.schema import ZONE_RADIUS_MAX
from arena.game.match import Match
from arena.game.modes.campaign import grow_zones
from tests.game.campaign_levels import CALM, level, play


def zone(growth: float, *phases: int) -> ZonePlan:
    return ZonePlan("wind", (0.0, 0.0, 1.0), 6.0, 1.0, (0.0, 1.0, 0.0), growth, phases)


def test_a_zone_grows_with_its_phase_to_the_limit_and_others_stay() -> None:
    world: Any = SimpleNamespace(zones=SimpleNamespace(radius=np.full(3, 6.0)))
    plans = zone(0.0), zone(9.0, 2), zone(0.5), zone(0.25, 1, 3)  # the second is not there
    for seconds, radii in (
        (0.0, (6.0, 6.0, 6.0)),
        (20.0, (6.0, 16.0, 11.0)),
        (1e4, (6.0, ZONE_RADIUS_MAX, 40.0)),
    ):
        grow_zones(world, plans, 3, seconds)
        assert tuple(world.zones.radius) == radii


def test_a_zone_grows_while_its_phase_lasts() -> None:
    wait = 'objective = {kind = "survive", seconds = 20}'
    there = '[[zone]]\nkind = "nebula"\nplace = [0, 1, 0]\nradius = 6\nstrength = 1\ngrowth = 3\n'
    text = level(wait).replace("[[phase]]", f"{there}[[phase]]", 1)
    with Match("campaign", 3, 1, 1, level=text) as match:
        play(match, CALM)
        assert match.world.zones.radius[0] == 6.0, "not before it begins"
        play(match, 60)
        assert match.world.zones.radius[0] == pytest.approx(9.0, abs=0.1)
