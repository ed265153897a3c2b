"""Help with aim and fire: what it changes in a command, what it leaves alone, and that replays hold it."""

import io
import math
from collections.abc import Iterator

import numpy as np
import pytest

from arena.catalogue import kinds, weapons
from arena.game.bots.aim_assist import AIM_CONES, AimAssist
from arena.game.match import Match
from arena.game.replays.replay import read_replay, verify_replay
from arena.sim.tables.commands import STICK_SCALE, Button, PlayerCommand
from arena.sim.world import World, WorldConfig

LIGHT, STRONG = AIM_CONES["light"], AIM_CONES["strong"]


@pytest.fixture
def world() -> Iterator[World]:
    made = World(WorldConfig(enemies=4, asteroids=4, bullets=4, pickups=1))
    made.spawn_player(0, (0.0, 0.0, 1.0), up=(0.0, 1.0, 0.0))
    yield made
    made.close()


def put(world: World, kind: int, turn: float, distance: float = 8.0) -> int:
    """A body that lies `turn` [rad] clockwise of the player's up, `distance` [u] away."""
    arc = distance / world.shell_radius
    flat = np.array([math.sin(turn), math.cos(turn), 0.0]) * math.sin(arc)
    return world.place(kind, [flat[0], flat[1], math.cos(arc)])


def turn_of(command: PlayerCommand) -> float:
    """Direction in which a command aims [rad], clockwise of up."""
    return math.atan2(command.aim_x, command.aim_y)


def aimed(turn: float, buttons: Button = Button.NONE) -> PlayerCommand:
    return PlayerCommand.from_sticks((0.3, -0.2), (math.sin(turn), math.cos(turn)), buttons)


def test_each_step_turns_the_aim_to_what_lies_in_its_cone_and_no_farther(world: World) -> None:
    target = 0.9
    put(world, kinds.DRONE.number, target)
    for step, cone in AIM_CONES.items():
        for off in (0.5 * LIGHT, 0.5 * (LIGHT + STRONG), 1.5 * STRONG):
            command = AimAssist(0).help(world, aimed(target + off), step, auto_fire=False)
            expected = target if off < cone else target + off
            assert turn_of(command) == pytest.approx(expected, abs=0.02), (step, off)
            assert (command.move_x, command.move_y, command.buttons) == (38, -25, Button.NONE)


def test_nothing_asked_for_changes_nothing(world: World) -> None:
    put(world, kinds.DRONE.number, 0.0)
    assert AimAssist(0).help(world, aimed(0.05), "off", auto_fire=False) == aimed(0.05)


def test_full_help_aims_for_a_player_who_gives_no_aim_at_all(world: World) -> None:
    put(world, kinds.DRONE.number, 2.5)
    command = AimAssist(0).help(world, PlayerCommand(), "full", auto_fire=False)
    assert turn_of(command) == pytest.approx(2.5, abs=0.02)
    assert AimAssist(0).help(world, PlayerCommand(), "strong", auto_fire=False) == PlayerCommand()


def test_the_aim_leads_what_flies_across(world: World) -> None:
    row = put(world, kinds.DRONE.number, 0.0, 10.0)
    world.bodies.velocity[row] = (6.0, 0.0, 0.0)
    command = AimAssist(0).help(world, aimed(0.0), "strong", auto_fire=False)
    assert turn_of(command) > 0.1


def test_ships_come_before_rocks_that_are_nearer_to_the_aim(world: World) -> None:
    put(world, kinds.ASTEROID.number, 0.0)
    put(world, kinds.DRONE.number, 0.2)
    command = AimAssist(0).help(world, aimed(0.0), "strong", auto_fire=False)
    assert turn_of(command) == pytest.approx(0.2, abs=0.02)


def test_what_is_out_of_range_or_on_the_own_side_is_no_target(world: World) -> None:
    put(world, kinds.DRONE.number, 0.1, 60.0)
    world.place_companion(0, (0.0, 0.1, 1.0))
    assert AimAssist(0).help(world, aimed(0.0), "full", auto_fire=True) == aimed(0.0)


def test_fire_goes_by_itself_at_what_is_ahead_and_at_nothing_else(world: World) -> None:
    put(world, kinds.DRONE.number, 0.0)
    assist = AimAssist(0)
    assert assist.help(world, aimed(0.1), "off", auto_fire=True) == aimed(0.1, Button.FIRE)
    assert assist.help(world, aimed(1.0), "off", auto_fire=True).buttons == Button.NONE
    assert assist.help(world, aimed(0.1), "off", auto_fire=False).buttons == Button.NONE
    held = aimed(1.0, Button.FIRE | Button.BOOST)
    assert assist.help(world, held, "off", auto_fire=True) == held


def test_a_lost_ship_is_not_helped(world: World) -> None:
    put(world, kinds.DRONE.number, 0.0)
    world.bodies.alive[0] = False
    assert AimAssist(0).help(world, aimed(0.1), "full", auto_fire=True) == aimed(0.1)


def test_a_helped_game_verifies_without_the_help() -> None:
    target = io.BytesIO()
    with Match(seed=7, workers=1, record=target) as match:
        assist, fired = AimAssist(0), 0
        for tick in range(600):
            turn = tick * 0.01
            command = assist.help(match.world, aimed(turn), "strong", auto_fire=True)
            fired += bool(command.buttons & Button.FIRE)
            assert max(abs(command.aim_x), abs(command.aim_y)) <= STICK_SCALE
            match.tick([command])
        assert fired > 10
    assert verify_replay(io.BytesIO(target.getvalue()), workers=1).identical
    assert read_replay(io.BytesIO(target.getvalue())).ticks == 600


@pytest.mark.parametrize("slot", [0, 1])
def test_what_is_in_reach_is_so_by_the_weapon_of_the_player_who_is_helped(slot: int) -> None:
    """Both are at the same place; the scatter of the one reaches 15 u, the lance of the other farther."""
    world = World(WorldConfig(players=2, enemies=1, asteroids=0, bullets=4))
    for player in range(2):
        world.spawn_player(player, (0.0, 0.0, 1.0), up=(0.0, 1.0, 0.0))
    world.players.weapon[:] = weapons.SCATTER.number, weapons.LANCE.number
    put(world, kinds.DRONE.number, 0.0, 20.0)
    help_given = AimAssist(slot).help(world, aimed(0.05), "light", auto_fire=False)
    assert (help_given != aimed(0.05)) == (slot == 1)
