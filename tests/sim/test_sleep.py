"""Sleep and wake: live regions, timeouts, orders, events, and what sleeping means."""

from contextlib import closing
from typing import Any

import numpy as np
import pytest

from arena import tuning
from arena.ai.minds import Minds
from arena.catalogue import kinds
from arena.jit import is_interpreted
from arena.sim.births import NEVER
from arena.sim.sleep import body_sets, forbid_sleep, forbid_wake, force_sleep, is_settled, schedule_wake
from arena.sim.step import step
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.tables.events import Event
from arena.sim.world import World, WorldConfig

RADIUS, MARGIN, TIMEOUT = 30.0, tuning.SLEEP.margin, tuning.SLEEP.timeout
PLAYER_AT = np.array([0.0, 0.0, 1.0])


def make(live_radius: float | None = RADIUS, **counts: Any) -> World:
    """A world with a resting, untouchable player at the pole."""
    config: dict[str, Any] = {"enemies": 8, "asteroids": 8, "bullets": 8} | counts
    world = World(WorldConfig(**config, live_radius=live_radius))
    world.spawn_player(0, PLAYER_AT)
    world.ships.untouchable_until[0] = 10**6
    return world


def at(world: World, arc: float, bearing: float = 0.0) -> np.ndarray:
    """The direction that many units of arc from the player."""
    angle = arc / world.shell_radius
    side = np.array([np.cos(bearing), np.sin(bearing), 0.0])
    return PLAYER_AT * np.cos(angle) + side * np.sin(angle)


def run(world: World, ticks: int) -> list[tuple[int, str, int]]:
    """Step; returns (tick, "entered" or "left", row) of every crossing."""
    seen: list[tuple[int, str, int]] = []
    for _ in range(ticks):
        step(world, [PlayerCommand()] * world.config.players)
        c = world.region_events
        seen += [(world.tick, "entered", int(row)) for row in c.entered[: c.entered_count[0]]]
        seen += [(world.tick, "left", int(row)) for row in c.left[: c.left_count[0]]]
    return seen


def test_near_bodies_are_awake_and_far_ones_sleep() -> None:
    world = make()
    near = world.place(kinds.ASTEROID.number, at(world, 20.0))
    far = world.place(kinds.ASTEROID.number, at(world, 60.0))
    assert world.bodies.awake[[near, far]].tolist() == [True, True]
    run(world, 1)
    assert world.bodies.awake[[near, far]].tolist() == [True, False]
    sets = body_sets(world)
    assert sets.asleep.tolist() == [far]
    assert sets.awake.tolist() == [0, near]
    assert sets.all.tolist() == [0, near, far]


def test_entering_and_leaving_are_told_once_and_the_margin_keeps_them_apart() -> None:
    world = make()
    row = world.place(kinds.ASTEROID.number, at(world, RADIUS - 3.0), radius=0.5)
    way = at(world, RADIUS + 10.0) - at(world, RADIUS - 3.0)
    world.bodies.velocity[row] = 20.0 * way / np.linalg.norm(way)
    seen = run(world, 40)
    assert [what for _, what, changed in seen if changed == row] == ["entered", "left"]
    left = seen[-1][0]
    # It left where region and margin end, not where the region does.
    assert left == pytest.approx((3.0 + MARGIN) / 20.0 * tuning.TICK_RATE, abs=3)
    run(world, left + TIMEOUT - world.tick - 1)
    assert world.bodies.awake[row]
    run(world, 1)
    assert not world.bodies.awake[row]
    world.bodies.velocity[row] *= -1
    back = run(world, 100)
    (tick,) = [tick for tick, what, changed in back if what == "entered" and changed == row]
    # From outside the margin is no part of the region.
    distance = RADIUS - 3.0 + 20.0 * (left + TIMEOUT - (tick - left - TIMEOUT)) / tuning.TICK_RATE
    assert distance == pytest.approx(RADIUS, abs=1.5)
    assert world.bodies.awake[row]


