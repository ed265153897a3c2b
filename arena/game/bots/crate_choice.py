"""Crate choice of the bot: the module it wants of those that lie about, and the way there."""

from typing import TYPE_CHECKING

from arena.catalogue.modules import MODULES
from arena.catalogue.skills import SkillRules
from arena.game.bots.goals import bearing
from arena.game.crates import crate_rows, held_modules, worth_of
from arena.game.rules import BOT
from arena.jit.annotations import F64
from arena.sphere import unit

if TYPE_CHECKING:
    from arena.sim.world import World


def wish_crate(world: "World", slot: int, skill: SkillRules, wish_inout: F64) -> None:
    """Bend the wish to the crate of its choice, while it may take one."""
    if not world.players.picks[slot]:
        return
    held = held_modules(world, slot)
    best, course = -1e9, None
    for row in crate_rows(world):
        x, y, away = bearing(world, slot, unit(world.bodies.position[row]))
        module = MODULES[int(world.bodies.variant[row])]
        lead = worth_of(module, held)
        if lead == 0.0:
            continue
        worth = skill.module_taste * module.rules.worth - away / BOT.crate_distance
        worth += skill.module_foresight * min(lead - 1.0, BOT.lead_most)
        if worth > best:
            best, course = worth, (x, y)
    if course is not None:
        wish_inout *= 1.0 - BOT.crate_wish
        wish_inout += (course[0] * BOT.crate_wish, course[1] * BOT.crate_wish)
