"""Formations: each has its shape, lands where it can be seen coming, and is the same for the same key."""

import math

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.game.match import Match
from arena.game.spawning.formations import (
    FORMATIONS,
    Spot,
    choose_spot,
    formation_places,
    send_formation,
)
from arena.sim.kinds import Pool
from arena.sim.tables.events import Event
from arena.sphere import distance, log_map, tangent_frame, unit
from arena.tuning import ARENA, LANDING, TICK_RATE
from tests.playing import told

CENTER = unit(np.array([0.3, -0.5, 0.8]))
HEADING = tangent_frame(CENTER)[0]
RIGHT = np.cross(HEADING, CENTER)
SPACING = 0.04
REACH = 0.3
AROUND = [name for name, shape in FORMATIONS.items() if shape.around]


def places_of(name: str, count: int) -> np.ndarray:
    """Places of a formation around `CENTER`, headed for `HEADING`."""
    over, along = (0.0, -1.0) if name in AROUND else (math.sin(REACH), math.cos(REACH))
    focus = CENTER if name in AROUND else along * CENTER + over * HEADING
    spot = Spot(focus, over * CENTER - along * HEADING, REACH)
    return formation_places(name, count, spot, SPACING)


def plane(places: np.ndarray) -> np.ndarray:
    """(right, ahead) of each place, in spacings."""
    offsets = log_map(np.broadcast_to(CENTER, places.shape), places) / SPACING
    return np.stack([offsets @ RIGHT, offsets @ HEADING], axis=1)


@pytest.mark.parametrize("name", FORMATIONS)
@pytest.mark.parametrize("count", [1, 2, 3, 7, 12, 40])
def test_every_formation_stands_on_the_shell_and_leaves_everybody_room(name: str, count: int) -> None:
    places = places_of(name, count)
    assert places.shape == (count, 3)
    assert np.linalg.norm(places, axis=1) == pytest.approx(1.0)
    gaps = [distance(a, b) for i, a in enumerate(places) for b in places[:i]]
    assert min(gaps, default=1.0) > 0.85 * SPACING
    if name in AROUND:
        assert distance(np.broadcast_to(CENTER, places.shape), places).min() >= 0.99 * REACH
    assert (places == places_of(name, count)).all()


def test_formations_look_like_their_names() -> None:
    shapes = {name: plane(places_of(name, 12)) for name in FORMATIONS}
    x, y = {n: s[:, 0] for n, s in shapes.items()}, {n: s[:, 1] for n, s in shapes.items()}
    away = {name: np.hypot(x[name], y[name]) for name in FORMATIONS}
    assert y["wedge"].argmax() == 0 and (y["wedge"] < 0.0).sum() == 11 and abs(x["wedge"].mean()) < 0.6
    assert np.ptp(x["wall"]) > 2.0 * np.ptp(y["wall"])
    assert np.ptp(y["column"]) > 4.0 * np.ptp(x["column"])
    assert (np.minimum(abs(x["cross"]), abs(y["cross"])) < 1e-3).all()
    assert away["halo"].min() > 1.5
    assert away["swarm"][0] < 1e-9 and (np.diff(away["swarm"]) > 0.0).all()
    assert np.ptp(x["block"]) == pytest.approx(3.0, abs=0.01)
    assert away["ring"] == pytest.approx(REACH / SPACING)
    bearings = np.sort(np.arctan2(x["ring"], y["ring"]))
    assert np.diff(bearings) == pytest.approx(2 * math.pi / 12, abs=1e-4)
    assert (y["crescent"] > -0.01).all()
    assert sorted(np.sign(x["pincer"])) == [-1.0] * 6 + [1.0] * 6
    assert (abs(x["corridor"]) > 0.9 * REACH / SPACING).all() and np.ptp(y["corridor"]) > 5.0
    assert (np.diff(away["spiral"]) > 0.0).all()


def test_an_unknown_formation_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"formation 'phalanx' is not known; there is wedge, wall, .*spiral"):
        places_of("phalanx", 3)
    with pytest.raises(ValueError, match="at least 1 ship, not 0"):
        places_of("wedge", 0)