def test_all_who_cross_in_one_tick_are_told_in_the_order_of_rows() -> None:
    world = make()
    rows = [
        world.place(kinds.ASTEROID.number, at(world, arc)) for arc in (20.0, 60.0, 22.0, 62.0, 24.0, 64.0)
    ]
    inside, outside = rows[::2], rows[1::2]
    assert sorted(run(world, 1)) == [(1, "entered", row) for row in (0, *inside)]
    position = world.bodies.position
    position[inside], position[outside] = position[outside].copy(), position[inside].copy()
    assert run(world, 1) == [(2, "entered", row) for row in outside] + [(2, "left", row) for row in inside]


def test_all_live_players_keep_a_region() -> None:
    world = make(players=2)
    world.spawn_player(1, -PLAYER_AT)
    row = world.place(kinds.ASTEROID.number, -at(world, 5.0))
    run(world, TIMEOUT + 5)
    assert world.bodies.awake[row]
    world.bodies.health[1] = -1.0
    run(world, TIMEOUT + 2)
    assert not world.bodies.awake[row]


@pytest.mark.parametrize("near", [0, 1])
def test_the_border_of_one_player_takes_nothing_from_the_region_of_another(near: int) -> None:
    """The body lies within one player's region and in the margin around the other's."""
    world = make(players=2)
    border = RADIUS + MARGIN / 2
    world.spawn_player(1, at(world, border + 10.0))
    row = world.place(kinds.ASTEROID.number, at(world, (10.0, border)[near]))
    assert (1, "entered", row) in run(world, 1)
    assert world.bodies.awake[row]


def test_players_never_sleep_and_refuse_to() -> None:
    world = make()
    with pytest.raises(ValueError, match="body 0 may not sleep"):
        force_sleep(world, 0)
    run(world, 3)
    assert world.bodies.awake[0]


@pytest.mark.parametrize("live_radius", [RADIUS, None])
def test_a_body_that_may_not_sleep_stays_awake_and_one_that_may_not_wake_stays_asleep(
    live_radius: float | None,
) -> None:
    world = make(live_radius)
    restless, lazy = (
        world.place(kinds.DRONE.number, at(world, 70.0)),
        world.place(kinds.DRONE.number, at(world, 10.0)),
    )
    forbid_sleep(world, restless)
    forbid_wake(world, lazy)
    run(world, TIMEOUT + 10)
    assert world.bodies.awake[[restless, lazy]].tolist() == [True, False]


@pytest.mark.parametrize("live_radius", [RADIUS, None])
def test_forced_sleep_ends_at_the_scheduled_tick(live_radius: float | None) -> None:
    world = make(live_radius)
    row = world.place(kinds.DRONE.number, at(world, 10.0))
    force_sleep(world, row, wake_tick=20)
    run(world, 19)
    assert not world.bodies.awake[row]
    run(world, 1)
    assert world.bodies.awake[row]


@pytest.mark.parametrize("place", [(0.8, -0.5, 0.3), (-0.2, 0.9, 0.4), (0.3, -0.1, -0.9)])
def test_a_live_region_is_around_its_player_wherever_that_is(place: tuple[float, float, float]) -> None:
    world = World(WorldConfig(enemies=0, asteroids=400, bullets=0, live_radius=RADIUS))
    world.spawn_player(0, place)
    rng = np.random.default_rng(5)
    rows = [world.place(kinds.ASTEROID.number, rng.normal(size=3), radius=0.4) for _ in range(400)]
    run(world, 1)
    way = world.bodies.position / np.linalg.norm(world.bodies.position, axis=1, keepdims=True)
    arcs = np.arccos(np.clip(way[rows] @ way[0], -1.0, 1.0)) * world.shell_radius
    assert np.count_nonzero(arcs < RADIUS - 1.0) > 5
    assert world.bodies.awake[rows][arcs < RADIUS - 1.0].all()
    assert not world.bodies.awake[rows][arcs > RADIUS + MARGIN + 1.0].any()


def test_rows_are_settled_until_something_is_due() -> None:
    """A block that is settled is not looked at again: the figures of large worlds rest on it."""
    world = make()
    row = world.place(kinds.DRONE.number, at(world, 80.0))
    world.place(kinds.ASTEROID.number, at(world, 20.0))
    run(world, TIMEOUT + 2)

    def settled(tick: int) -> bool:
        mark = world.regions.mark
        return bool(is_settled(world.bodies, world.sleep, mark, 0, len(world.bodies.alive), tick))

    assert settled(world.tick)
    schedule_wake(world, row, world.tick + 5)
    assert settled(world.tick + 4) and not settled(world.tick + 5)
    schedule_wake(world, row, 0)
    assert not settled(world.tick)
    run(world, 1)
    assert world.bodies.awake[row]


