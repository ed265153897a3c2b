"""Stories of the three zones: what each does to who flies in it."""

import numpy as np

from arena.catalogue import kinds, zones
from arena.sim.kinds import Pool
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.world import World
from arena.sim.zones import add_zone
from tests.ai.arena_of_minds import ahead, gap, place, play, small_world

SHOOT_AHEAD = PlayerCommand(aim_x=0, aim_y=127, buttons=Button.FIRE)


def ticks_to_reach(zone: int | None) -> int:
    """Ticks that a drone takes to a resting player on the other side of a zone."""
    world = small_world()
    world.ships.untouchable_until[0] = 10**6
    if zone is not None:
        add_zone(world, zone, ahead(0.4), 9.0, 5.0)
    row = place(world, kinds.DRONE.number, 0.75)
    ticks: list[int] = []

    def look(world: World) -> None:
        if gap(world, row) > 3.0:
            ticks.append(world.tick)

    play(world, 600, look=look)
    return len(ticks)


def test_a_nebula_holds_up_a_hunter() -> None:
    assert ticks_to_reach(zones.NEBULA.number) > 1.15 * ticks_to_reach(None)


def nearest_shot(well: bool) -> float:
    """Least distance of shots to a point beside their way [u]."""
    world = small_world()
    target = ahead(0.35, 0.35)
    if well:
        add_zone(world, zones.WELL.number, target, 14.0, 200.0)
    nearest: list[float] = []

    def look(world: World) -> None:
        places = world.bodies.position[world.rows(Pool.BULLET)]
        if len(places):
            nearest.append(float(np.linalg.norm(places - target * world.shell_radius, axis=1).min()))

    play(world, 60, SHOOT_AHEAD, look)
    return min(nearest)


def test_a_gravity_well_bends_shots_towards_it() -> None:
    assert nearest_shot(well=True) < nearest_shot(well=False) - 1.0


def drifted(zone: int, strength: float, command: PlayerCommand) -> tuple[float, float]:
    """Drift of a player in two seconds, 8 u from a zone's middle: towards the middle, and aside [u]."""
    world = small_world()
    middle = ahead(8.0 / world.shell_radius)
    add_zone(world, zone, middle, 20.0, strength, axis=(1.0, 0.0, 0.0))
    before = world.bodies.position[0].copy()
    to_middle = middle * world.shell_radius - before
    aside = np.cross(before, to_middle)
    play(world, 120, command)
    way = world.bodies.position[0] - before
    first, second = (float(way @ axis / np.linalg.norm(axis)) for axis in (to_middle, aside))
    return first, second


def test_a_well_draws_a_player_who_rests_and_lets_go_one_who_flies_away() -> None:
    towards, aside = drifted(zones.WELL.number, 10.0, PlayerCommand())
    assert towards > 3.0
    assert abs(aside) < 0.5
    assert drifted(zones.WELL.number, 500.0, PlayerCommand(move_y=-127))[0] < -5.0, "however strong it is"


def test_the_wind_carries_a_player_along() -> None:
    towards, aside = drifted(zones.WIND.number, 10.0, PlayerCommand())
    assert max(abs(towards), abs(aside)) > 5.0


def test_a_nebula_slows_a_player() -> None:
    free = drifted(zones.NEBULA.number, 0.0, PlayerCommand(move_y=127))[0]
    slowed = drifted(zones.NEBULA.number, 0.8, PlayerCommand(move_y=127))[0]
    assert 0.5 * free < slowed < 0.85 * free
