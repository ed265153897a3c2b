"""Stories of the stalker: it finds a way where none leads straight, strikes, and hides."""

from itertools import pairwise

import numpy as np
import pytest

from arena.ai.stalker import COVER_GAP, COVER_RADIUS, FLIGHT
from arena.catalogue import kinds
from arena.sim.kinds import Phase, Pool
from arena.sim.tables.events import Event
from arena.sim.world import World
from arena.sphere import unit
from tests.ai.arena_of_minds import gap, place, play, small_world, walled_world
from tests.playing import told


def hunt(kind: int, travellers: int) -> float:
    """Least distance of a hunter to a player who rests in the horseshoe [u]."""
    world = walled_world(travellers=travellers)
    row = place(world, kind, 0.9)
    nearest = [99.0]

    def look(world: World) -> None:
        rocks = world.rows(Pool.ASTEROID)
        world.bodies.velocity[rocks] = 0.0
        world.bodies.health[row] = 50.0
        nearest.append(gap(world, row))

    play(world, 60 * 14, look=look)
    return min(nearest)


def test_a_stalker_reaches_a_player_behind_a_wall_where_straight_chase_fails() -> None:
    assert hunt(kinds.DRONE.number, 0) > 20.0, "the wall holds off who flies straight"
    assert hunt(kinds.STALKER.number, 0) > 20.0, "and so it does a stalker without navigation"
    assert hunt(kinds.STALKER.number, 4) < 17.0


def test_a_stalker_strikes_from_where_it_sees_then_hides_behind_a_rock() -> None:
    world = small_world(asteroids=4, travellers=4)
    row = place(world, kinds.STALKER.number, 0.5)
    rock = place(world, kinds.ASTEROID.number, 0.45, 0.35, radius=2.5)
    phases: list[int] = []
    shots_by_phase: list[int] = []
    hidden: list[bool] = []

    def look(world: World) -> None:
        phases.append(int(world.memory.phase[row]))
        shots_by_phase.extend(phases[-1] for one in told(world) if one.event == Event.SHOT)
        hit = world.grid.cast(world.bodies.position[row], world.bodies.position[0], 0.0, ignore=row)
        hidden.append(hit is not None and hit[0] == rock)

    play(world, 60 * 9, look=look)
    changes = [phases[0], *(b for a, b in pairwise(phases) if a != b)]
    assert changes[:4] == [Phase.SEEK, Phase.WINDUP, Phase.ACT, Phase.REST]
    assert len(shots_by_phase) >= 4
    assert set(shots_by_phase) <= {Phase.ACT, Phase.REST}
    resting = [h for h, phase in zip(hidden, phases, strict=True) if phase == Phase.REST]
    assert np.mean(resting[-60:]) > 0.9, "it waits where the player does not see it"


@pytest.mark.parametrize(("speed", "shoots"), [(0.0, True), (15.0, False)])
def test_a_stalker_holds_its_fire_where_its_bullet_would_not_reach(speed: float, shoots: bool) -> None:
    """The player is within its range; flying away, it would be hit beyond that."""
    world = small_world(travellers=4)
    row = place(world, kinds.STALKER.number, 15.0 / world.shell_radius)
    world.memory.phase[row], world.memory.until[row] = Phase.ACT, 1000
    world.bodies.velocity[0] = [0.0, -speed, 0.0]
    seen = play(world, 3)
    assert any(event == Event.SHOT for _, event, *_ in seen) == shoots


@pytest.mark.parametrize(
    ("arcs", "best"),
    [([], -1), ([0.7], 0), ([0.7, 0.62], 1), ([0.62, 0.7], 0), ([0.4, 0.68], 1), ([0.44, 0.68], 0)],
)
def test_cover_is_behind_the_nearest_large_rock_or_straight_away(arcs: list[float], best: int) -> None:
    """Rocks on the way to the player count as twice as far, and small ones not at all."""
    world = small_world(asteroids=4)
    row = place(world, kinds.STALKER.number, 0.5, 0.7)
    place(world, kinds.ASTEROID.number, 0.5, 0.9, radius=0.9 * COVER_RADIUS)
    rocks = [place(world, kinds.ASTEROID.number, arc, 0.7, radius=1.5) for arc in arcs]
    world.memory.phase[row], world.memory.until[row] = Phase.ACT, 1
    play(world, 3)
    assert world.memory.phase[row] == Phase.REST
    places, away = world.bodies.position, unit(world.bodies.position[row] - world.bodies.position[0])
    origin, far = places[row], FLIGHT
    if arcs:
        origin, far = places[rocks[best]], 1.5 + COVER_GAP + world.bodies.radius[row]
    offset = world.memory.cover[row] - origin
    assert np.dot(unit(offset), away) > 0.8, "on the side that is away from the player"
    assert np.linalg.norm(offset) == pytest.approx(far, rel=0.1)


def test_routes_are_part_of_the_state() -> None:
    worlds = [walled_world(travellers=4) for _ in range(2)]
    for world in worlds:
        place(world, kinds.STALKER.number, 0.9)
    play(worlds[0], 90)
    saved = worlds[0].snapshot()
    worlds[1].restore(saved)
    assert worlds[1].state_hash() == worlds[0].state_hash()
    for world in worlds:
        play(world, 120)
    assert worlds[1].array_hashes() == worlds[0].array_hashes()
    assert worlds[0].route_count == 1


@pytest.mark.parametrize("travellers", [1, 3])
def test_places_are_handed_on_when_a_traveller_dies(travellers: int) -> None:
    world = small_world(travellers=travellers)
    rows = [place(world, kinds.STALKER.number, 1.0 + 0.1 * k, k) for k in range(4)]
    play(world, 5)
    assert world.route_count == travellers
    first = int(world.navigation.traveller[0])
    world.bodies.health[first] = 0.0
    play(world, 10)
    assert world.route_count == travellers
    assert first not in world.navigation.traveller.tolist()
    assert set(world.navigation.traveller.tolist()) < set(rows)
    for row in world.rows(Pool.ENEMY):
        world.bodies.health[row] = 0.0
    play(world, 5)
    assert world.route_count == 0
    assert (world.navigation.traveller == -1).all()


def test_without_travellers_and_flow_nothing_is_spent() -> None:
    world = small_world()
    place(world, kinds.STALKER.number, 1.0)
    place(world, kinds.DRONE.number, 1.2)
    play(world, 3)
    assert not [name for name, _ in world.state.columns() if name.startswith("navigation")]
