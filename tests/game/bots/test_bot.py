"""The bot: it plays by commands, survives, hits what it aims at, and flies smoothly."""

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.game.bots.bot import Bot
from arena.game.match import Match
from arena.game.rules import DIFFICULTIES, SCORE
from arena.game.waves.plans import wave_plan
from arena.sim.kinds import Pool
from arena.sim.tables.commands import STICK_SCALE, Button, PlayerCommand
from tests.playing import rules


def game(seed: int, ticks: int) -> tuple[Match, list[PlayerCommand]]:
    """A finished game and what the bot did in it."""
    bot, commands = Bot(), list[PlayerCommand]()
    with Match(seed=seed, workers=1) as match:
        for _ in range(ticks):
            commands.append(bot.command(match.world))
            match.tick(commands[-1:])
            if match.over:
                break
    return match, commands


@pytest.mark.parametrize("seed", [1, 2])
def test_a_minute_of_play_is_survived_and_beats_a_wave(seed: int) -> None:
    match, commands = game(seed, 3600)
    assert not match.over and rules(match).wave >= 2
    assert match.mode.earnings(match.world)["waves"] >= SCORE.wave_clear
    assert rules(match).kills >= wave_plan(1, DIFFICULTIES["normal"], seed).ships
    fired = sum(bool(command.buttons & Button.FIRE) for command in commands)
    assert fired > 600


def test_it_flies_smoothly() -> None:
    _, commands = game(3, 1200)
    moves = np.array([(command.move_x, command.move_y) for command in commands]) / STICK_SCALE
    change = np.diff(moves, axis=0)
    flips = (change[1:] * change[:-1]).sum(axis=1) < -0.01
    assert np.abs(change).sum(axis=1).mean() < 0.12
    assert flips.mean() < 0.02
    assert np.linalg.norm(moves, axis=1).mean() > 0.25, "it flies at all; games differ between 0.38 and 0.66"


def test_the_same_world_gives_the_same_commands() -> None:
    assert game(5, 300)[1] == game(5, 300)[1]


def test_a_dead_player_does_nothing() -> None:
    with Match(seed=1, workers=1) as match:
        match.world.ships.untouchable_until[0] = 0
        match.world.bodies.health[0] = -1.0
        match.tick([PlayerCommand()])
        assert Bot().command(match.world) == PlayerCommand()


@pytest.mark.parametrize("degrees", range(0, 360, 45))
def test_it_leads_its_shots_in_every_direction(degrees: int) -> None:
    """A lone ship that passes by dies, wherever it is; the bot stands still, so only the lead helps."""
    with Match(seed=1, workers=1) as match:
        world = match.world
        world.pools[Pool.ASTEROID].clear()
        here = world.bodies.position[0].astype(np.float64) / world.shell_radius
        up = world.players.up[0].astype(np.float64)
        way = np.cos(np.radians(degrees)) * up + np.sin(np.radians(degrees)) * np.cross(up, here)
        place = here * np.cos(0.25) + way * np.sin(0.25)
        row = world.place(kinds.DRONE.number, place, velocity=np.cross(place, way) * 9.0)
        bot = Bot()
        for _ in range(100):
            command = bot.command(world)
            match.tick([PlayerCommand(0, 0, command.aim_x, command.aim_y, command.buttons & Button.FIRE)])
            if not world.bodies.alive[row]:
                break
        assert not world.bodies.alive[row]


def test_it_bombs_when_it_is_surrounded() -> None:
    with Match(seed=1, workers=1) as match:
        world = match.world
        world.pools[Pool.ASTEROID].clear()
        here = world.bodies.position[0].astype(np.float64) / world.shell_radius
        up = world.players.up[0].astype(np.float64)
        for turn in np.linspace(0.0, 2 * np.pi, 10, endpoint=False):
            way = np.cos(turn) * up + np.sin(turn) * np.cross(up, here)
            world.place(kinds.DRONE.number, here * np.cos(0.14) + way * np.sin(0.14))
        bot = Bot()
        pressed = False
        for _ in range(20):
            command = bot.command(world)
            pressed |= bool(command.buttons & Button.BOMB)
            match.tick([command])
        assert pressed
        assert rules(match).kills >= 5


def test_an_unknown_skill_is_refused() -> None:
    with pytest.raises(ValueError, match="no skill 'good'; there is weak, middle, best"):
        Bot(skill="good")


def test_the_weak_bot_neither_bombs_nor_dashes_nor_changes_weapons() -> None:
    bot = Bot(skill="weak")
    with Match(seed=1, workers=1) as match:
        for _ in range(1800):
            command = bot.command(match.world)
            assert not command.buttons & ~Button.FIRE
            match.tick([command])
            if match.over:
                break
