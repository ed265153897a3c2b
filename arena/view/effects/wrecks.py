"""Wreck of a boss: its hull and parts go on being drawn while they burst one after another.

The simulation removes a boss at once. The viewer keeps the instances of its last picture and takes them away
as their blasts come; the hull is the last.
"""

import numpy as np

from arena.jit.annotations import F64
from arena.sim.bosses.columns import BOSS
from arena.sim.tables.events import Event
from arena.sim.world import World
from arena.view.effects.effects import Effects
from arena.view.effects.explosions import BOSS_END
from arena.view.frame import BOSS_MESH, PART_MESH, SHIP_DTYPE, Instances

REACH = 24.0
"""Distance from a boss within which parts are its own [u]."""
FIRST, LAST = 0.2, 0.9
"""Share of the time to the last explosion at which the first and the last part burst."""
PART_SIZE = 0.6
"""Size of a part's explosion over its drawn size."""
GLOW = 0.22
"""White heat of the hull at its end."""


class Wreck:
    """Instances of one boss, each with the time of its blast."""

    def __init__(self) -> None:
        self._ships: Instances = np.empty(0, SHIP_DTYPE)
        self._ends: F64 = np.empty(0)  # [s] of each
        self._began = 0.0

    def observe(self, world: World, ships: Instances, effects: Effects) -> None:
        """Begin one where a boss died in this tick; `ships` are those of the last picture."""
        events, count = world.events, int(world.events.count[0])
        if BOSS not in events.subject[:count].tobytes():
            return
        bosses = np.flatnonzero((events.kind[:count] == Event.KILLED) & (events.subject[:count] == BOSS))
        if len(bosses):
            place = events.position[bosses[0]].copy()
            own = np.isin(ships["kind"].astype(np.int64), [*BOSS_MESH.ravel(), *PART_MESH.ravel()])
            near = np.linalg.norm(ships["position"] - place, axis=1) < REACH
            self._begin(ships[own & near].copy(), int(events.subject[bosses[0]]), effects)

    def clear(self) -> None:
        """Leave nothing."""
        self._ships = self._ships[:0]

    def with_ships(self, ships: Instances, now: float) -> Instances:
        """The ships of a picture, and what is left of the wreck at a time of the effects [s]."""
        left = self._ends > now
        if not len(self._ships) or not left.any():
            return ships
        wreck = self._ships[left]
        wreck["flash"] = GLOW * ((now - self._began) / BOSS_END) ** 2
        return np.concatenate([ships, wreck])

    def _begin(self, ships: Instances, subject: int, effects: Effects) -> None:
        self._began = effects.now
        parts = np.isin(ships["kind"].astype(np.int64), PART_MESH.ravel())
        order = np.argsort((np.arange(len(ships)) * 0.618) % 1.0, kind="stable")
        self._ships, parts = ships[order], parts[order]
        shares = np.linspace(FIRST, LAST, max(1, int(parts.sum())))
        ends = np.full(len(ships), BOSS_END)
        ends[parts] = shares[: int(parts.sum())] * BOSS_END
        self._ends = self._began + ends
        for ship, end in zip(self._ships[parts], ends[parts], strict=True):
            effects.blow_up(ship["position"], PART_SIZE * float(ship["scale"]), subject, float(end))
