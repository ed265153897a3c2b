"""Rings and sprites of one picture: shades, warnings, zones and effects, each in one reused array."""

import numpy as np

from arena.ai.behaviours import create_behaviours
from arena.catalogue.zones import ZONES
from arena.game.scoring.shards import SHARDS_TABLE
from arena.jit.annotations import F64, I32
from arena.sim.bosses.rules import BOSS_RULES
from arena.sim.groups.volleys import PATTERN_RULES
from arena.sim.kinds import Pool
from arena.sim.world import World
from arena.view.buffers import ROOM, MarkRows, create_mark_rows
from arena.view.effects.effects import Effects
from arena.view.frame import SPRITE_ROOM, Frame
from arena.view.instances import BodyInstances
from arena.view.marks import bosses, pickups, warnings, zones
from arena.view.palette import Palette, role_colors, ship_colors

PALE = np.float32(0.25)
"""Share of white in what warns: red alone is hardly seen on dark ground."""


class Marks:
    """Ground marks and sprites of a picture."""

    def __init__(self, palette: Palette) -> None:
        self._rows = create_mark_rows(ROOM, SPRITE_ROOM)
        fiery = max(0.0, palette.haze[0] - palette.haze[2])  # lava has the hue of what warns
        self._muzzle, self._mine = np.array(palette.enemy_bullet), np.array(palette.mine)
        self._ship_colors, self._behaviours = ship_colors(palette), create_behaviours()
        pale = self._ship_colors + (1.0 - self._ship_colors) * PALE
        self._warnings = pale * np.float32(1.0 + fiery)
        self._boss_colors, self._shard_color = bosses.boss_colors(palette), np.array(palette.shard)
        self._zone_colors, self._pickup_colors = role_colors(palette, ZONES), pickups.pickup_colors(palette)

    def draw(
        self, frame: Frame, world: World, falling: I32, alpha: float, lens: F64, seen: BodyInstances,
        effects: Effects,
    ) -> None:  # fmt: skip
        """Give a frame bodies, rings and sprites in sight: shades come first, because light lies above them.

        `seen` has been culled; `falling` as by `falling_rows`.
        """
        bodies, shell, now = world.bodies, world.shell_radius, world.tick + alpha
        winds = int(np.count_nonzero(world.zones.kind))
        crates, mines = seen.count_of(Pool.PICKUP), seen.count_of(Pool.MINE)
        shards = world.tables.get(SHARDS_TABLE)
        facets = pickups.shards_alive(shards, world.tick) if shards is not None else 0
        links = int(np.count_nonzero(world.ships.shielder >= 0))
        sprites = (
            warnings.ARROW_SPRITES * len(falling), warnings.LANE_ROOM, warnings.MUZZLE_ROOM,
            warnings.RAY_ROOM, warnings.THREAD_PIECES * links, bosses.BOSS_SPRITES,
            zones.ZONE_SPRITES * winds, pickups.PICKUP_SPRITES * crates, seen.shade_count,
            pickups.SHARD_SPRITES * facets, effects.front_sprites,
        )  # fmt: skip
        rings = bosses.BOSS_RINGS, zones.ZONE_RINGS * winds, mines, crates, effects.wave_count
        rows = self._reserve(len(falling) + links + warnings.VOLLEY_RINGS + sum(rings), sum(sprites))
        effects.draw_rings(lens, shell, rows)
        seen.draw(frame, world, alpha, lens, rows)
        if len(falling):
            colors = self._warnings / warnings.LANDING_LIGHT if frame.high_contrast else self._warnings
            warnings.mark_landings(bodies, falling, alpha, shell, lens, colors, rows)
        if mines:
            warnings.mark_mines(bodies, seen.seen, now, lens, self._mine, rows)
        warnings.mark_lanes(
            world.population, world.kinds, self._behaviours, self._warnings, world.tick, shell, lens, rows
        )
        warnings.mark_muzzles(world.population, world.kinds, self._behaviours, lens, self._muzzle, rows)
        warnings.mark_volleys(
            world.population, PATTERN_RULES, world.seed, world.tick, lens, self._warnings, rows
        )
        if links:
            warnings.mark_links(world.population, self._ship_colors, now, alpha, lens, rows)
        bosses.mark_bosses(world.population, BOSS_RULES, now, lens, self._boss_colors, rows)
        if winds:
            zones.mark_zones(world.zones, frame.time_s, shell, lens, self._zone_colors, rows)
        if crates:
            pickups.mark_pickups(bodies, seen.seen, now, self._pickup_colors, rows)
        if facets:
            pickups.mark_shards(shards, facets, now, lens, self._shard_color, rows)
        effects.draw_sprites(lens, shell, rows)
        frame.rings, frame.sprites = rows.drawn()

    def _reserve(self, rings: int, sprites: int) -> MarkRows:
        """Empty rows with room for so many; more room is taken in doubles."""
        had = len(self._rows.rings), len(self._rows.sprites)
        if rings > had[0] or sprites > had[1]:
            self._rows = create_mark_rows(max(rings, 2 * had[0]), max(sprites, 2 * had[1]))
        self._rows.ring_count[0] = self._rows.sprite_count[0] = 0
        return self._rows
