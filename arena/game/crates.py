"""Offers of modules: after a wave or a phase three crates land around a player, and each player takes one.

`send_crates` draws the three from the seed and the tick. An evolution whose parts are held is always among
them; modules that lead to one are likelier than others.
"""

import math
from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

from arena import tuning
from arena.catalogue import kinds
from arena.catalogue.modules import MODULES, ModuleRow
from arena.game.companions import complete_companions
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

EVOLUTIONS = {
    row.name: tuple(one for one in MODULES if row.name in (one.rules.evolves_from or ())) for row in MODULES
}
"""Evolutions that a module is a part of, by its name."""

PARTS = {
    row.name: tuple(map(MODULES.named, row.rules.evolves_from)) for row in MODULES if row.rules.evolves_from
}
"""Both parts of an evolution, by its name; the first has to be full."""


def held_modules(world: "World", slot: int) -> Held:
    """Modules on a player's ship."""
    numbers, levels = world.players.modules[slot].tolist(), world.players.module_levels[slot].tolist()
    return {
        MODULES[number - 1].name: level for number, level in zip(numbers, levels, strict=True) if number > 0
    }


def worth_of(row: ModuleRow, held: Held) -> float:
    """Weight of a module in the draw for a player; 0 where it would change nothing."""
    if row.name in PARTS:
        return CRATES.evolution if row.name not in held and not lacking(row, held) else 0.0
    level, lacks = held.get(row.name, 0), len(CRATES.towards)
    if level >= row.rules.levels or not (level or len(held) < SLOTS):
        return 0.0
    for one in EVOLUTIONS[row.name]:  # without generators: a change of wave asks for each module and ship
        if one.name in held:
            return 0.0
    for _, lack in leads_to(row, held):
        lacks = min(lacks, lack)
    if lacks < len(CRATES.towards):
        return CRATES.towards[lacks]
    return CRATES.again if level else 1.0


def leads_to(row: ModuleRow, held: Held) -> list[tuple[ModuleRow, int]]:
    """Evolutions that come nearer when a module is taken, and what each lacks then, see `lacking`."""
    new = row.name not in held
    return [(one, lacking(one, held) - 1) for one in EVOLUTIONS[row.name] if new or row is PARTS[one.name][0]]


def promise_of(row: ModuleRow, held: Held) -> str:
    """Words on what a module leads to on a ship; "" where that is nothing yet."""
    if row.name in PARTS:
        return "made of " + " and ".join(part.show.title for part in PARTS[row.name])
    fitted = held | {row.name: held.get(row.name, 0) + 1}
    near = [
        f"{one.show.title} {_needs(one, fitted)}"
        for one, lack in leads_to(row, held)
        if lack < len(CRATES.towards)
    ]
    return near[0] if near else f"up to level {held[row.name] + 1}" if row.name in held else ""


def _needs(evolution: ModuleRow, held: Held) -> str:
    """Words of what an evolution needs beside the modules that are held."""
    first, second = PARTS[evolution.name]
    levels = first.rules.levels - held.get(first.name, 0)
    needs = [f"{first.show.title} once more" if levels == 1 else f"{first.show.title} {levels} times more"]
    needs = (needs if levels else []) + ([] if second.name in held else [f"{second.show.title} too"])
    return f"needs {' and '.join(needs)}" if needs else "comes next"


def lacking(evolution: ModuleRow, held: Held) -> int:
    """Number of modules to take before an evolution is offered."""
    first, second = PARTS[evolution.name]
    return first.rules.levels - held.get(first.name, 0) + (second.name not in held)


def choose_modules(seed: int, tick: int, ships: Iterable[Held], count: int) -> list[int]:
    """Numbers of `count` modules, or of fewer where no more change anything for any of the ships."""
    ships = list(ships)
    worth = {row.number: max([worth_of(row, held) for held in ships], default=0.0) for row in MODULES}
    left = {number: weight for number, weight in worth.items() if weight > 0.0}
    chosen = list[int]()
    for choice in range(min(count, len(left))):
        ends = list(accumulate(left.values()))
        draw = uniform(seed, STREAM, tick, CHOICE + choice) * ends[-1]
        chosen.append(list(left)[min(bisect_right(ends, draw), len(left) - 1)])
        del left[chosen[-1]]
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
        if world.bodies.alive[slot]:
            complete_companions(world.simulation, slot)


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
