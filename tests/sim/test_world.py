"""Pools, ids, snapshots, commands and landing."""

from typing import Any

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from numpy.typing import NDArray

from arena.catalogue import kinds
from arena.jit import is_interpreted
from arena.sim.bounds import enclose_motion
from arena.sim.config import WorldConfig
from arena.sim.kinds import Pool
from arena.sim.step import step
from arena.sim.tables.commands import BUTTONS, Button, PlayerCommand
from arena.sim.tables.events import Event
from arena.sim.tables.pools import body_id, row_of_id
from arena.sim.world import World
from arena.sweep.disasters.acts import PLACED
from arena.sweep.disasters.laws import broken_laws, create_scratch
from arena.sweep.disasters.touches import HEARD, TouchCheck
from arena.tuning import ARENA, LANDING, TICK_RATE
from arena.workers import WorkerPool
from tests.playing import told

REST = PlayerCommand()


def small_world(**counts: Any) -> World:
    config: dict[str, Any] = {"enemies": 8, "asteroids": 8, "bullets": 16, **counts}
    return World(WorldConfig(**config))


def law_world(enemies: int = 12) -> World:
    """A small world with room for every kind."""
    return small_world(enemies=enemies, asteroids=24, mines=4, pickups=4)


def events_of(world: World, kind: Event) -> list[int]:
    return [one.row for one in told(world) if one.event == kind]


def test_a_pool_hands_out_every_row_once() -> None:
    pool = small_world().pools[Pool.ASTEROID]
    rows = [pool.take() for _ in range(pool.capacity)]
    assert sorted(rows) == list(range(pool.start, pool.stop))
    assert (pool.active, pool.available, pool.take()) == (8, 0, -1)
    pool.give(rows[3])
    assert pool.take() == rows[3]
    assert list(pool) == sorted(rows)
    pool.clear()
    assert (pool.active, pool.available, list(pool)) == (0, 8, [])
    with pytest.raises(ValueError, match="not a live row"):
        pool.give(rows[0])


def test_ids_die_with_their_body() -> None:
    world = small_world()
    row = world.place(kinds.ASTEROID.number, [0, 0, 1])
    identity = body_id(world.bodies, row)
    assert row_of_id(world.bodies, identity) == row
    world.pools[Pool.ASTEROID].give(row)
    assert row_of_id(world.bodies, identity) == -1
    assert world.place(kinds.ASTEROID.number, [0, 1, 0]) == row
    assert row_of_id(world.bodies, identity) == -1


def test_numbers_of_kinds_belong_to_one_world() -> None:
    world, other = small_world(), small_world()
    before = other.kinds.health.copy()
    world.kinds.health[:] = 7.0
    assert (other.kinds.health == before).all()
    assert (small_world().kinds.health == before).all()


def test_nothing_lands_on_a_player() -> None:
    world = small_world()
    world.spawn_player(0, [1, 0, 0])
    row = world.drop_in(kinds.DRONE.number, [1, 0, 0])
    for _ in range(TICK_RATE * 12):
        step(world, [PlayerCommand()])
        if row in events_of(world, Event.LANDED):
            gap = np.linalg.norm(world.bodies.position[row] - world.bodies.position[0])
            assert gap >= LANDING.grace_radius
            return
    pytest.fail("it never landed")


@pytest.mark.parametrize("kind", [kinds.GUNNER.number, kinds.DRONE.number])
def test_a_group_falls_as_its_ships_one_by_one(kind: int) -> None:
    """To the last bit, and as far as there is room for them."""
    places = np.random.default_rng(4).normal(size=(12, 3))
    places /= np.linalg.norm(places, axis=1)[:, None]
    seconds = np.linspace(1.5, 4.0, 12)
    group, singly = small_world(enemies=10), small_world(enemies=10)
    assert group.drop_in_group(kind, places[:4], seconds[:4]) == 4
    assert group.drop_in_group(kind, places[4:], seconds[4:]) == 6
    for place, fall in zip(places, seconds.tolist(), strict=True):
        singly.drop_in(kind, place, seconds=fall)
    assert group.array_hashes() == singly.array_hashes()
    rows = group.rows(Pool.ENEMY)
    assert np.allclose(group.bodies.radial_speed[rows], -ARENA.outer_altitude / seconds[:10])
    assert len(set(group.ships.cooldown[rows].tolist())) == (10 if kind == kinds.GUNNER.number else 1)


