"""Minds.

The same decisions from any number of workers, one tick late, and behaviour that shows in numbers.
"""

import time
from contextlib import closing
from typing import Any

import numpy as np
import pytest

from arena import tuning
from arena.ai import minds
from arena.ai.bearings import nearest_prey
from arena.ai.minds import CHUNK_ROWS, MindError, Minds
from arena.catalogue import kinds
from arena.catalogue.boss_row import BOSSES
from arena.catalogue.kind_row import KINDS, Trait
from arena.jit import kernel
from arena.jit.annotations import Integer, Row
from arena.nav.flow import BUSY, COMPLETED
from arena.sim.kinds import Pool
from arena.sim.step import step
from arena.sim.tables.bodies import Bodies
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.tables.events import Event
from arena.sim.world import World, WorldConfig
from tests.ai.arena_of_minds import ahead, gap, place, play, small_world


def cast(seed: int = 8) -> World:
    """Every kind of mind at once, in a field, with routes to plan, a flow to follow and mines to lay."""
    rng = np.random.default_rng(seed)
    world = World(WorldConfig(*(seed, 2, 700, 200, 600), companions=2, mines=40, travellers=6, flow=True))
    for slot in range(2):
        world.spawn_player(slot, rng.normal(size=3))
        world.place_companion(slot, rng.normal(size=3))
    for variant in range(len(BOSSES)):
        world.place_boss(rng.normal(size=3), variant)
    minded = [
        row.number for row in KINDS if row.rules.pool == "enemy" and Trait.PLACEABLE in row.rules.traits
    ]
    for k in range(600):
        world.place(minded[k % len(minded)], rng.normal(size=3))
    for _ in range(200):
        size = float(rng.uniform(0.4, 3))
        world.place(kinds.ASTEROID.number, rng.normal(size=3), rng.normal(size=3) * 2, radius=size)
    return world


def dawdle(chunk: int) -> None:
    """Shuffle which worker does what."""
    time.sleep(np.random.default_rng().uniform(0, 0.002))


def begin(world: World, **how: Any) -> bytes:
    """Play the cast's first part; a snapshot."""
    play(world, 90, PlayerCommand(move_x=60), **how)
    return world.snapshot()


def go_on(world: World, **how: Any) -> dict[str, int]:
    """Play the rest after a snapshot, which holds no grid: a step fills it; the hashes at the end."""
    step(world, [PlayerCommand()] * 2)
    play(world, 150, PlayerCommand(move_x=60), **how)
    return world.array_hashes()


@pytest.fixture(scope="module")
def played() -> tuple[bytes, dict[str, int]]:
    """The cast with one worker: a snapshot on the way, and the hashes at the end."""
    world = cast()
    saved, hashes = begin(world), go_on(world)
    assert world.route_count == 6 and world.pools[Pool.MINE].active > 0
    assert world.navigation.flow.progress[COMPLETED] > 10
    for part in ("memory.", "navigation.routes.", "navigation.flow."):
        assert any(name.startswith(part) for name in hashes), part
    return saved, hashes


