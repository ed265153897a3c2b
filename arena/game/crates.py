"""Offers of modules: after a wave or a phase three crates land around a player, and each player takes one.

`send_crates` draws the three from the seed and the tick. An evolution whose parts are held is always among
them; modules that lead to one are likelier than others.
"""

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from arena import tuning
from arena.catalogue import kinds
from arena.catalogue.modules import MODULES, ModuleRow
from arena.game.rules import CRATES
from arena.game.spawning.formations import focus_of
from arena.game.spawning.spawn_points import point_at
from arena.sim.crates import fit_module
from arena.sim.kinds import Pool
from arena.sim.random import Stream, uniform
from arena.sim.tables.bodies import SLOTS

if TYPE_CHECKING:
    from arena.sim.world import World

CRATE, STREAM = kinds.CRATE.number, int(Stream.CRATE)
BEARING, CHOICE = 0, 1
"""Rows of the RNG stream: the first bearing, and the first choice."""

Held = dict[str, int]
"""Level of each module on a ship, by name."""


def held_modules(world: "World", slot: int) -> Held:
    """Modules on a player's ship."""
    numbers, levels = world.players.modules[slot].tolist(), world.players.module_levels[slot].tolist()
    return {
        MODULES[number - 1].name: level for number, level in zip(numbers, levels, strict=True) if number > 0
    }


def worth_of(row: ModuleRow, held: Held) -> float:
    """Weight of a module in the draw for a player; 0 where it would change nothing."""
    parts = row.rules.evolves_from
    if parts is not None:
        ready = held.get(parts[0], 0) == MODULES.named(parts[0]).rules.levels and parts[1] in held
        return CRATES.evolution if ready and row.name not in held else 0.0
    own = [one for one in MODULES if one.rules.evolves_from and row.name in one.rules.evolves_from]
    if any(one.name in held for one in own):
        return 0.0
    if row.name in held:
        return CRATES.again if held[row.name] < row.rules.levels else 0.0
    if len(held) >= SLOTS:
        return 0.0
    partners = {name for one in own for name in one.rules.evolves_from or ()} - {row.name}
    return CRATES.partner if partners & held.keys() else 1.0


def choose_modules(seed: int, tick: int, ships: Iterable[Held], count: int) -> list[int]:
    """Numbers of `count` modules, or of fewer where no more change anything for any of the ships."""
    ships = list(ships)
    worth = {row.number: max((worth_of(row, held) for held in ships), default=0.0) for row in MODULES}
    chosen = list[int]()
    for choice in range(count):
        left = {number: weight for number, weight in worth.items() if weight > 0.0 and number not in chosen}
        if not left:
            break
        draw = uniform(seed, STREAM, tick, CHOICE + choice) * sum(left.values())
        passed = np.cumsum(list(left.values())) <= draw
        chosen.append(list(left)[min(int(passed.sum()), len(left) - 1)])
    return chosen


def send_crates(world: "World", present: Iterable[int]) -> None:
    """Let three crates land around one of the players; those of the last offer leave.

    Each player in `present` may take one.
    """
    remove_crates(world)
    present = list(present)
    modules = choose_modules(
        world.seed, world.tick, (held_modules(world, slot) for slot in present), CRATES.count
    )
    center, _ = focus_of(world, world.tick)
    bearing = 2.0 * math.pi * uniform(world.seed, STREAM, world.tick, BEARING)
    place = np.empty(3)
    for at, module in enumerate(modules):
        turn = bearing + 2.0 * math.pi * at / CRATES.count
        point_at(center, turn, tuning.CRATE.distance / world.shell_radius, place)
        world.drop_in(CRATE, place, material=module, seconds=tuning.CRATE.fall)
    world.players.picks[:] = 0
    if modules:
        world.players.picks[present] = 1


def fit_past_offers(world: "World", waves: int) -> None:
    """Give every player the modules of so many waves that are skipped: the first of each offer."""
    for slot in range(world.config.players):
        for wave in range(waves):
            chosen = choose_modules(world.seed, wave, [held_modules(world, slot)], 1)
            if chosen:
                fit_module(world.players, world.module_table, slot, chosen[0])


def remove_crates(world: "World") -> None:
    """Take all crates away."""
    rows = crate_rows(world)
    for row in rows:
        world.pools[Pool.PICKUP].give(row)
    world.players.picks[:] = 0


def crate_rows(world: "World") -> list[int]:
    """Rows of the crates that lie about or fall."""
    rows = world.rows(Pool.PICKUP)
    return rows[world.bodies.kind[rows] == CRATE].tolist()
