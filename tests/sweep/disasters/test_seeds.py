"""Two hundred seeds of disasters, thirty seconds each: no law breaks. A violation names its seed.

`arena sweep disasters --seed N` plays a seed's game in full and looks into it; crowded worlds are left to it.
"""

import functools
from itertools import count, islice

import pytest

from arena.game.modes import MODES
from arena.sweep.disasters.games import play_plan
from arena.sweep.disasters.plan import LOADED, TICKS, DisasterPlan, make_plan

SEEDS, GROUP, PLAYED = 200, 10, 1800
"""Seeds, those of one test, and ticks of each game."""


def is_usual(plan: DisasterPlan) -> bool:
    """Return whether a tick takes the usual time: it is no load, and no crowded world, which is cut short."""
    return plan.ticks >= TICKS[0] and MODES[plan.setup.mode].system != LOADED


@functools.cache
def usual_plans() -> list[DisasterPlan]:
    """Plans of the first seeds whose game is a usual one, squeezed into the ticks that are played."""
    return [squeezed(plan) for plan in islice(filter(is_usual, map(make_plan, count())), SEEDS)]


def squeezed(plan: DisasterPlan) -> DisasterPlan:
    """A plan whose pilots and acts come sooner, so that all of them come."""
    share = PLAYED / plan.ticks
    stretches = (one._replace(begin=int(one.begin * share)) for one in plan.stretches)
    acts = (one._replace(step=max(1, int(one.step * share))) for one in plan.acts)
    return plan._replace(ticks=PLAYED, stretches=tuple(stretches), acts=tuple(acts))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, SEEDS, GROUP))
def test_no_law_breaks(first: int) -> None:
    plans = usual_plans()[first : first + GROUP]
    assert len(plans) == GROUP
    for plan in plans:
        played = play_plan(plan)
        assert played.violation is None, f"{plan.words()}: {played.violation}"
        assert len(played.script.steps) == PLAYED