def test_a_far_sleeper_can_be_woken_for_a_while() -> None:
    world = make()
    row = world.place(kinds.DRONE.number, at(world, 80.0))
    run(world, TIMEOUT + 1)
    assert not world.bodies.awake[row]
    schedule_wake(world, row, world.tick + 5)
    run(world, 4)
    assert not world.bodies.awake[row]
    run(world, TIMEOUT)
    assert world.bodies.awake[row]
    run(world, 2)
    assert not world.bodies.awake[row]


@pytest.mark.parametrize("tick", [-1, int(NEVER) + 1])
def test_orders_for_ticks_that_never_come_are_refused_and_change_nothing(tick: int) -> None:
    world = make()
    row = world.place(kinds.DRONE.number, at(world, 80.0))
    for order, name in ((force_sleep, "wake_tick"), (schedule_wake, "tick")):
        with pytest.raises(ValueError, match=f"^{name} must be"):
            order(world, row, tick)
    assert not world.sleep.forced[row] and world.sleep.wake_tick[row] == NEVER


def test_orders_for_the_dead_are_refused_and_a_new_body_starts_afresh() -> None:
    world = make()
    with pytest.raises(ValueError, match="row 3 holds no live body"):
        schedule_wake(world, 3, 10)
    row = world.place(kinds.DRONE.number, at(world, 10.0))
    forbid_wake(world, row)
    run(world, 2)
    world.bodies.health[row] = 0.0
    run(world, 1)
    assert world.place(kinds.DRONE.number, at(world, 10.0)) == row
    run(world, 2)
    assert world.bodies.awake[row]


def test_sleepers_neither_think_nor_fire_but_coast_and_stay_solid() -> None:
    world = make(None)
    gunner = world.place(kinds.GUNNER.number, at(world, 15.0), velocity=(0.0, 4.0, 0.0))
    rock = world.place(kinds.ASTEROID.number, at(world, 15.0, 0.3), radius=2.0)
    force_sleep(world, gunner)
    run(world, 1)
    course = world.bodies.velocity[gunner].copy()
    speed, touched, shots = np.linalg.norm(course), False, 0
    decided = [column[gunner] for column in (world.commands.move, world.commands.aim)]
    with closing(Minds(world, workers=1)) as minds:
        for _ in range(40):
            minds.submit(world)
            minds.collect(world)
            assert not np.any(decided)
            assert not world.commands.buttons[gunner]
            world.commands.buttons[gunner] |= Button.FIRE  # even an order to fire is not heard
            step(world, [PlayerCommand()])
            shots += np.count_nonzero(world.events.kind[: int(world.events.count[0])] == Event.SHOT)
            touched |= bool(world.contacts.count[0])
            if not touched:
                assert np.linalg.norm(world.bodies.velocity[gunner]) == pytest.approx(speed, rel=1e-3)
    assert touched
    assert shots == 0
    assert not np.allclose(world.bodies.velocity[rock], 0.0)
    assert not np.allclose(world.bodies.velocity[gunner], course, atol=1.0)


@pytest.mark.skipif(is_interpreted, reason="takes long, and its code runs in the tests above")
def test_ships_fall_asleep_on_a_course_to_the_player() -> None:
    world = make()
    row = world.place(kinds.DRONE.number, at(world, 90.0), velocity=(0.0, 5.0, 0.0))
    run(world, TIMEOUT + 2)
    before = world.bodies.position[row] @ PLAYER_AT
    run(world, 60)
    gained = (world.bodies.position[row] @ PLAYER_AT - before) / world.shell_radius
    speed = tuning.SLEEP.cruise * kinds.DRONE.ship.flight.max_speed
    assert gained == pytest.approx(speed / world.shell_radius, rel=0.25)
    run(world, 1500)
    assert world.bodies.awake[row]


