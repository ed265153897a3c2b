"""Zones: who is inside, what each kind does, and that nothing else changes."""

from typing import Any, cast

import numpy as np
import pytest

from arena import sphere, tuning
from arena.catalogue import kinds, zones
from arena.sim.step import step
from arena.sim.tables.commands import PlayerCommand
from arena.sim.tables.zones import ZONES_MAX
from arena.sim.world import World, WorldConfig
from arena.sim.zones import add_zone, apply_zones, flow_around, map_zones, remove_zone
from arena.workers import WorkerPool

CENTER = np.array([1.0, 0.0, 0.0])


def make(asteroids: int = 1) -> World:
    """Only asteroids, and the dead rows of a player."""
    return World(WorldConfig(seed=1, enemies=0, asteroids=asteroids, bullets=0))


def off(world: World, arc: float, towards: tuple[float, float, float] = (0.0, 0.0, 1.0)) -> np.ndarray:
    """The direction that many units of arc from the zone's centre."""
    angle = arc / world.shell_radius
    return CENTER * np.cos(angle) + np.array(towards) * np.sin(angle)


def run(world: World, ticks: int) -> None:
    """Step with a resting player."""
    for _ in range(ticks):
        step(world, [PlayerCommand()])


def test_a_well_pulls_in_and_lets_circle() -> None:
    world = make()
    add_zone(world, zones.WELL.number, CENTER, radius=12.0, strength=20.0)
    row = world.place(kinds.ASTEROID.number, off(world, 8.0))
    closest, farthest = np.inf, 0.0
    for _ in range(600):
        run(world, 1)
        gap = sphere.distance(world.bodies.position[row], CENTER)
        closest, farthest = min(closest, gap), max(farthest, gap)
    assert closest < 1.0
    assert farthest < 9.0


def test_a_nebula_slows_what_is_inside() -> None:
    world = make()
    add_zone(world, zones.NEBULA.number, CENTER, radius=10.0, strength=2.0)
    row = world.place(kinds.ASTEROID.number, off(world, 15.0), velocity=(6.0, 0.0, -6.0))
    before = np.linalg.norm(world.bodies.velocity[row])
    run(world, 20)
    assert np.linalg.norm(world.bodies.velocity[row]) == pytest.approx(before, rel=1e-4)
    run(world, 180)
    assert world.zone_mask[row] == 1 << zones.NEBULA.number
    assert np.linalg.norm(world.bodies.velocity[row]) < 0.3 * before


@pytest.mark.parametrize("strengths", [(), (2.0,), (2.0, 0.5), (0.5, 2.0)])
def test_each_nebula_around_a_ship_takes_its_share_of_the_speed(strengths: tuple[float, ...]) -> None:
    world = make()
    for strength in strengths:
        add_zone(world, zones.NEBULA.number, CENTER, radius=12.0, strength=strength)
    center = tuple(CENTER * world.shell_radius)
    flow, kept = flow_around(world.zones, world.zone_rules, center, 10.0)
    assert np.allclose(flow, 0.0)
    assert kept == pytest.approx(np.prod([1 / (1 + s * tuning.ZONES.flow_time) for s in strengths]))


@pytest.mark.parametrize(
    ("strengths", "speed", "share"),
    [((3.0, 5.0), 10.0, 0.36), ((5.0, 3.0), 0.0, 1.0), ((6.0, 12.0), 10.0, 0.5)],
)
def test_winds_around_a_ship_add_up_to_half_of_its_own_speed(
    strengths: tuple[float, ...], speed: float, share: float
) -> None:
    """A ship without speed of its own is carried as fast as they blow."""
    world = make()
    for strength in strengths:
        add_zone(world, zones.WIND.number, CENTER, radius=12.0, strength=strength, axis=(0.0, 0.0, 1.0))
    flow, kept = flow_around(world.zones, world.zone_rules, tuple(CENTER * world.shell_radius), speed)
    assert tuning.ZONES.flow_time == 0.45 and kept == 1.0
    most = sum(strengths) * tuning.ZONES.flow_time
    assert flow == pytest.approx((0.0, share * speed if speed else most, 0.0))