@pytest.mark.parametrize("name", FORMATIONS)
def test_a_group_lands_in_its_shape_off_the_player_and_in_its_order(name: str) -> None:
    with Match(seed=4, workers=1) as match:
        world = match.world
        world.pools[Pool.ASTEROID].clear()
        spot = choose_spot(world, key=7)
        assert send_formation(world, kinds.GUNNER.number, 9, name, spot) == 9
        rows = world.rows(Pool.ENEMY)
        here = world.bodies.position[0].astype(np.float64)
        away = distance(np.broadcast_to(here, (9, 3)), world.bodies.position[rows]) * ARENA.planet_radius
        assert away.min() > LANDING.grace_radius + 1.0
        speeds = -world.bodies.radial_speed[rows]
        assert (np.diff(speeds) <= 0.0).all()
        assert speeds[0] == pytest.approx(LANDING.descent_speed)
        falls = ARENA.outer_altitude / speeds
        last = float(falls.max()) * TICK_RATE
        for _ in range(int(last) + 2):
            match.tick()
        landed = world.bodies.radial_speed[rows] == 0.0
        assert (landed | ~world.bodies.alive[rows]).all()
        assert falls.max() - falls[0] == pytest.approx(FORMATIONS[name].ripple * 8 / 9, abs=0.05)


def test_the_same_key_gives_the_same_place_and_another_another() -> None:
    with Match(seed=4, workers=1) as match, Match(seed=5, workers=1) as other:
        first, again, second = (choose_spot(match.world, key) for key in (1, 1, 2))
        assert (first.way == again.way).all() and first.away == again.away
        assert not np.allclose(first.way, second.way)
        assert not np.allclose(first.way, choose_spot(other.world, 1).way)


def test_what_lands_behind_the_player_lands_near() -> None:
    with Match(seed=4, workers=1) as match:
        world = match.world
        up = world.players.up[0].astype(np.float64)
        spots = [choose_spot(world, key) for key in range(300)]
        behind = [spot.away * world.shell_radius for spot in spots if spot.way @ up < -0.8]
        ahead = [spot.away * world.shell_radius for spot in spots if spot.way @ up > 0.0]
        assert min(behind) >= 14.0 and max(behind) < 19.0
        assert min(ahead) >= 14.0 and 25.0 < max(ahead) <= 26.0


def test_a_group_that_finds_no_room_is_sent_on_later() -> None:
    with Match(seed=4, workers=1) as match:
        world = match.world
        pool = world.pools[Pool.ENEMY]
        spot = choose_spot(world, key=3)
        while pool.capacity - pool.active > 4:
            world.place(kinds.DRONE.number, -spot.focus)
        assert send_formation(world, kinds.DRONE.number, 9, "wedge", spot) == 4
        pool.clear()
        assert send_formation(world, kinds.DRONE.number, 9, "wedge", spot, first=4) == 5


@pytest.mark.parametrize("seconds", [1.0, 3.5])
def test_a_short_fall_is_announced_with_its_first_tick_and_a_long_one_before_its_end(seconds: float) -> None:
    with Match(seed=4, workers=1) as match:
        world = match.world
        world.pools[Pool.ASTEROID].clear()
        row = world.drop_in(kinds.ASTEROID.number, np.array([0.0, 1.0, 0.0]), seconds=seconds)
        ticks: dict[int, int] = {}
        for tick in range(1, 260):
            match.tick()
            ticks |= {one.event: tick for one in told(world) if one.row == row}
            if Event.LANDED in ticks:
                break
        assert ticks[Event.LANDED] == pytest.approx(seconds * TICK_RATE, abs=2)
        assert np.linalg.norm(world.bodies.position[row]) == pytest.approx(world.shell_radius, rel=1e-6)
        assert np.linalg.norm(world.bodies.velocity[row]) > 0.0
        warned = (ticks[Event.LANDED] - ticks[Event.LANDING]) / TICK_RATE
        assert warned == pytest.approx(min(LANDING.warning_time, seconds), abs=0.05)


def test_nothing_falls_faster_than_it_can_be_seen() -> None:
    with Match(seed=4, workers=1) as match, pytest.raises(ValueError, match=r"seconds must be 0\.9 to"):
        match.world.drop_in(kinds.DRONE.number, np.array([0.0, 1.0, 0.0]), seconds=0.2)
