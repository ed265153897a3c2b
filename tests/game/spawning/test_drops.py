"""Loaded asteroids: one piece carries the load, and gives up what its material holds, to whoever shot it."""

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.catalogue import kinds
from arena.catalogue.materials import MATERIALS
from arena.catalogue.pickups import PICKUPS
from arena.game.match import Match
from arena.game.spawning.drops import create_drop_table
from arena.sim.kinds import LOADED, Pool
from arena.sim.world import World

PLAYER = 0
FAR = (0.0, 0.0, -1.0)


def own_rows(world: World) -> NDArray[np.int64]:
    """Rows of the asteroids on the far side; the field drops others in elsewhere."""
    rows = world.rows(Pool.ASTEROID)
    return rows[world.bodies.radial_speed[rows] == 0.0]


def burst_all(match: Match, by: int) -> list[int]:
    """Destroy every asteroid tick by tick; returns how many loaded ones there were before each tick."""
    world, loads = match.world, list[int]()
    while len(rows := own_rows(world)):
        loads.append(int(np.count_nonzero(world.bodies.variant[rows] >= LOADED)))
        world.bodies.health[rows], world.bodies.hit_by[rows] = 0.0, by
        match.tick()
    return loads


@pytest.mark.parametrize("material", [row.number for row in MATERIALS], ids=MATERIALS.names)
def test_a_loaded_rock_gives_up_one_pickup_of_its_material_in_its_last_piece(material: int) -> None:
    with Match("endless", 3, workers=1) as match:
        match.world.pools[Pool.ASTEROID].clear()
        match.world.place(kinds.ASTEROID.number, FAR, radius=2.0, material=material, loaded=True)
        assert burst_all(match, PLAYER) == [1, 1, 1]
        (row,) = match.world.rows(Pool.PICKUP).tolist()
        what = PICKUPS[int(match.world.bodies.variant[row])]
    assert dict(what.rules.loads)[MATERIALS[material].name] > 0


def test_no_load_comes_out_for_nobody_or_of_an_empty_rock() -> None:
    with Match("endless", 3, workers=1) as match:
        match.world.pools[Pool.ASTEROID].clear()
        match.world.place(kinds.ASTEROID.number, FAR, radius=2.0, material=2, loaded=True)
        burst_all(match, -1)
        match.world.place(kinds.ASTEROID.number, FAR, radius=2.0, material=2)
        burst_all(match, PLAYER)
        assert not len(match.world.rows(Pool.PICKUP))


@pytest.mark.parametrize("seed", range(8))
def test_a_load_outlives_the_piece_that_took_its_row(seed: int) -> None:
    """Two rocks burst in one tick, a quarter of the planet apart.

    The second piece of the larger one takes the row of the loaded one. Its motion is tangent there, and may
    point straight up where the load is: the load rests instead, with a heading of its own.
    """
    with Match("endless", seed, workers=1) as match:
        world, b = match.world, match.world.bodies
        world.pools[Pool.ASTEROID].clear()
        loaded = world.place(kinds.ASTEROID.number, FAR, radius=0.5, material=2, loaded=True)
        large = world.place(kinds.ASTEROID.number, (1.0, 0.0, 0.0), radius=4.0, material=2)
        b.health[[loaded, large]], b.hit_by[[loaded, large]] = 0.0, PLAYER
        match.tick()
        (pickup,) = world.rows(Pool.PICKUP).tolist()
        assert b.alive[loaded] and b.radius[loaded] > 1.0
        assert abs(float(b.heading[pickup] @ b.position[pickup])) < 1e-3 * world.shell_radius
        assert not b.velocity[pickup].any() and b.velocity[loaded].any()
        for _ in range(3):
            match.tick()
        assert b.alive[pickup] and world.quarantine.count[0] == 0
        assert np.linalg.norm(b.heading[pickup]) == pytest.approx(1.0, abs=1e-3)


def test_lives_come_out_of_metal_alone() -> None:
    table = create_drop_table()
    shares = np.diff(table.load_share, prepend=0.0)
    gives_life = np.array([PICKUPS[number].rules.lives > 0 for number in table.load.tolist()])
    assert [bool(shares[row.number][gives_life].sum() > 0.0) for row in MATERIALS] == [
        row.name == "metal" for row in MATERIALS
    ]