@pytest.mark.parametrize("arc", [60.0, 80.0])
def test_a_ship_that_falls_asleep_turns_to_the_nearest_of_two_players(arc: float) -> None:
    """They are 140 u apart, and it lies between them."""
    world = make(players=2)
    world.spawn_player(1, at(world, 140.0))
    row = world.place(kinds.DRONE.number, at(world, arc), velocity=(0.0, 5.0, 0.0))
    run(world, TIMEOUT + 2)
    nearest = world.bodies.position[int(arc > 70.0)].astype(np.float64)
    heading, place = world.bodies.heading[row], world.bodies.position[row]
    way = nearest - place * (nearest @ place) / (place @ place)
    assert heading @ way / np.linalg.norm(way) == pytest.approx(1.0, abs=1e-3)


def test_a_ship_that_falls_asleep_at_the_antipode_of_its_player_sets_out_for_it() -> None:
    """All directions are as short there; none would leave it at rest."""
    world = make()
    row = world.place(kinds.DRONE.number, -PLAYER_AT, velocity=(0.0, 5.0, 0.0))
    world.bodies.velocity[row] = 0.0
    run(world, 1)
    assert not world.bodies.awake[row]
    velocity, heading = world.bodies.velocity[row], world.bodies.heading[row]
    speed = tuning.SLEEP.cruise * kinds.DRONE.ship.flight.max_speed
    assert np.linalg.norm(velocity) == pytest.approx(speed, rel=1e-3)
    assert np.linalg.norm(heading) == pytest.approx(1.0) and abs(heading @ PLAYER_AT) < 0.01


def test_a_ship_that_falls_asleep_turns_to_nobody_who_is_dead() -> None:
    """The nearer of the two died where it lies."""
    world = make(players=2)
    world.spawn_player(1, at(world, 70.0))
    row = world.place(kinds.DRONE.number, at(world, 60.0), (0.0, 5.0, 0.0))
    world.bodies.alive[1] = False
    run(world, 1)
    assert not world.bodies.awake[row]
    assert world.bodies.heading[row] @ (PLAYER_AT - at(world, 60.0)) > 0.5


def test_a_ship_that_falls_asleep_where_nobody_lives_keeps_its_course() -> None:
    world = make(players=2)
    world.spawn_player(1, at(world, 70.0))
    row = world.place(kinds.DRONE.number, at(world, 60.0), (0.0, 5.0, 0.0))
    world.bodies.alive[:2] = False
    before = world.bodies.heading[row].copy()
    run(world, 1)
    assert not world.bodies.awake[row]
    assert world.bodies.heading[row] == pytest.approx(before, abs=0.01)


def test_a_ship_that_falls_asleep_above_the_shell_is_not_turned() -> None:
    world = make()
    row = world.drop_in(kinds.DRONE.number, at(world, 90.0))
    nose = world.bodies.heading[row].copy()
    run(world, 1)
    assert not world.bodies.awake[row] and world.bodies.radial_speed[row] < 0.0
    assert not world.bodies.velocity[row].any()
    assert world.bodies.heading[row] == pytest.approx(nose, abs=1e-6)


def test_without_live_regions_everything_is_awake() -> None:
    world = make(None)
    rows = [world.place(kinds.DRONE.number, at(world, arc)) for arc in (5.0, 80.0, 160.0)]
    assert run(world, TIMEOUT * 3) == []
    assert world.bodies.awake[rows].all()
    assert len(body_sets(world).asleep) == 0


def test_sleep_is_part_of_the_state() -> None:
    world, other = make(), make()
    for k in range(6):
        world.place(kinds.DRONE.number, at(world, 25.0 + 5 * k))
    force_sleep(world, 1, wake_tick=70)
    run(world, 25)
    other.restore(world.snapshot())
    assert other.state_hash() == world.state_hash()
    for _ in range(60):
        run(world, 1)
        run(other, 1)
        assert other.array_hashes() == world.array_hashes()
    world.sleep.wake_tick[2] = 99
    assert world.state_hash() != other.state_hash()


def test_bad_live_radius_is_refused() -> None:
    with pytest.raises(ValueError, match="live_radius must be above 0"):
        WorldConfig(live_radius=-1.0)
