"""Stories of the companion."""

from contextlib import closing
from typing import Any

import numpy as np
import pytest

from arena import tuning
from arena.ai.minds import Minds
from arena.catalogue import kinds
from arena.sim.kinds import Pool
from arena.sim.step import step
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.tables.events import Event
from arena.sim.world import World
from tests.ai.arena_of_minds import ahead, gap, place, play, small_world

FIGHT = PlayerCommand(aim_x=127, buttons=Button.FIRE)


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
    assert min(gaps) > kinds.PLAYER.ship.body.radius + kinds.COMPANION.ship.body.radius - 0.05, (
        "it does not get in the way"
    )


def test_a_companion_shoots_who_comes_from_behind_while_its_player_fights() -> None:
    world, row = with_companion()
    drone = place(world, kinds.DRONE.number, 0.45, np.pi)
    world.bodies.health[drone] = 1.0
    events = play(world, 60 * 5, FIGHT)
    assert [other for _, event, who, other in events if event == Event.KILLED and who == drone] == [row]
    assert not any(event == Event.PLAYER_HURT for _, event, *_ in events)


def test_a_companion_does_not_fight_for_a_player_who_never_fires_or_has_stopped() -> None:
    world, row = with_companion()
    place(world, kinds.GUNNER.number, 0.3)

    def shots(ticks: int, command: PlayerCommand) -> int:
        events = play(world, ticks, command)
        return sum(event == Event.SHOT and who == row for _, event, who, _ in events)

    world.bodies.health[0] = 1e6
    world.bodies.health[world.rows(Pool.ENEMY)] = 1e6
    assert shots(120, PlayerCommand()) == 0
    assert shots(60, FIGHT) > 0
    shots(round(tuning.SPECIALIST.escort_time * tuning.TICK_RATE) + 10, PlayerCommand())
    assert shots(120, PlayerCommand()) == 0


def test_a_companion_takes_the_one_in_the_back_first() -> None:
    world, row = with_companion()
    front = place(world, kinds.GUNNER.number, 0.30, 0.0)
    back = place(world, kinds.GUNNER.number, 0.31, np.pi)
    events = play(world, 40, PlayerCommand(aim_y=127, buttons=Button.FIRE))
    hit = [who for _, event, who, other in events if event == Event.HIT and other == row]
    assert hit
    assert hit[0] == back != front


def test_a_companion_holds_its_fire_with_nobody_near_and_nothing_hurts_it() -> None:
    world, row = with_companion()
    place(world, kinds.DRONE.number, 2.0)
    gunner = place(world, kinds.GUNNER.number, 0.25)
    world.bodies.health[gunner] = 1e6
    world.bodies.health[row] = 50.0
    events = play(world, 60 * 4)
    assert any(event == Event.SHOT and who == gunner for _, event, who, _ in events)
    assert world.bodies.health[row] == 50.0
    world, row = with_companion()
    place(world, kinds.DRONE.number, 2.0)
    assert not any(event == Event.SHOT for _, event, *_ in play(world, 60))


@pytest.mark.parametrize(("since", "fires"), [(239, True), (240, False)])
def test_a_companion_fires_until_four_seconds_after_its_players_last_shot(since: int, fires: bool) -> None:
    world, row = with_companion()
    place(world, kinds.GUNNER.number, 0.2)
    while (row + world.tick) % tuning.MIND.think_interval or world.tick < 300:
        step(world, [PlayerCommand()])
    world.players.fired_at[0] = world.tick - since
    with closing(Minds(world, workers=1)) as minds:
        minds.submit(world)
        minds.collect(world)
    assert bool(world.commands.buttons[row] & Button.FIRE) == fires
