"""What the rules do about bodies that leave the players' live regions. `Match` calls it after each step."""

from arena.jit import kernel
from arena.sim.bodies import Bodies
from arena.sim.sleep_tables import Crossings


@kernel
def spend_far_bullets(crossings: Crossings, bodies_inout: Bodies, first_bullet: int) -> None:
    """Let the bullets that left in this tick end with the next: nobody would see what they hit."""
    left, health = crossings.left, bodies_inout.health
    for k in range(crossings.left_count[0]):
        if left[k] >= first_bullet:
            health[left[k]] = 0.0
