"""Preview of a level: a world that shows its start instead of playing it."""

import numpy as np
from numpy.typing import ArrayLike

from arena import sphere
from arena.catalogue import kinds
from arena.catalogue.kind_row import KINDS
from arena.game.editing.templates import new_level
from arena.game.editing.things import Role, Thing
from arena.game.levels.plan import Boss, Level
from arena.game.levels.writer import format_level
from arena.game.mode import Setup
from arena.game.modes.campaign import place_zones
from arena.game.modes.sandbox import Sandbox
from arena.game.phases.field import lay_asteroids, lay_plan
from arena.sim.bosses.parts import carry_parts
from arena.sim.world import World


class Preview:
    """World of a level's editor. Its player is the cursor and is not shown."""

    def __init__(self, seed: int = 1) -> None:
        """Create a world with room for any level; `seed` is that of the match whose asteroids are shown."""
        setup = Setup(Sandbox.spec.name, seed, level=format_level(new_level()))
        self.world = World(Sandbox(setup).world_config())
        self._empty = self.world.snapshot()
        self._laid, self._laid_from = self._empty, object()  # the last field, and what it was laid from
        self.place, self.up = np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0])

    def show(self, level: Level, things: list[Thing], phase: int) -> None:
        """Show a level as it is when its phase, from 0, begins."""
        self._lay_field(level)
        self._lay(level, phase)
        for thing in things:
            if thing.role == Role.SPAWNER:
                self._show_spawner(thing)
        self.look(self.place, self.up)

    def _lay_field(self, level: Level) -> None:
        """Lay the bodies that a match of the level begins with, in its order: first those that drift freely.

        To lay it takes most of the time, and it is the same while zones or spawners are moved.
        """
        key, world = (level.asteroid, level.field), self.world
        if self._laid_from == key:
            world.restore(self._laid)
            return
        world.restore(self._empty)
        world.spawn_player(0)  # asteroids keep clear of the players' beginning
        lay_asteroids(world, level.asteroid)
        lay_plan(world, level.field)
        self._laid, self._laid_from = world.snapshot(), key

    def _lay(self, level: Level, phase: int) -> None:
        """Place the zones, and the boss where the level gives it a place."""
        world = self.world
        place_zones(world, level.zone, phase + 1)
        objective = level.phase[phase].objective
        if isinstance(objective, Boss) and objective.place is not None:
            world.place_boss(objective.place, objective.variant - 1)
            carry_parts(world)
        world.bodies.alive[0] = False

    def _show_spawner(self, thing: Thing) -> None:
        """Show one ship for each group with a place."""
        kind = KINDS.named(thing.kind).number
        radius = 2.0 if kind == kinds.ASTEROID.number else None
        row = self.world.place(kind, thing.place, radius=radius)
        if row >= 0 and thing.towards is not None and kind != kinds.ASTEROID.number:
            tangent = sphere.project_tangent(thing.place, thing.towards)
            self.world.bodies.heading[row] = sphere.unit(tangent)

    def look(self, place: ArrayLike, up: ArrayLike) -> None:
        """Bring the cursor to a unit place, with a tangent that points up in the picture."""
        self.place = sphere.unit(place)
        tangent = sphere.project_tangent(self.place, up)
        self.up = sphere.unit(tangent if tangent.any() else sphere.tangent_frame(self.place)[1])
        bodies, players = self.world.bodies, self.world.players
        bodies.position[0] = bodies.previous_position[0] = self.place * self.world.shell_radius
        bodies.heading[0] = players.up[0] = self.up
        bodies.velocity[0] = 0.0

    def roll(self, right: float, ahead: float) -> None:
        """Move the cursor along the shell, `right` and `ahead` [rad] as the picture shows it."""
        sideways = np.cross(self.up, self.place)
        place = sphere.exp_map(self.place, right * sideways + ahead * self.up)
        self.look(place, sphere.parallel_transport(self.place, place, self.up))

    def close(self) -> None:
        """Join its threads."""
        self.world.close()
