"""Despawn of bodies that leave the players' live regions. `arena.game.scoring.tally.tally_tick` calls it."""

from arena.jit import kernel
from arena.sim.tables.bodies import Bodies
from arena.sim.tables.sleep import RegionEvents


@kernel
def despawn_far_bullets(region_events: RegionEvents, bodies_inout: Bodies, first_bullet: int) -> None:
    """Let the bullets that left the live regions in this tick end with the next: nobody would see a hit."""
    left, health = region_events.left, bodies_inout.health
    for k in range(region_events.left_count[0]):
        if left[k] >= first_bullet:
            health[left[k]] = 0.0
