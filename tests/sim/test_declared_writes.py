"""Systems write what they declare, and nothing else.

Two worlds are played that between them do everything that a world can do. Around each system every column is
compared: one that changes undeclared is a failure, and so is a declaration that nothing ever came of.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from arena.ai.minds import Minds
from arena.catalogue import kinds, modules, pickups, zones
from arena.catalogue.boss_row import PARTS
from arena.catalogue.bosses import CROWN
from arena.catalogue.enemies import SHIELDER, SPLITTER
from arena.catalogue.kind_row import KINDS, Trait
from arena.catalogue.pickups import PICKUPS
from arena.game.bots.bot import Bot
from arena.game.spawning.replacement import REFILL_WRITES, create_deal, refill
from arena.sim.crates import fit_module
from arena.sim.damage import HARMLESS_TICKS
from arena.sim.kinds import Phase, Pool, Team
from arena.sim.sleep import force_sleep
from arena.sim.steering import take_commands
from arena.sim.step import SYSTEMS, begin_tick
from arena.sim.system import System, covers
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.world import World, WorldConfig
from arena.sim.zones import add_zone
from arena.tuning import CONTACT, NAVIGATION
from tests.sim.columns import copies, poison_free_rows

Declared = Callable[..., None]
Seen = defaultdict[Declared, set[str]]
PLACED = (kinds.MINE, *(row for row in KINDS if Trait.PLACEABLE in row.rules.traits and row.rules.ship))


FITTED = (modules.ARC, modules.FROST, modules.SPLIT, modules.TRAIL, modules.MINES, modules.REPEL)
"""Modules that do something of their own."""


def watch(world: World, systems: Sequence[tuple[Declared, Declared]], seen: Seen) -> None:
    """Run calls one after the other and note which columns each changed, under the system it stands for."""
    before = copies(world)
    for system, run in systems:
        run(world)
        after = copies(world)
        seen[system] |= {name for name in after if after[name] != before[name]}
        before = after


def watched_step(world: World, commands: list[PlayerCommand], seen: Seen) -> None:
    """`step`, with an eye on every system. Free rows hold garbage, so that a birth is seen in full."""
    poison_free_rows(world, np.random.default_rng(world.tick), first=world.config.players)
    take_commands(world, commands)
    watch(world, list(zip(SYSTEMS, SYSTEMS, strict=True)), seen)


def play_match(seen: Seen) -> None:
    """The whole cast around one player whom a bot flies: deaths, landings, bombs, sleep and zones."""
    config = WorldConfig(
        *(7, 1, 90, 80, 200), live_radius=30.0, separation_speed_max=CONTACT.separation_speed_max,
        companions=1, mines=20, pickups=30, travellers=NAVIGATION.travellers, flow=True, planet_radius=30.0,
    )  # fmt: skip
    world, bot, random = World(config), Bot(), np.random.default_rng(4)
    for kind in (zones.WIND.number, zones.NEBULA.number, zones.WELL.number):
        add_zone(world, kind, random.normal(size=3), radius=25.0, strength=3.0)
    for module in FITTED:
        fit_module(world.players, world.module_table, 0, module.number)
    minds = Minds(world, workers=1)
    try:
        for tick in range(150):
            if tick % 20 == 0:
                bring_in(world, random)
            if tick % 10 == 2:
                rouse_boss(world)
            if tick % 40 == 15:
                cut_down(world)
            if tick % 40 == 25:
                make_unsound(world)
            if tick % 20 == 11:
                shoot_volatile(world)
            if tick == 26:
                cross_link(world)
            if tick == 93:
                world.bodies.health[0] = -50.0
            command = bot.command(world)
            if tick % 50 == 10:
                command = PlayerCommand(127, 0, buttons=Button.BOMB | Button.BOOST)
            if tick == 0 or tick == 75:
                command = replace(command, buttons=command.buttons | Button.PREVIOUS_WEAPON)
            minds.collect(world)
            watched_step(world, [command], seen)
            minds.submit(world)
    finally:
        minds.close()


def bring_in(world: World, random: np.random.Generator) -> None:
    """Players and a boss where none is, and some of everything else."""
    if not world.bodies.alive[0]:
        world.spawn_player(0)
    world.ships.untouchable_until[0] = 0
    world.place_companion(0, world.bodies.position[0])
    if not len(rows_of(world, kinds.BOSS.number)):
        world.place_boss(world.bodies.position[0] + random.normal(size=3) * 12.0, CROWN.number)
    for kind in PLACED:
        world.place(kind.number, random.normal(size=3))
    hurting = world.place(kinds.MINE.number, world.bodies.position[0])
    world.bodies.born[hurting] -= HARMLESS_TICKS
    for what in (*PICKUPS, pickups.BOMB):
        place = world.bodies.position[0] + random.normal(size=3) * 3.0
        world.place(kinds.PICKUP.number, place, material=what.number)
    gunners = rows_of(world, kinds.GUNNER.number)
    world.memory.phase[gunners], world.memory.until[gunners] = Phase.WINDUP, world.tick
    for _ in range(4):
        world.place(kinds.ASTEROID.number, random.normal(size=3), random.normal(size=3) * 4, radius=1.4)
        world.drop_in(kinds.ASTEROID.number, random.normal(size=3))


def rouse_boss(world: World) -> None:
    """Let the boss, who has parts of most roles, do what it winds up for, and be hit."""
    memory, last = world.memory, CROWN.rules.stages[-1].health * CROWN.rules.health
    for row in rows_of(world, kinds.BOSS.number):
        world.bodies.health[row] = max(last, world.bodies.health[row] - 500.0)
        shots = world.rows(Pool.BULLET)
        shots = shots[world.bodies.team[shots] == Team.PLAYERS]
        world.bodies.position[shots] = world.bodies.position[row]
        stage = CROWN.rules.stages[memory.stage[row]]
        memory.phase[row], memory.until[row] = Phase.ACT, world.tick + stage.cycle.act
        memory.stage_began[row] = world.tick - 60
    for row in rows_of(world, kinds.BOSS_PART.number):
        part = PARTS.named(CROWN.rules.ring.parts[memory.ring_slot[row]]).rules
        memory.phase[row], memory.until[row] = Phase.ACT, world.tick + (part.attack.act if part.attack else 0)


def cut_down(world: World) -> None:
    """Put a ship to sleep, end a boss, splitters, two large asteroids, two mines' lives, a player's peace."""
    force_sleep(world, int(world.rows(Pool.ENEMY)[-1]), wake_tick=world.tick + 9)
    rocks, b = world.rows(Pool.ASTEROID), world.bodies
    b.health[rocks[np.argsort(b.radius[rocks])[-2:]]] = 0.0
    b.health[rows_of(world, kinds.BOSS.number)] = 0.0
    b.health[rows_of(world, SPLITTER.number)] = 0.0
    b.hit_by[rows_of(world, kinds.BOSS_PART.number)] = 0
    mines = world.rows(Pool.MINE)[:2]
    b.born[mines], b.hit_by[mines] = -(10**6), 0
    b.health[0], world.players.picks[0] = 50.0, 1
    world.place(kinds.CRATE.number, b.position[0], material=modules.RACK.number)


def make_unsound(world: World) -> None:
    """Take the numbers away from a player, from one body of every other pool, and from whatever falls."""
    b, ship = world.bodies, world.rows(Pool.ENEMY)[:1]
    for pool in Pool:
        b.velocity[world.rows(pool)[:1]] = np.nan
    b.velocity[np.flatnonzero(b.alive & (b.radial_speed != 0))[:1]] = np.nan
    world.commands.buttons[ship] = Button.FIRE
    world.bullets.pierces[:] = world.bullets.passed[:] = world.bullets.weapon[:] = 2
    for _, memory in world.memory.columns():
        memory[ship] = 1
    for name in ("fuse", "cascade", "chilled_until", "shielder", "unlinked_until"):
        getattr(world.ships, name)[ship] = 1
    sleep = world.sleep
    sleep.allow_sleep[ship], sleep.allow_wake[ship], sleep.forced[ship] = False, False, True
    sleep.left_tick[ship], sleep.wake_tick[ship] = 3, 10**6


def shoot_volatile(world: World) -> None:
    """A volatile among drones and others of its kind is killed by the player, and one burning is unsound."""
    place = -world.bodies.position[0].astype(np.float64)
    for step in range(4):
        kind = kinds.VOLATILE if step % 2 == 0 else kinds.DRONE
        world.place(kind.number, place + np.array([1.2 * step, 0.0, 0.0]))
    rows = rows_of(world, kinds.VOLATILE.number)
    world.bodies.health[rows[:1]], world.bodies.hit_by[rows[:1]] = 0.0, 0


def cross_link(world: World) -> None:
    """Put the player between a new shielder and a ship near it that it protects."""
    b, shielder = world.bodies, world.place(SHIELDER.number, world.bodies.position[0] + [4.0, 0.0, 0.0])
    row = world.place(kinds.DRONE.number, b.position[shielder] + [0.0, 6.0, 1.0])
    world.ships.shielder[row] = shielder
    middle = b.position[row] + b.position[shielder]
    b.position[0] = middle * (world.shell_radius / np.linalg.norm(middle))


def rows_of(world: World, kind: int) -> NDArray[np.int64]:
    """Live rows of a kind."""
    return np.flatnonzero(world.bodies.alive & (world.bodies.kind == kind))


def hold_load(seen: Seen) -> None:
    """A stress load: everything is replaced."""
    world = World(WorldConfig(3, 1, 60, 90, 120, planet_radius=20.0))
    world.spawn_player(0)
    fill = partial(refill, deal=create_deal(world.config.capacity))
    for tick in range(40):
        if tick % 10 == 5:
            world.bodies.health[world.rows(Pool.ENEMY)[::3]] = 0.0
        poison_free_rows(world, np.random.default_rng(tick), first=1)
        watch(world, [(refill, fill)], seen)
        world.loadout.value[:] = 0.0
        world.commands.buttons[1:] = Button.FIRE
        watched_step(world, [PlayerCommand(buttons=Button.FIRE)], seen)


def declared_by(system: Declared) -> Collection[str]:
    """Columns that a system, or `refill`, says that it writes."""
    return system.writes if isinstance(system, System) else REFILL_WRITES


def undeclared(system: Declared, seen: set[str]) -> set[str]:
    """Columns that a system changed without a word."""
    declared = declared_by(system)
    return {name for name in seen if not any(covers(word, name) for word in declared)}


def never_seen(system: Declared, seen: set[str]) -> set[str]:
    """Declarations that nothing came of."""
    return {word for word in declared_by(system) if not any(covers(word, name) for name in seen)}


def test_systems_write_what_they_declare() -> None:
    seen: Seen = defaultdict(set)
    play_match(seen)
    hold_load(seen)
    complaints = {
        system.__name__: {
            "undeclared": undeclared(system, seen[system]),
            "never": never_seen(system, seen[system]),
        }
        for system in (*SYSTEMS, refill)
        if undeclared(system, seen[system]) or never_seen(system, seen[system])
    }
    assert complaints == {}


def test_a_system_that_lies_is_found_out() -> None:
    """Check the watch on which the test above relies."""
    world = World(WorldConfig(enemies=1, asteroids=1, bullets=1))
    seen: Seen = defaultdict(set)

    def nudge(world: World) -> None:
        world.bodies.velocity[0] += 1.0
        world.tick += 1

    watch(world, [(begin_tick, nudge)], seen)
    assert seen[begin_tick] == {"bodies.velocity", "clock.tick"}
    assert undeclared(begin_tick, seen[begin_tick]) == {"bodies.velocity"}
    assert never_seen(begin_tick, seen[begin_tick]) == {"events.*"}