def test_the_wind_blows_around_its_axis() -> None:
    world = make()
    add_zone(world, zones.WIND.number, CENTER, radius=12.0, strength=5.0, axis=(0.0, 0.0, 2.0))
    row = world.place(kinds.ASTEROID.number, CENTER)
    run(world, 30)
    velocity = world.bodies.velocity[row]
    # At the very centre it blows at full strength: 5 u/s^2 for half a second, towards +y.
    assert velocity == pytest.approx([0.0, 2.5, 0.0], abs=0.15)


def test_the_last_zone_that_there_is_room_for_acts_as_the_first() -> None:
    world = make(2)
    rows = [world.place(kinds.ASTEROID.number, place) for place in (CENTER, -CENTER)]
    for place, count in ((CENTER, 1), ((0.0, 1.0, 0.0), ZONES_MAX - 2), (-CENTER, 1)):
        for _ in range(count):
            add_zone(world, zones.WIND.number, place, radius=4.0, strength=5.0)
    run(world, 2)
    first, last = np.linalg.norm(world.bodies.velocity[rows], axis=1)
    assert first == pytest.approx(last) and first > 0.1
    assert world.zone_mask[rows].tolist() == [1 << zones.WIND.number] * 2


@pytest.mark.parametrize("kind", [zones.WIND.number, zones.NEBULA.number, zones.WELL.number])
def test_bodies_outside_are_left_alone_and_inside_is_exact(kind: int) -> None:
    world = make(2000)
    random = np.random.default_rng(4)
    for _ in range(2000):
        world.place(kinds.ASTEROID.number, random.normal(size=3), random.normal(size=3) * 5, radius=0.3)
    reach, center = 17.0, np.array([0.3, -0.8, 0.52])
    zone = add_zone(world, kind, center, radius=reach, strength=3.0, axis=(1.0, 1.0, 0.0))
    before = world.bodies.velocity.copy()
    map_zones(world)
    apply_zones(world)
    gap = np.linalg.norm(world.bodies.position.astype(np.float64) - world.zones.center[zone], axis=1)
    inside = world.bodies.alive & (gap < reach)
    assert 20 < inside.sum() < 400
    assert (world.zone_mask == np.where(inside, 1 << kind, 0)).all()
    changed = (world.bodies.velocity != before).any(axis=1)
    assert (changed == inside).all()


def test_zones_overlap_and_go() -> None:
    world = make()
    well = add_zone(world, zones.WELL.number, CENTER, radius=9.0, strength=1.0)
    add_zone(world, zones.NEBULA.number, off(world, 4.0), radius=9.0, strength=1.0)
    row = world.place(kinds.ASTEROID.number, off(world, 2.0))
    run(world, 1)
    assert world.zone_mask[row] == (1 << zones.WELL.number) | (1 << zones.NEBULA.number)
    remove_zone(world, well)
    run(world, 1)
    assert world.zone_mask[row] == 1 << zones.NEBULA.number
    remove_zone(world, 1)
    run(world, 1)
    assert world.zone_mask[row] == 0


def test_threads_and_restoring_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.sim.zones.BLOCK_ROWS", 512)
    hashes = set()
    for workers in (1, 3):
        world = make(6000)
        world.workers = WorkerPool(workers)
        random = np.random.default_rng(4)
        for place in random.normal(size=(6000, 3)):
            world.place(kinds.ASTEROID.number, place, place[[1, 2, 0]] * 5, radius=0.1)
        for k in range(12):
            kind = (zones.WIND.number, zones.NEBULA.number, zones.WELL.number)[k % 3]
            add_zone(world, kind, random.normal(size=3), radius=30.0, strength=4.0)
        for _ in range(5):
            map_zones(world)
            apply_zones(world)
        hashes.add(world.state_hash())
        saved = world.snapshot()
        map_zones(world)
        apply_zones(world)
        after = world.state_hash()
        world.restore(saved)
        map_zones(world)
        apply_zones(world)
        assert world.state_hash() == after
        world.workers.close()
    assert len(hashes) == 1


