"""The sniper: it keeps away, lays a line, holds it, fires once along it, moves on; what breaks its line."""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from arena import tuning
from arena.catalogue import kinds
from arena.catalogue.enemies import SNIPER
from arena.sim.kinds import Phase, Pool
from arena.sim.tables.commands import PlayerCommand
from arena.sim.tables.events import Event
from arena.sim.world import World
from tests.ai.arena_of_minds import LOCKS, REST, ahead, gap, place, play, small_world

AWAY = 0.55
"""Arc from the player at which it begins to aim [rad]; 28.6 u."""
HALF_A_SECOND = tuning.TICK_RATE // 2
LOCK = int(LOCKS[SNIPER.number])


class Told(NamedTuple):
    """Observations of a sniper, by tick."""

    phases: list[int]
    noses: list[NDArray[np.float64]]
    shots: list[int]  # ticks
    hurt: list[int]  # ticks at which a player was hurt


def watch(world: World, row: int, ticks: int, command: PlayerCommand = REST, look=None) -> Told:  # type: ignore[no-untyped-def]
    """Play, and note what a sniper does; `look(world)` may change the world after each tick."""
    told = Told([], [], [], [])
    world.ships.untouchable_until[:] = 0

    def note(world: World) -> None:
        told.phases.append(int(world.memory.phase[row]))
        told.noses.append(world.bodies.heading[row].astype(np.float64))
        if look is not None:
            look(world)

    for tick, event, who, _ in play(world, ticks, command, note):
        if event == Event.SHOT and who == row:
            told.shots.append(tick)
        if event == Event.PLAYER_HURT:
            told.hurt.append(tick)
    return told


def rock_between(world: World, share: float = 0.5) -> int:
    """A heavy rock on the shell, on the way from the player to a sniper at `AWAY`."""
    rock = place(world, kinds.ASTEROID.number, share * AWAY, radius=1.2)
    world.bodies.inv_mass[rock], world.bodies.health[rock] = 1e-9, 1e9
    world.bodies.velocity[rock] = 0.0
    return rock


def test_it_keeps_far_away_from_whoever_comes() -> None:
    world = small_world()
    row = place(world, SNIPER.number, 0.3)
    play(world, 600)
    assert 25.0 < gap(world, row) < 34.0
    assert SNIPER.ship.flight.max_speed < 0.5 * kinds.PLAYER.ship.flight.max_speed, "it can be hunted"


def test_it_warns_and_hits_who_stays() -> None:
    world = small_world()
    row = place(world, SNIPER.number, AWAY)
    told = watch(world, row, 400)
    assert len(told.shots) == 2 and len(told.hurt) == 2, "one shot in each cycle"
    for shot, hurt in zip(told.shots, told.hurt, strict=True):
        before = told.phases[:shot][::-1]
        warned = next(k for k, phase in enumerate(before) if phase == Phase.SEEK)
        assert warned >= 2 * HALF_A_SECOND, "it is announced for a second"
        assert HALF_A_SECOND / 2 < hurt - shot < HALF_A_SECOND
    assert np.isclose(told.shots[1] - told.shots[0], cycle_ticks(), atol=8)


def cycle_ticks() -> int:
    """Ticks from one shot to the next of a sniper that always sees."""
    behaviour = SNIPER.ship.behaviour
    assert behaviour is not None
    return behaviour.windup_ticks + behaviour.act_ticks + behaviour.rest_ticks


def test_its_line_follows_until_it_is_held_and_crossing_it_is_safe() -> None:
    world = small_world()
    row = place(world, SNIPER.number, AWAY)
    told = watch(world, row, 400, PlayerCommand(move_x=127))
    assert told.shots and not told.hurt
    first = told.phases.index(Phase.WINDUP)
    followed = told.noses[first + 2] @ told.noses[told.shots[0] - LOCK]
    assert followed < 0.99
    held = told.noses[told.shots[0] - LOCK + 4 : told.shots[0]]
    assert len(held) > 10 and min(float(a @ b) for a, b in pairwise(held)) > 1.0 - 1e-7


