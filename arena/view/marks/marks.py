"""Rings and sprites of one picture: shades, warnings, zones and effects, each in one reused array."""

import numpy as np
from numpy.typing import NDArray

from arena.ai.behaviours import create_behaviours
from arena.sim.kinds import Pool
from arena.sim.world import World
from arena.view.buffers import InstanceBuffer
from arena.view.effects.effects import Effects
from arena.view.frame import RING_DTYPE, SPRITE_DTYPE, SPRITE_ROOM, Frame
from arena.view.instances import BodyInstances
from arena.view.marks.bosses import RINGS as BOSS_RINGS
from arena.view.marks.bosses import SPRITES as BOSS_SPRITES
from arena.view.marks.bosses import boss_colors, mark_bosses
from arena.view.marks.pickups import mark_pickups, pickup_colors
from arena.view.marks.warnings import (
    LANE_ROOM,
    MUZZLE_ROOM,
    mark_landings,
    mark_lanes,
    mark_mines,
    mark_muzzles,
)
from arena.view.marks.zones import ZONE_RINGS, ZONE_SPRITES, mark_zones, zone_colors
from arena.view.palette import Palette, ship_colors

F64 = NDArray[np.float64]
I32 = NDArray[np.int32]


class Marks:
    """Ground marks and sprites of a picture, beside the bodies themselves."""

    def __init__(self, palette: Palette) -> None:
        self._rings, self._sprites = InstanceBuffer(RING_DTYPE), InstanceBuffer(SPRITE_DTYPE, SPRITE_ROOM)
        self._warning = np.array(palette.warning)
        self._muzzle, self._mine = np.array(palette.enemy_bullet), np.array(palette.mine)
        self._ship_colors, self._behaviours = ship_colors(palette), create_behaviours()
        self._boss_colors = boss_colors(palette)
        self._zone_colors, self._pickup_colors = zone_colors(palette), pickup_colors(palette)

    def draw(
        self, frame: Frame, world: World, falling: I32, alpha: float, lens: F64, seen: BodyInstances,
        effects: Effects,
    ) -> None:  # fmt: skip
        """Give a frame the rings and sprites in sight: shades come first, because light lies above them.

        Args:
            frame: whose time moves the zones' marks.
            world: only read.
            falling: see `falling_rows`.
            alpha: between the last two ticks.
            lens: see `arena.view.culling`.
            seen: whose shades to draw; its asteroids and ships have been written.
            effects: what else is in the air.
        """
        bodies, shell = world.bodies, world.shell_radius
        zones = int(np.count_nonzero(world.zones.kind))
        pickups, mines = seen.count_of(Pool.PICKUP), seen.count_of(Pool.MINE)
        circles = 2 * len(falling) + BOSS_RINGS + ZONE_RINGS * zones + pickups + mines
        ring_rows = self._rings.reserve(effects.wave_count + circles)
        marks = len(falling) + LANE_ROOM + MUZZLE_ROOM + BOSS_SPRITES + ZONE_SPRITES * zones + pickups
        sprite_rows = self._sprites.reserve(seen.shade_count + marks + effects.particle_count)
        rings = effects.draw_rings(lens, shell, ring_rows, 0)
        sprites = seen.write_shades(world, sprite_rows, 0)
        if len(falling):
            rings, sprites = mark_landings(
                bodies, falling, alpha, shell, lens, self._warning, ring_rows, rings, sprite_rows, sprites
            )
        if mines:
            rings = mark_mines(bodies, seen.seen, world.tick + alpha, lens, self._mine, ring_rows, rings)
        first, stop = int(world.pool_rows.start[Pool.ENEMY]), int(world.pool_rows.stop[Pool.ENEMY])
        sprites = mark_lanes(
            bodies, world.memory, world.kinds, self._behaviours, self._ship_colors, first, stop, world.tick,
            shell, lens, sprite_rows, sprites,
        )  # fmt: skip
        sprites = mark_muzzles(
            bodies, world.ships, world.memory, world.kinds, self._behaviours, first, stop, lens, self._muzzle,
            sprite_rows, sprites,
        )  # fmt: skip
        rings, sprites = mark_bosses(
            bodies, world.memory, first, stop, world.tick + alpha, shell, lens, self._boss_colors,
            ring_rows, rings, sprite_rows, sprites,
        )  # fmt: skip
        if zones:
            rings, sprites = mark_zones(
                world.zones,
                frame.time_s,
                shell,
                lens,
                self._zone_colors,
                ring_rows,
                rings,
                sprite_rows,
                sprites,
            )
        if pickups:
            rings, sprites = mark_pickups(
                bodies, seen.seen, world.tick + alpha, self._pickup_colors, ring_rows, rings,
                sprite_rows, sprites,
            )  # fmt: skip
        sprites = effects.draw_sprites(lens, sprite_rows, int(sprites))
        frame.rings, frame.sprites = self._rings.part(0, int(rings)), self._sprites.part(0, sprites)