def test_bad_zones_are_refused() -> None:
    world = make()
    for kind in (zones.FREE, 7, 9, -1):
        with pytest.raises(ValueError, match=f"no zone of kind {kind}; there is wind, nebula, well"):
            add_zone(world, kind, CENTER, 1.0, 1.0)
    with pytest.raises(ValueError, match=r"no zone of kind 'well'; .* by number"):
        add_zone(world, cast(Any, "well"), CENTER, 1.0, 1.0)
    with pytest.raises(ValueError, match="radius must be above 0"):
        add_zone(world, zones.WELL.number, CENTER, -1.0, 1.0)
    with pytest.raises(ValueError, match="strength must be finite"):
        add_zone(world, zones.WELL.number, CENTER, 1.0, float("nan"))
    with pytest.raises(ValueError, match="there is no zone 3"):
        remove_zone(world, 3)
    for _ in range(ZONES_MAX):
        add_zone(world, zones.WELL.number, CENTER, 1.0, 1.0)
    with pytest.raises(ValueError, match="at most 64 zones"):
        add_zone(world, zones.WELL.number, CENTER, 1.0, 1.0)


def test_speeds_stay_bounded_in_a_strong_well() -> None:
    world = make()
    add_zone(world, zones.WELL.number, CENTER, radius=20.0, strength=1e4)
    row = world.place(kinds.ASTEROID.number, off(world, 10.0))
    run(world, 300)
    assert np.isfinite(world.bodies.position[row]).all()
    shell = world.planet_radius + tuning.ARENA.shell_altitude
    assert np.linalg.norm(world.bodies.position[row]) == pytest.approx(shell, rel=1e-5)


def test_a_rock_that_passes_a_wind_again_and_again_is_not_driven_without_end() -> None:
    """Every turn round the planet leads through the same wind, which always blows from behind."""
    world = make()
    add_zone(world, zones.WIND.number, CENTER, radius=20.0, strength=8.0, axis=(0.0, 0.0, 1.0))
    row = world.place(kinds.ASTEROID.number, off(world, 15.0, (0.0, 1.0, 0.0)), velocity=(0.0, 6.0, 0.0))
    fastest = 0.0
    for _ in range(60 * 60):
        run(world, 1)
        fastest = max(fastest, float(np.linalg.norm(world.bodies.velocity[row])))
    assert 8.0 < fastest <= tuning.ZONES.fastest * 1.001


def test_what_is_faster_than_zones_drive_is_turned_and_keeps_its_speed() -> None:
    world = make()
    add_zone(world, zones.WELL.number, CENTER, radius=20.0, strength=40.0)
    row = world.place(kinds.ASTEROID.number, off(world, 10.0, (0.0, 1.0, 0.0)), velocity=(0.0, 0.0, 40.0))
    before = world.bodies.velocity[row].astype(np.float64)
    run(world, 1)
    assert np.linalg.norm(world.bodies.velocity[row]) == pytest.approx(40.0), "nor is it braked"
    run(world, 14)
    after = world.bodies.velocity[row].astype(np.float64)
    assert np.linalg.norm(after) <= np.linalg.norm(before) * 1.0001
    assert after[1] < -2.0, "towards the well"


def test_a_zone_fades_towards_its_rim() -> None:
    speeds: list[float] = []
    for arc in (0.0, 9.0):
        world = make()
        add_zone(world, zones.WIND.number, CENTER, radius=12.0, strength=5.0)
        row = world.place(kinds.ASTEROID.number, off(world, arc))
        run(world, 2)
        speeds.append(float(np.linalg.norm(world.bodies.velocity[row])))
    assert 0.0 < speeds[1] < 0.6 * speeds[0]
