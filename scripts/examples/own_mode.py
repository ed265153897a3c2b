"""A mode of your own: another kind of game in one class, played by commands, recorded and verified.

    python scripts/examples/own_mode.py

The class has tables of its own, a `tick` after each step of the world, and a `hud` in plain data; its `spec`
is what commands, menus, tables of scores and challenge codes need to know. In this one every rock that breaks
is a point and a new rock, and a minute is all there is. To keep it, put both classes, the numbers above them
and their imports (but those of main and pilot, as marked) into a file in `arena/game/modes/`; import the mode
in `__init__.py` there, which says what else a mode wants, and add it to the list: `arena play --mode quarry`
opens it, and without a display `arena demo --headless --mode quarry`, whose bot prefers ships to rocks.
Once a quarry is kept, this example plays that one.
"""

import io  # of main and pilot
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from arena import sphere  # of main and pilot
from arena.catalogue import kinds
from arena.game.hud import Hud, PlayerHud, Status
from arena.game.match import Match  # of main and pilot
from arena.game.mode import Mode
from arena.game.mode_spec import ModeSpec
from arena.game.modes import MODES  # of main and pilot
from arena.game.replays.replay import verify_replay  # of main and pilot
from arena.jit.tables import Table
from arena.sim.kinds import Pool  # of main and pilot
from arena.sim.random import Stream, direction
from arena.sim.system import BIRTH, SHIP_BIRTH, columns
from arena.sim.tables.commands import Button, PlayerCommand  # of main and pilot
from arena.sim.tables.events import Event
from arena.sim.world import World, WorldConfig

ROCKS, LENGTH = 40, 60 * 60
"""Rocks at the start, and ticks of a game."""


class Yield(Table):
    """State of the mode: saved, restored, hashed and recorded like the world's."""

    broken: NDArray[np.int64]  # rocks so far, shape (1,)


class Quarry(Mode):
    """Rocks that come back: a point for each that breaks, for a minute."""

    spec = ModeSpec(
        name="quarry", title="Quarry", about=("Rocks, and more rocks.",), help="rocks to break",
        demo=True, music="rime", scored=True, ghosts=True, code=29,
    )  # fmt: skip
    writes = (*columns("yield", "broken"), *BIRTH, *SHIP_BIRTH, *columns("pools", "available", "free"))
    state: Yield

    def world_config(self) -> WorldConfig:
        """Room for rocks and their pieces (more do not come), and for no enemy but one that never does."""
        return WorldConfig(self.setup.seed, players=self.setup.seats, enemies=1, asteroids=256, bullets=128)

    def tables(self) -> Mapping[str, Table]:
        """The state, by name."""
        return {"yield": Yield(np.zeros(1, np.int64))}

    def begin(self, world: World) -> None:
        """Put the players down, and the first rocks around the planet."""
        self.state = world.tables["yield"]
        for slot in range(world.config.players):
            world.spawn_player(slot, (slot, 0.0, 4.0))
        for rock in range(ROCKS):
            self._drop(world, rock)

    def _drop(self, world: World, rock: int) -> None:
        world.place(kinds.ASTEROID.number, direction(world.seed, int(Stream.PLACE), 0, rock), radius=1.5)

    def tick(self, world: World) -> None:
        """Count what broke in this tick, and send as many anew."""
        events = world.events
        broke = int(np.count_nonzero(events.kind[: events.count[0]] == Event.BURST))
        for _ in range(broke if not self.over(world) else 0):
            self._drop(world, ROCKS + int(self.state.broken[0]))
            self.state.broken[0] += 1

    def hud(self, world: World) -> Hud:
        """Score and time."""
        left = max(0, LENGTH - world.tick) // 60
        players = (PlayerHud(),) * world.config.players
        return Hud(players, int(self.state.broken[0]), status=Status("SECONDS", str(left)))

    def over(self, world: World) -> bool:
        """Return whether the minute is over."""
        return world.tick >= LENGTH


def pilot(world: World) -> PlayerCommand:
    """Fly ahead, and fire at the nearest rock: sticks are read in the plane of the ship, right and ahead."""
    here, ahead = world.bodies.position[0].astype(np.float64), world.players.up[0]
    right = np.cross(ahead, sphere.unit(here))
    gap = world.bodies.position[world.rows(Pool.ASTEROID)] - here
    near = gap[np.argmin(np.sum(gap * gap, axis=1))]
    return PlayerCommand.from_sticks((0.0, 1.0), (float(near @ right), float(near @ ahead)), Button.FIRE)


def main() -> None:
    """Register the mode, play it, and verify the recording with two threads."""
    if Quarry.spec.name in MODES:
        print("already kept: this plays the quarry of the package")
    else:
        MODES.register(Quarry)
    recording = io.BytesIO()
    with Match("quarry", seed=1, workers=1, record=recording) as match:
        while not match.over:
            match.tick([pilot(match.world)])
        print(f"{match.hud().score} rocks broken, {len(match.world.rows(Pool.ASTEROID))} pieces fly")
    print("verified" if verify_replay(recording.getvalue(), workers=2).identical else "not the same game")


if __name__ == "__main__":
    main()
