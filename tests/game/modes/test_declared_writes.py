"""Modes write what they declare, and nothing else: lively matches, every column compared around `tick`."""

from collections import defaultdict

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.game.bots.bot import Bot
from arena.game.match import Match
from arena.game.mode import Mode, Request
from arena.game.modes import MODES
from arena.game.modes.campaign import Campaign
from arena.game.modes.endless import Endless
from arena.game.modes.trial import Trial
from arena.game.phases.state import Stage
from arena.game.rules import WAVES
from arena.game.waves.plans import BeatName
from arena.sim.kinds import Pool
from arena.sim.system import covers
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.world import World
from tests.game.campaign_levels import worlds
from tests.sim.columns import copies, poison_free_rows

ABSENT = PlayerCommand(buttons=Button.ABSENT)
TICKS = {"daily_tide": 130}
"""Length of games; 540 but for a mode whose rules another shares, with ten thousand ships."""
REQUESTS = {
    "campaign": (Request(5, level=worlds()[3].text), Request(6, level=worlds()[2].text)),
    "practice": (Request(5, wave=5, invulnerable=True),),
    "sandbox": (Request(5, level=worlds()[2].text),),
    "trial": (Request(0, trial="forty_shots"),),
}
"""Games of modes of which one plain game does not show enough."""


def requests_for(name: str) -> tuple[Request, ...]:
    """Games of a mode."""
    level = worlds()[2].text if MODES[name].spec.needs_level else ""
    return REQUESTS.get(name, (Request(5, level=level, day="2026-11-22"),))


def play(name: str, request: Request) -> tuple[tuple[str, ...], set[str]]:
    """Let bots fly, one of whom comes and goes; returns what the mode declares, and columns it changed."""
    setup = MODES[name].setup_for(request)
    seats = 2 if MODES[name].spec.open_seats else 1
    seen, bots = set[str](), [Bot(slot) for slot in range(seats)]
    with Match(name, setup.seed, workers=1, level=setup.level, seats=seats) as match:
        watch(match.mode, seen)
        for tick in range(TICKS.get(name, 540)):
            hurry(match, tick)
            commands = [bot.command(match.world) for bot in bots]
            if seats > 1 and (tick < 60 or 150 <= tick < 200):
                commands[1] = ABSENT
            match.tick(commands)
        return match.mode.writes, seen


def watch(mode: Mode, seen: set[str]) -> None:
    """Note the columns that each tick changes. Free rows hold garbage, so that births are seen in full."""
    tick = mode.tick

    def run(world: World) -> None:
        if world.tick % 10 == 0:
            poison_free_rows(world, np.random.default_rng(world.tick), first=world.config.players)
        before = copies(world)
        tick(world)
        seen.update(name for name, column in copies(world).items() if column != before[name])

    mode.tick = run


def hurry(match: Match, tick: int) -> None:
    """Let ships, asteroids, the player and a companion end before their time, and phases, too."""
    world = match.world
    bodies = world.bodies
    fallen = [*world.rows(Pool.ENEMY)[:6], *world.rows(Pool.ASTEROID)[:2]] if tick % 20 == 10 else []
    bodies.health[fallen], bodies.hit_by[fallen] = 0.0, 0
    if tick == 88 and (mine := world.place(kinds.MINE.number, bodies.position[0])) >= 0:
        bodies.born[mine], world.ships.untouchable_until[0] = -1000, 0
    if tick == 90:
        world.ships.untouchable_until[0] = 0
        bodies.health[0] = -50.0
    if tick in (40, 41):  # a drone upon the player hurts it
        row = int(world.rows(Pool.ENEMY)[0]) if len(world.rows(Pool.ENEMY)) else -1
        if row >= 0 and bodies.alive[0]:
            bodies.position[row], bodies.born[row], bodies.radial_speed[row] = bodies.position[0], -1000, 0.0
            world.ships.untouchable_until[0] = world.players.boost_until[0] = 0
    if tick == 300:
        bodies.health[world.rows(Pool.COMPANION)[:1]] = -5.0
    if isinstance(match.mode, Endless) and tick == 120:
        match.mode.skip_to(world, WAVES.tide_from)
        match.mode.waves.beat[0] = BeatName.PEAK
    if isinstance(match.mode, Endless) and tick == 400:
        waves, beats = match.mode.waves, match.mode.plan().beats
        waves.beat[0], waves.groups[0], waves.last_sent[0] = len(beats) - 1, len(beats[-1].groups), -10_000
    if isinstance(match.mode, Trial) and tick == 400:
        match.mode.state.shots[0] = 40
    if isinstance(match.mode, Campaign) and tick % 90 == 80:
        match.mode.progress.stage[0] = Stage.CLEARED if tick % 180 < 90 else Stage.FAILED
        match.mode.progress.changed[0] = world.tick - 10_000


@pytest.mark.slow
def test_modes_write_what_they_declare() -> None:
    declared, seen = dict[str, set[str]](), defaultdict[str, set[str]](set)
    for name in MODES:
        for request in requests_for(name):
            words, columns = play(name, request)
            declared[name], seen[name] = set(words), seen[name] | columns
    undeclared = {
        name: sorted(column for column in seen[name] if not any(covers(word, column) for word in words))
        for name, words in declared.items()
    }
    assert {name: columns for name, columns in undeclared.items() if columns} == {}
    # A word that several modes share is kept by one of them.
    never = {
        (word, *sharing)
        for word in set[str]().union(*declared.values())
        if (sharing := sorted(name for name, words in declared.items() if word in words))
        and not any(covers(word, column) for name in sharing for column in seen[name])
    }
    assert never == set()
