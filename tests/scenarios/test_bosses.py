"""Stories of the five bosses: their parts, each stage's deeds and warnings, and what answers them."""

from typing import Any

import numpy as np
import pytest

from arena.boss_tuning import BOSSES, Role
from arena.sim.events import Event
from arena.sim.kinds import Kind, Pool
from arena.sim.world import World
from tests.ai.arena_of_minds import ahead, gap, play, small_world

BASTION, RAM, MATRIARCH, SOWER, CROWN = range(5)
EVERY_STAGE = [(boss, stage) for boss in range(len(BOSSES)) for stage in range(len(BOSSES[boss].stages))]
TURN_TICKS = 420
"""More than the longest cycle of any stage."""


def boss_world(variant: int, stage: int = 0, arc: float = 0.45, **counts: Any) -> tuple[World, int]:
    """A boss that has just come to a stage, before a player who rests."""
    room: dict[str, Any] = {"enemies": 60, "bullets": 800, "mines": 48, **counts}
    world = small_world(**room)
    boss = world.place_boss(ahead(arc), variant)
    for following in range(1, stage + 1):
        share = BOSSES[variant].stages[following].health
        world.bodies.health[boss] = share * BOSSES[variant].health
        play(world, 1)
    assert world.memory.stage[boss] == stage
    return world, boss


def parts_of(world: World, role: Role | None = None) -> list[int]:
    """Rows of the parts that live, of one role or of all."""
    bodies = world.bodies
    rows = [row for row in world.rows(Pool.ENEMY).tolist() if bodies.kind[row] == Kind.BOSS_PART]
    roles = [BOSSES[bodies.variant[row]].roles[world.memory.ring_slot[row]] for row in rows]
    return [row for row, own in zip(rows, roles, strict=True) if role in (None, own)]


@pytest.mark.parametrize("variant", range(len(BOSSES)))
def test_parts_ride_with_their_boss_on_the_shell(variant: int) -> None:
    world, boss = boss_world(variant)
    assert world.bodies.radius[boss] == np.float32(BOSSES[variant].radius)
    assert world.bodies.health[boss] == BOSSES[variant].health
    assert len(parts_of(world)) == len(BOSSES[variant].roles)
    play(world, 40)
    places = world.bodies.position[parts_of(world)]
    assert np.allclose(np.linalg.norm(places, axis=1), world.shell_radius, atol=0.01)
    reach = [gap(world, row, boss) - world.bodies.radius[row] for row in parts_of(world)]
    assert min(reach) > BOSSES[variant].radius
    assert max(reach) < BOSSES[variant].radius + BOSSES[variant].stages[0].gap + 0.1


@pytest.mark.parametrize("variant", range(len(BOSSES)))
def test_a_part_breaks_off_alone_and_all_end_with_their_boss(variant: int) -> None:
    world, boss = boss_world(variant)
    play(world, 10)
    whole = parts_of(world)
    world.bodies.health[whole[0]] = 0.0
    play(world, 5)
    assert parts_of(world) == whole[1:]
    assert world.bodies.alive[boss]
    world.bodies.health[boss] = 0.0
    events = play(world, 5)
    assert not parts_of(world)
    assert sum(event == Event.KILLED for _, event, *_ in events) == len(whole)


@pytest.mark.parametrize("variant", [-1, 5, 0.5, None])
def test_there_are_five_bosses_and_no_more(variant: Any) -> None:
    world = small_world()
    with pytest.raises(ValueError, match="variant"):
        world.place_boss(ahead(0.5), variant)
    assert not world.pools[Pool.ENEMY].active