@pytest.mark.parametrize(
    "how", [{"workers": 3}, {"workers": 8}, *({"workers": n, "before_chunk": dawdle} for n in (2, 5))]
)
def test_any_number_of_workers_gives_the_same_bits(
    how: dict[str, Any], played: tuple[bytes, dict[str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(minds, "ALONE_MOST", 1)  # the cast has two chunks
    world = cast()
    assert (begin(world, **how), go_on(world, **how)) == played


def test_a_cast_continues_from_a_snapshot_bit_by_bit(played: tuple[bytes, dict[str, int]]) -> None:
    world = cast()
    world.restore(played[0])
    assert world.navigation.flow.progress[BUSY], "a field in the making is continued as well"
    assert go_on(world, workers=3) == played[1]


def test_a_failing_mind_surfaces_with_seed_and_tick() -> None:
    world = small_world(seed=77, enemies=50)
    world.place(kinds.DRONE.number, (0.0, 0.0, 1.0))

    def fail(chunk: int) -> None:
        if world.tick == 3:
            raise FloatingPointError("boom")

    with pytest.raises(MindError, match=r"tick 3 with seed 77.*boom"):
        play(world, 10, workers=2, before_chunk=fail)
    assert world.tick == 3


def test_minds_go_on_after_a_failure() -> None:
    """As another game in place of the one that failed needs them."""
    world, fails = small_world(), [True]
    world.place(kinds.DRONE.number, (0.0, 0.0, -1.0))

    def fail(chunk: int) -> None:
        if fails.pop():
            raise FloatingPointError("boom")

    with closing(Minds(world, 1, fail)) as minds:
        minds.submit(world)
        with pytest.raises(MindError, match="boom"):
            minds.collect(world)
        fails.append(False)
        minds.submit(world)
        minds.collect(world)
    assert not fails


def test_the_last_row_of_a_full_pool_thinks() -> None:
    world = small_world(enemies=1)
    row = place(world, kinds.DRONE.number, 0.6)
    assert row == world.pools[Pool.ENEMY].stop - 1
    far = gap(world, row)
    play(world, 60 * 3)
    assert gap(world, row) < far - 5


def test_what_was_decided_for_ships_that_are_gone_is_not_written_again() -> None:
    """Of whole chunks of rows: another game in the same arrays has the bits of a new one."""
    world, rng = small_world(enemies=CHUNK_ROWS + 1), np.random.default_rng(4)
    for _ in range(CHUNK_ROWS):
        world.place(kinds.DRONE.number, rng.normal(size=3))
    row = place(world, kinds.LANCER.number, 0.2)
    assert row == world.pools[Pool.ENEMY].stop - 1
    until, decided = world.memory.until, 0
    with closing(Minds(world, 1)) as minds:
        for _ in range(tuning.MIND.think_interval):
            minds.submit(world)
            minds.collect(world)
            decided += until[row] > 0
            world.bodies.alive[row], until[row] = False, 0
            minds.submit(world)
            minds.collect(world)
            assert until[row] == 0
            world.bodies.alive[row], world.memory.phase[row] = True, 0
            step(world, [PlayerCommand()])
    assert decided == 1


def test_decisions_cannot_be_asked_for_twice() -> None:
    world = small_world()
    minds = Minds(world, 1)
    minds.submit(world)
    with pytest.raises(MindError, match="twice"):
        minds.submit(world)
    minds.collect(world)
    minds.close()


def test_a_drone_reaches_a_resting_player_from_the_antipode() -> None:
    """From there every way is as short as any other: it takes one, and nothing is NaN."""
    world = small_world()
    row = world.place(kinds.DRONE.number, [0, 0, -1])
    assert (world.bodies.position[row] == -world.bodies.position[0]).all()
    play(world, 60 * 5)
    assert gap(world, row) < 1.9 * world.shell_radius
    play(world, 60 * 22)
    assert gap(world, row) < 4


def test_a_swarm_around_a_resting_player_keeps_apart_and_clear_of_the_field() -> None:
    """500 drones press in on a player while 500 asteroids of all sizes drift through them, as in a match."""
    drones, asteroids, warm_up, seconds = 500, 500, 12, 12
    rng = np.random.default_rng(1)
    limit = tuning.CONTACT.separation_speed_max
    world = World(WorldConfig(1, 1, drones, asteroids, bullets=0, separation_speed_max=limit))
    world.spawn_player(0, [0, 0, 1])
    for size in np.clip(np.exp(rng.normal(-0.2, 0.6, asteroids)), 0.4, 4.0):
        world.place(kinds.ASTEROID.number, rng.normal(size=3), rng.normal(size=3) * 2, radius=float(size))
    for _ in range(drones):
        world.place(kinds.DRONE.number, np.array([0, 0, 1]) + 0.5 * rng.normal(size=3))
    rocks, rows = world.pools[Pool.ASTEROID].start, world.rows(Pool.ENEMY)
    touched, shares, spacing, pressing = set[int](), list[float](), list[float](), list[int]()

    def look(world: World) -> None:
        world.bodies.position[0], world.bodies.velocity[0] = (0, 0, world.shell_radius), 0
        if world.tick <= 60 * warm_up:
            return
        count = int(world.contacts.count[0])
        first, second = world.contacts.first[:count], world.contacts.second[:count]
        touched.update(first[(first > 0) & (first < rocks) & (second >= rocks)].tolist())
        if world.tick % 60 == 0:
            shares.append(len(touched) / drones)
            touched.clear()
            position = world.bodies.position[rows].astype(np.float64)
            gaps = np.linalg.norm(position[:, None] - position[None], axis=2) + np.eye(drones) * 99
            spacing.append(float(gaps.min(axis=1).mean()))
            away = np.linalg.norm(position - world.bodies.position[0], axis=1)
            pressing.append(int((away < 6).sum()))

    world.ships.untouchable_until[0] = 10**6
    play(world, 60 * (warm_up + seconds), look=look)
    assert min(spacing) >= 3 * world.kinds.radius[kinds.DRONE.number]
    assert max(shares) < 0.02
    assert np.mean(shares) < 0.005
    assert np.mean(pressing) > 35, "a swarm that keeps away is no swarm"


@pytest.mark.parametrize("radius", [1.0, 2.0, 3.0, 4.0])
def test_drones_go_around_asteroids(radius: float) -> None:
    """Straight chase would run into the rock between drone and player.

    With avoidance it passes without a touch.
    """
    world = small_world(asteroids=1)
    row = place(world, kinds.DRONE.number, 0.6)
    rock = place(world, kinds.ASTEROID.number, 0.3, radius=radius)
    touched: list[int] = []

    def look(world: World) -> None:
        first, second = (
            side[: world.contacts.count[0]] for side in (world.contacts.first, world.contacts.second)
        )
        touched.extend(np.flatnonzero((first == row) & (second == rock)).tolist())

    play(world, 60 * 8, look=look)
    assert not touched
    assert gap(world, row) < 6


def test_a_gunner_keeps_its_range_and_hits_a_moving_target() -> None:
    world = small_world()
    row = place(world, kinds.GUNNER.number, 0.3)
    world.ships.untouchable_until[0] = 0
    distances: list[float] = []
    events = play(world, 60 * 20, PlayerCommand(move_y=35), lambda world: distances.append(gap(world, row)))
    shots = sum(event == Event.SHOT for _, event, *_ in events)
    hits = sum(event == Event.HIT and who == 0 for _, event, who, _ in events)
    assert shots >= 8
    assert hits >= shots * 0.4, "shots that are not led miss a player at this speed"
    assert 6 < np.median(distances) < 24


def test_without_players_enemies_roam_and_hold_their_fire() -> None:
    world = World(WorldConfig(enemies=4, asteroids=0, bullets=16))
    for k in range(4):
        world.place(kinds.GUNNER.number, np.eye(3)[k % 3] + 0.2 * k)
    play(world, 120, immortal=False)
    assert world.pools[Pool.BULLET].active == 0
    assert not (world.commands.buttons & Button.FIRE).any()
    assert (np.linalg.norm(world.bodies.velocity[world.rows(Pool.ENEMY)], axis=1) > 1).all()


def test_decisions_do_not_depend_on_the_cells_of_the_grid() -> None:
    """Neighbours come in the order of the cells; what is summed over them must not."""
    hashes: set[int] = set()
    for cells in (None, 7, 30):
        world = World(WorldConfig(5, 1, 60, 150, 200, cells=cells))
        world.spawn_player(0, [0, 0, 1])
        rng = np.random.default_rng(3)
        minded = (kinds.DRONE.number, kinds.GUNNER.number, kinds.WEAVER.number, kinds.STALKER.number)
        for k in range(60):
            world.place(minded[k % 4], rng.normal(size=3) * 0.4 + [0, 0, 1])
        for _ in range(150):
            world.place(kinds.ASTEROID.number, rng.normal(size=3), rng.normal(size=3) * 2)
        play(world, 120, PlayerCommand(aim_x=127, buttons=Button.FIRE))
        hashes.add(world.state_hash())
    assert len(hashes) == 1


@kernel
def prey_of(bodies: Bodies, player_count: Integer, first_enemy: Row, row: Row) -> int:
    """`nearest_prey` from Python."""
    return nearest_prey(bodies, player_count, first_enemy, row)


@pytest.mark.parametrize("place_in_pool", [0, 1])
def test_a_freighter_is_hunted_and_a_companion_in_its_place_is_not(place_in_pool: int) -> None:
    world = small_world(companions=2)
    drone, near = place(world, kinds.DRONE.number, 0.5), [0.45, 0.9]
    rows = [world.place_companion(0, ahead(near[at != place_in_pool])) for at in range(2)]
    first = world.pools[Pool.ENEMY].start
    assert prey_of(world.bodies, 1, first, drone) == 0
    world.bodies.kind[rows[place_in_pool]] = kinds.FREIGHTER.number
    assert prey_of(world.bodies, 1, first, drone) == rows[place_in_pool]
