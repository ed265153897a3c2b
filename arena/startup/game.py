"""Warm-up of the game: everything once, quickly, so that nothing is left to compile when the game begins."""

from collections.abc import Callable

import numpy as np

from arena.catalogue import kinds, zones
from arena.catalogue.kind_row import KINDS
from arena.game.bots.bot import Bot
from arena.game.bots.perception import create_sight, look_at
from arena.game.crates import send_crates
from arena.game.levels.plan import FieldPlan
from arena.game.match import Match
from arena.game.modes.stress_run import StressConfig, stress_match
from arena.game.phases.field import refill_level
from arena.game.phases.freighter import put_freighter
from arena.game.rules import TIDE
from arena.game.spawning.formations import choose_spot, send_formation, sine_cosine, turn_way
from arena.game.waves.director import count_ships
from arena.grid.preparation import use_large
from arena.jit import compile_progress, mark_cache_full
from arena.sim.groups.volleys import PERIOD as VOLLEY_PERIOD
from arena.sim.kinds import Pool
from arena.sim.sleep import force_sleep
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.zones import add_zone
from arena.tuning import NAVIGATION

TICKS = 330
"""Ticks of the warm-up: enough for a first group to land, and for a player to die and return."""

DEATH = 90
BOMBS = 150
SHOT_ASTEROID = 170
CRATE = 40
PARALLEL = StressConfig(enemies=40, asteroids=40, bullets=40, workers=2)


def warm_up(progress: Callable[[int, int, str], None] | None = None, *further: Callable[[], None]) -> None:
    """Compile every kernel by playing a tiny match and a tiny stress load, and by calling each of `further`.

    `progress(done, total, module)` is called for each kernel. It takes a second on a warm disk cache, and
    tens of seconds on a cold one.
    """
    with compile_progress(progress or _unheard):
        _play_match()
        _hold_load()
        _flow_by()
        for other in further:
            other()
    mark_cache_full()


def _unheard(done: int, total: int, module: str) -> None:
    """Ignore progress."""


def _play_match() -> None:
    bot = Bot()
    with Match(seed=1, players=1, workers=1) as match:
        world = match.world
        place = world.bodies.position[0].astype(np.float64) + np.array([9.0, 0.0, 0.0])
        for kind in [row.number for row in KINDS if row.rules.ship is not None]:
            if kind not in (kinds.PLAYER.number, kinds.BOSS.number, kinds.BOSS_PART.number):
                world.place(kind, place)
        world.place_boss(place)
        world.players.bombs[0] = 0  # the bot would use one at once, before every kind has thought
        # Wherever the first group lands, one drone is far enough to need the flow field.
        world.place(kinds.DRONE.number, place + np.array([2.0 * NAVIGATION.flow_distance, 0.0, 0.0]))
        for tick in range(TICKS):
            command = bot.command(world)
            if tick == DEATH:
                world.ships.untouchable_until[0] = 0
                world.bodies.health[0] = -1.0
            if tick == BOMBS:
                world.players.bombs[0] = 1
                command = PlayerCommand(command.move_x, command.move_y, buttons=Button.BOMB | Button.BOOST)
            if tick == CRATE:
                send_crates(world, [0])
                world.players.picks[0] = 1
                world.place(kinds.CRATE.number, world.bodies.position[0])
                count_ships(world)
                refill_level(world, FieldPlan(0, world.config.capacity, (1.0,)))
                sine_cosine(0.0)
                spot = choose_spot(world, 0)
                turn_way(spot.way, spot.focus, 0.0)
                send_formation(world, kinds.DRONE.number, 1, "wedge", spot)
            if tick == SHOT_ASTEROID:
                _shoot_largest(match)
            match.tick([command])
        match.restore(match.snapshot())
        match.state_hash()
        match.array_hashes()
        _ask_grid(match)
        put_freighter(world, int(world.rows(Pool.ENEMY)[0]), (0.0, 0.0, 1.0), 1.0)


def _flow_by() -> None:
    """Let rivers flow until a first drone hunts, light a cascade, and wait for the clock of volleys."""
    with Match("tide", workers=1) as match:
        world, drones = match.world, match.world.rows(Pool.ENEMY)
        volatile = int(drones[world.bodies.kind[drones] == kinds.VOLATILE.number][0])
        world.bodies.health[volatile], world.bodies.hit_by[volatile] = 0.0, 0
        look_at(world.bodies, world.players, 0, world.shell_radius, volatile, create_sight())
        world.tick = -(-TIDE.lead_in // VOLLEY_PERIOD) * VOLLEY_PERIOD - 1
        for _ in range(TIDE.interval):
            match.tick()


def _shoot_largest(match: Match) -> None:
    world = match.world
    rows = world.rows(Pool.ASTEROID)
    if len(rows):
        world.bodies.health[rows[np.argmax(world.bodies.radius[rows])]] = 0.0


def _ask_grid(match: Match) -> None:
    grid, places = match.world.grid, match.world.bodies.position[:2]
    grid.query_sphere(places[0], 1.0)
    grid.query_box(places[0] - 1.0, places[0] + 1.0)
    grid.query_spheres(places, np.ones(2, np.float32))
    grid.nearest(places, 2)
    use_large(np.float32)


def _hold_load() -> None:
    with stress_match(PARALLEL) as run:
        for kind in (zones.WIND.number, zones.NEBULA.number, zones.WELL.number):
            add_zone(run.world, kind, run.world.bodies.position[0], radius=20.0, strength=1.0)
        force_sleep(run.world, int(run.world.rows(Pool.ENEMY)[0]), wake_tick=10)
        run.world.bodies.velocity[run.world.rows(Pool.ASTEROID)[0]] = np.nan
        for _ in range(20):
            run.tick()
