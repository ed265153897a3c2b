"""Steering: when and how fast a dash charges and a shield comes back, how long a chill slows."""

import numpy as np
import pytest

from arena.catalogue import kinds, modules
from arena.sim.crates import fit_module
from arena.sim.step import step
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.tables.events import Event
from arena.sim.world import World, WorldConfig
from tests.playing import told

NOW, SHIELD_DELAY = 500, 180


def make() -> World:
    """A player at rest; the next tick is NOW."""
    world = World(WorldConfig(enemies=1, asteroids=0, bullets=0))
    world.spawn_player(0)
    world.tick = NOW - 1
    return world


@pytest.mark.parametrize(("until", "charges"), [(NOW, True), (NOW + 1, False)])
def test_a_dash_charges_from_the_tick_on_in_which_the_last_one_is_over(until: int, charges: bool) -> None:
    world = make()
    world.players.boost[0], world.players.boost_until[0] = 0.0, until
    step(world, [PlayerCommand()])
    assert (world.players.boost[0] > 0.0) == charges


@pytest.mark.parametrize(("since", "heals"), [(SHIELD_DELAY, False), (SHIELD_DELAY + 1, True)])
def test_a_shield_comes_back_once_more_than_three_seconds_have_passed(since: int, heals: bool) -> None:
    world = make()
    world.bodies.health[0], world.ships.hurt_tick[0] = 10.0, NOW - since
    step(world, [PlayerCommand()])
    assert (world.bodies.health[0] > 10.0) == heals


@pytest.mark.parametrize(("until", "slows"), [(NOW, False), (NOW + 1, True)])
def test_a_chill_slows_a_ship_until_a_tick_and_that_excluded(until: int, slows: bool) -> None:
    """It flies as fast as it can."""
    world, speed = make(), kinds.DRONE.ship.flight.max_speed
    row = world.place(kinds.DRONE.number, (1.0, 0.0, 0.0), (0.0, speed, 0.0))
    world.commands.move[row], world.ships.chilled_until[row] = (0.0, 1.0, 0.0), until
    step(world, [PlayerCommand()])
    assert (np.linalg.norm(world.bodies.velocity[row]) < 0.99 * speed) == slows


@pytest.mark.parametrize("slot", [0, 1])
def test_dash_shield_and_bomb_of_two_players_follow_their_own_modules(slot: int) -> None:
    world = World(WorldConfig(players=2, enemies=0, asteroids=0, bullets=0))
    for player, place in enumerate(((0.0, 0.0, 1.0), (0.0, 0.0, -1.0))):
        world.spawn_player(player, place)
    for module in (modules.BURNER, modules.CAPACITOR, modules.FALLOUT):
        fit_module(world.players, world.module_table, slot, module.number)
    world.players.boost[:], world.bodies.health[:2] = 0.0, 10.0
    step(world, [PlayerCommand(buttons=Button.BOMB)] * 2)
    bombs = {one.row: one.size for one in told(world) if one.event == Event.BOMB}
    gains = world.players.boost, world.bodies.health - 10.0, bombs
    shares = [float(gain[slot] / gain[1 - slot]) for gain in gains]
    burner, capacitor, fallout = (
        row.rules.effects for row in (modules.BURNER, modules.CAPACITOR, modules.FALLOUT)
    )
    wanted = [1.0 / burner.recharge, capacitor.shield_rate, fallout.bomb_radius]
    assert shares == pytest.approx(wanted, rel=1e-4)