@pytest.mark.parametrize(
    ("directions", "seconds", "reason"),
    [
        (np.ones((2, 3)), np.full(3, 2.0), r"directions must have shape \(3, 3\), not \(2, 3\)"),
        (np.ones((2, 2)), np.full(2, 2.0), r"must have shape \(2, 3\), not \(2, 2\)"),
        (np.array([[1.0, 0, 0], [0, np.nan, 0]]), np.full(2, 2.0), r"directions\[1\] is not finite"),
        (np.ones((1, 3)), np.full(1, np.nan), r"seconds\[0\] is nan"),
        (np.ones((2, 3)), np.array([2.0, np.inf]), r"seconds\[1\] is inf"),
        (np.ones((2, 3)), np.array([2.0, 0.99 * LANDING.fall_least]), r"seconds\[1\] is"),
    ],
)
def test_a_group_that_cannot_fall_is_refused(
    directions: NDArray[np.float64], seconds: NDArray[np.float64], reason: str
) -> None:
    world = small_world()
    with pytest.raises(ValueError, match=reason):
        world.drop_in_group(kinds.DRONE.number, directions, seconds)
    assert not world.bodies.alive.any()


def test_no_direction_is_up() -> None:
    world = small_world()
    for row in (world.place(kinds.DRONE.number, [0, 0, 0]), world.drop_in(kinds.DRONE.number, [0, 0, 0])):
        assert world.bodies.position[row, :2].tolist() == [0.0, 0.0] and world.bodies.position[row, 2] > 0.0


def test_sticks_move_and_turn_in_the_players_own_frame() -> None:
    world = small_world()
    world.spawn_player(0, [0, 0, 1], up=[0, 1, 0])
    for _ in range(30):
        step(world, [PlayerCommand(move_x=127, aim_y=127)])
    assert world.bodies.position[0, 0] > 1
    assert abs(world.bodies.position[0, 1]) < 1e-3
    np.testing.assert_allclose(world.bodies.heading[0], world.players.up[0], atol=1e-3)


def test_the_frame_has_no_pole() -> None:
    """Straight over both poles and around the whole planet.

    The frame never jumps, and closes at the start.
    """
    world = small_world()
    world.spawn_player(0, [1, 0, 0], up=[0, 0, 1])
    start = world.players.up[0].copy()
    travelled = 0.0
    while travelled < 2 * np.pi * world.shell_radius:
        before, up = world.bodies.position[0].copy(), world.players.up[0].copy()
        step(world, [PlayerCommand(move_y=127)])
        travelled += float(np.linalg.norm(world.bodies.position[0] - before))
        assert float(up @ world.players.up[0]) > 0.999
        assert abs(float(world.players.up[0] @ world.bodies.position[0])) < 1e-3
    assert float(start @ world.players.up[0]) > 0.99


def test_boost_is_a_dash_that_nothing_hurts_and_that_recharges() -> None:
    world = small_world()
    world.spawn_player(0, [0, 0, 1], up=[0, 1, 0])
    world.ships.untouchable_until[0] = 0
    step(world, [PlayerCommand(move_x=127, buttons=Button.BOOST)])
    assert np.linalg.norm(world.bodies.velocity[0]) > 30
    assert world.ships.untouchable_until[0] > world.tick
    assert world.players.boost[0] == 0
    held = PlayerCommand(move_x=127, buttons=Button.BOOST)
    boosts = 0
    for _ in range(300):
        step(world, [held])
        boosts += len(events_of(world, Event.BOOST))
    assert boosts == 0, "holding the button is one press"
    assert world.players.boost[0] == 1


def test_a_restored_world_tells_nothing_of_the_tick_before() -> None:
    world = small_world()
    world.spawn_player(0, [0, 0, 1])
    saved = world.snapshot()
    step(world, [PlayerCommand(move_x=127, buttons=Button.BOOST)])
    assert events_of(world, Event.BOOST) == [0]
    world.restore(saved)
    assert not told(world)