def test_it_shoots_ahead_of_who_flies_slowly() -> None:
    """The aim leads by the time of flight alone: by as much as a slow player flies in it."""
    world = small_world()
    row = place(world, SNIPER.number, AWAY)
    missed: list[float] = []

    def look(world: World) -> None:
        first, stop = int(world.pool_rows.start[Pool.BULLET]), int(world.pool_rows.stop[Pool.BULLET])
        alive = np.flatnonzero(world.bodies.alive[first:stop]) + first
        missed.extend(gap(world, int(bullet)) for bullet in alive)

    watch(world, row, 110, PlayerCommand(move_x=20), look)
    assert min(missed) < 2.0


def test_it_does_not_aim_through_a_rock() -> None:
    world = small_world(asteroids=4)
    row = place(world, SNIPER.number, AWAY)
    rock = rock_between(world)
    centre = world.bodies.position[rock].copy()

    def stay(world: World) -> None:
        world.bodies.position[rock], world.bodies.velocity[rock] = centre, 0.0
        world.bodies.velocity[row] = 0.0
        world.bodies.position[row] = ahead(AWAY) * world.shell_radius

    told = watch(world, row, 240, look=stay)
    assert Phase.WINDUP not in told.phases and not told.shots


@pytest.mark.parametrize(("left", "shots"), [(LOCK + 14, 0), (LOCK - 6, 1)])
def test_a_rock_that_comes_between_breaks_the_line_or_takes_the_shot(left: int, shots: int) -> None:
    """Before the aim is held it gives up; afterwards it fires, and the rock is hit."""
    world = small_world(asteroids=4)
    row = place(world, SNIPER.number, AWAY)
    rocks: list[int] = []

    def look(world: World) -> None:
        ends = int(world.memory.until[row]) - world.tick
        if world.memory.phase[row] == Phase.WINDUP and ends <= left and not rocks:
            rocks.append(rock_between(world, 0.4))

    told = watch(world, row, 130, look=look)
    assert rocks and not told.hurt
    assert len(told.shots) == shots
    assert (Phase.ACT in told.phases) == bool(shots)


def test_another_target_is_warned_for_a_whole_windup() -> None:
    world = small_world(players=2)
    row = place(world, SNIPER.number, AWAY)
    changed: list[int] = []

    def look(world: World) -> None:
        ends = int(world.memory.until[row]) - world.tick
        if world.memory.phase[row] == Phase.WINDUP and ends < 12 and not changed:
            world.spawn_player(1, ahead(AWAY, 0.6), up=[0, 1, 0])
            changed.append(world.tick)

    told = watch(world, row, 260, look=look)
    assert changed
    assert told.shots and min(told.shots) - changed[0] > 2 * HALF_A_SECOND


def test_an_interrupted_windup_begins_anew() -> None:
    """Its target dies while it aims, and is back long after the end of that windup."""
    world = small_world()
    row = place(world, SNIPER.number, AWAY)

    def look(world: World) -> None:
        world.bodies.alive[0] = not 40 < world.tick < 140

    told = watch(world, row, 420, look=look)
    assert told.phases[60] == Phase.WINDUP
    assert told.shots and min(told.shots) > 140 + HALF_A_SECOND * 2


def test_it_moves_on_after_its_shot() -> None:
    world = small_world()
    row = place(world, SNIPER.number, AWAY)
    places: list[NDArray[np.float64]] = []
    told = watch(
        world, row, 210, look=lambda world: places.append(world.bodies.position[row].astype(np.float64))
    )
    shot = told.shots[0]
    assert np.linalg.norm(places[shot] - places[shot - 40]) < 0.5, "it aims where it stands"
    assert np.linalg.norm(places[shot + 120] - places[shot]) > 6.0
