"""Stories of the companion, and of the boss and its parts."""

from typing import Any

import numpy as np

from arena import tuning
from arena.sim.commands import Button, PlayerCommand
from arena.sim.events import Event
from arena.sim.kinds import Kind, Phase, Pool
from arena.sim.world import World
from tests.ai.arena_of_minds import ahead, gap, place, play, small_world


def with_companion(**counts: Any) -> tuple[World, int]:
    world = small_world(companions=1, **counts)
    return world, world.place_companion(0, ahead(0.05, 1.5))


def test_a_companion_catches_up_and_keeps_its_place_beside_a_player_who_flies_about() -> None:
    world, row = with_companion()
    world.bodies.position[row] = ahead(0.5, 1.5) * world.shell_radius  # 26 u away
    gaps: list[float] = []

    def fly(tick: int) -> PlayerCommand:
        turn = tick / 70.0
        return PlayerCommand(move_x=round(110 * np.cos(turn)), move_y=round(110 * np.sin(turn)))

    play(world, 60 * 8, fly, lambda world: gaps.append(gap(world, row)))
    assert np.mean(gaps[150:]) < 4.5
    assert max(gaps[150:]) < 8.0
    assert min(gaps) > tuning.PLAYER.radius + tuning.COMPANION.radius - 0.05, "it does not get in the way"


def test_a_companion_shoots_who_comes_from_behind_while_its_player_does_nothing() -> None:
    world, row = with_companion()
    drone = place(world, Kind.DRONE, 0.45, np.pi)
    events = play(world, 60 * 5)
    assert [other for _, event, who, other in events if event == Event.KILLED and who == drone] == [row]
    assert not any(event == Event.PLAYER_HURT for _, event, *_ in events)


def test_a_companion_takes_the_one_in_the_back_first() -> None:
    world, row = with_companion()
    front = place(world, Kind.GUNNER, 0.30, 0.0)
    back = place(world, Kind.GUNNER, 0.31, np.pi)
    events = play(world, 40)
    hit = [who for _, event, who, other in events if event == Event.HIT and other == row]
    assert hit
    assert hit[0] == back != front


def test_a_companion_holds_its_fire_with_nobody_near_and_nothing_hurts_it() -> None:
    world, row = with_companion()
    place(world, Kind.DRONE, 2.0)
    gunner = place(world, Kind.GUNNER, 0.25)
    world.bodies.health[gunner] = 1e6
    world.bodies.health[row] = 50.0
    events = play(world, 60 * 4)
    assert any(event == Event.SHOT and who == gunner for _, event, who, _ in events)
    assert world.bodies.health[row] == 50.0
    world, row = with_companion()
    place(world, Kind.DRONE, 2.0)
    assert not any(event == Event.SHOT for _, event, *_ in play(world, 60))


def boss_world() -> tuple[World, int]:
    world = small_world(enemies=12, bullets=512)
    return world, world.place_boss(ahead(0.6))


def parts_of(world: World) -> np.ndarray:
    rows = world.rows(Pool.ENEMY)
    return rows[world.bodies.kind[rows] == Kind.BOSS_PART]


def test_a_bosss_parts_ride_with_it_and_touch_nobody() -> None:
    world, boss = boss_world()
    distances: list[np.ndarray] = []

    def look(world: World) -> None:
        parts = parts_of(world)
        apart = world.bodies.position[parts] - world.bodies.position[boss]
        distances.append(np.linalg.norm(apart, axis=1))
        assert world.contacts.count[0] == 0

    play(world, 60 * 10, look=look)
    assert len(parts_of(world)) == tuning.SPECIALIST.boss_parts
    assert np.ptp(np.array(distances)) < 0.05
    radii = np.linalg.norm(world.bodies.position[parts_of(world)], axis=1)
    assert np.allclose(radii, world.shell_radius, atol=0.01)


def test_a_part_breaks_off_alone_and_all_end_with_their_boss() -> None:
    world, boss = boss_world()
    play(world, 10)
    first = int(parts_of(world)[0])
    world.bodies.health[first] = 0.0
    play(world, 5)
    assert len(parts_of(world)) == tuning.SPECIALIST.boss_parts - 1
    assert world.bodies.alive[boss]
    world.bodies.health[boss] = 0.0
    events = play(world, 5)
    assert not len(parts_of(world))
    assert sum(event == Event.KILLED for _, event, *_ in events) == tuning.SPECIALIST.boss_parts


def shot_directions(health: float) -> list[float]:
    """Cosines between a boss's shots and the way to the player, at a share of its full health."""
    world, boss = boss_world()
    world.bodies.health[parts_of(world)] = 0.0
    directions: list[float] = []

    def look(world: World) -> None:
        world.bodies.health[boss] = health * tuning.BOSS.health
        here = world.bodies.position[boss].astype(float)
        to_player = world.bodies.position[0] - here
        to_player -= here * (to_player @ here) / (here @ here)
        events = world.events
        for i in range(int(events.count[0])):
            if events.kind[i] == Event.SHOT and events.row[i] == boss:
                heading = world.bodies.heading[boss].astype(float)
                directions.append(float(heading @ to_player / np.linalg.norm(to_player)))

    play(world, 60 * 8, look=look)
    assert len(directions) > 60, "a volley is many shots"
    return directions


def test_a_boss_fires_another_pattern_at_each_stage_of_its_health() -> None:
    fan, spiral, storm = (np.array(shot_directions(stage.health)) for stage in tuning.BOSS_STAGES)
    assert fan.min() > 0.6, "at first it fires at the player"
    assert spiral.min() < -0.5 and storm.min() < -0.5, "wounded it fires all around"
    assert abs(np.median(spiral)) < 0.3 and abs(np.median(storm)) < 0.3


def test_a_boss_pauses_between_volleys_and_its_turrets_fire_then() -> None:
    world, boss = boss_world()
    by_boss: list[int] = []
    by_parts: list[int] = []

    def look(world: World) -> None:
        events = world.events
        for i in range(int(events.count[0])):
            if events.kind[i] == Event.SHOT:
                (by_boss if events.row[i] == boss else by_parts).append(int(world.memory.phase[boss]))

    play(world, 60 * 10, PlayerCommand(buttons=Button.NONE), look)
    assert by_boss and by_parts
    assert np.mean(np.array(by_boss) == Phase.ACT) > 0.9
    assert np.mean(np.array(by_parts) != Phase.ACT) > 0.8