class WorldLaws(RuleBasedStateMachine):
    """Invariants of a world that hold after any sequence of operations."""

    def __init__(self) -> None:
        super().__init__()
        self.world = law_world()
        self.world.spawn_player(0)
        self.saved: tuple[bytes, int] | None = None
        self.check = TouchCheck(self.world)

    def teardown(self) -> None:
        """End the threads."""
        self.world.close()

    def step(self, command: PlayerCommand = REST) -> None:
        """Play a tick: its contacts keep momentum, and bring no energy. A player who was lost flies again."""
        step(self.world, [command], self.check.mark, HEARD)
        assert self.check.broken == []
        if not self.world.bodies.alive[0]:
            self.world.spawn_player(0, [0, 1, 0])

    @rule(
        kind=st.sampled_from([row.number for row in PLACED]),
        seed=st.integers(0, 999),
        spread=st.sampled_from([0.1, 1.0]),
        drop=st.booleans(),
    )
    def spawn(self, kind: int, seed: int, spread: float, drop: bool) -> None:
        """Put a body anywhere, or where the player begins and many others are."""
        place, velocity = np.random.default_rng(seed).normal(size=(2, 3))
        place = place * spread + [0.0, 0.0, 1.0]
        if drop:
            self.world.drop_in(kind, place)
        else:
            self.world.place(kind, place, velocity * 10.0)

    @rule(choice=st.integers(0, 99), by_player=st.booleans())
    def kill(self, choice: int, by_player: bool) -> None:
        """Take the health of anybody, and of the player as well."""
        bodies = self.world.bodies
        rows = np.flatnonzero(bodies.alive)
        row = rows[choice % len(rows)]
        bodies.health[row], bodies.hit_by[row] = 0.0, 0 if by_player else -1
        self.step()

    @rule(
        x=st.integers(-127, 127),
        y=st.integers(-127, 127),
        buttons=st.integers(0, BUTTONS),
        count=st.integers(1, 25),
    )
    def play(self, x: int, y: int, buttons: int, count: int) -> None:
        for _ in range(count):
            self.step(PlayerCommand(x, y, y, x, Button(buttons)))

    @rule(x=st.integers(-127, 127), count=st.integers(1, 10))
    def shoot(self, x: int, count: int) -> None:
        """Let everybody fire."""
        for _ in range(count):
            self.world.commands.buttons[1:] = Button.FIRE
            self.step(PlayerCommand(aim_x=x, aim_y=127, buttons=Button.FIRE))

    @rule()
    def pause(self) -> None:
        """Look at everything between two ticks: the state stays."""
        world, before = self.world, self.world.array_hashes()
        saved = world.snapshot()
        assert all(row < world.config.capacity for pool in world.pools for row in pool)
        assert len(told(world)) == world.events.count[0]
        enclose_motion(world)
        world.grid.rebuild(world.bounds.center, world.bounds.radius, world.bodies.alive)
        world.grid.pairs()
        assert (world.array_hashes(), world.snapshot()) == (before, saved)

    @rule(workers=st.integers(1, 3), enemies=st.sampled_from([11, 13]))
    def resize(self, workers: int, enemies: int) -> None:
        """Change the number of threads; a world of other capacities takes nothing of this one."""
        self.world.close()
        self.world.workers = WorkerPool(workers)
        other = law_world(enemies)
        before = other.state_hash()
        with pytest.raises(ValueError, match="not a snapshot"):
            other.restore(self.world.snapshot())
        assert other.state_hash() == before

    @rule()
    def save(self) -> None:
        self.saved = self.world.snapshot(), self.world.state_hash()

    @precondition(lambda self: self.saved is not None)
    @rule(afresh=st.booleans())
    def load(self, afresh: bool) -> None:
        """Go back to what was saved, in the same world or in a fresh one."""
        assert self.saved is not None
        if afresh:
            self.world.close()
            self.world = law_world()
            self.check = TouchCheck(self.world)
        self.world.restore(self.saved[0])
        assert self.world.state_hash() == self.saved[1]
        assert self.world.snapshot() == self.saved[0]

    @invariant()
    def laws(self) -> None:
        world = self.world
        b = world.bodies
        assert broken_laws(world, create_scratch(world), in_tick=True) == []
        live = np.flatnonzero(b.alive)
        assert len(live) == sum(pool.active for pool in world.pools)
        enclose_motion(world)
        world.grid.rebuild(world.bounds.center, world.bounds.radius, b.alive)
        for row in live.tolist():
            assert row in world.grid.query_sphere(world.bounds.center[row], 0.01)


TestWorldLaws = WorldLaws.TestCase
TestWorldLaws.settings = settings(max_examples=3 if is_interpreted else 40, stateful_step_count=25)
