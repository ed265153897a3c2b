"""Turns the simulation's events of one tick into light, sparks, waves and shake."""

import numpy as np
from numpy.typing import NDArray

from arena.sim.events import Event
from arena.sim.kinds import Team
from arena.sim.world import World
from arena.view.effects import Effects
from arena.view.instances import ship_colors
from arena.view.palette import Palette

F32 = NDArray[np.float32]
FIRE = (1.0, 0.62, 0.22)
DUST = (0.85, 0.70, 0.55)
WHITE_HOT = (1.0, 0.93, 0.80)
HURT = (1.0, 0.25, 0.22)
NEAR = 30.0
"""Explosions farther than this from the player do not shake the camera [u]."""


def show_events(effects: Effects, world: World, palette: Palette, player: int) -> None:
    """Feed every event of this tick to `effects`, as seen by player `player`."""
    events, colors = world.events, ship_colors(palette)
    here = world.bodies.position[player]
    for i in range(int(events.count[0])):
        kind, row = int(events.kind[i]), int(events.row[i])
        place, size = events.position[i], float(events.size[i])
        closeness = max(0.0, 1.0 - float(np.linalg.norm(place - here)) / NEAR)
        color = tuple(float(part) for part in colors[min(int(events.subject[i]), len(colors) - 1)])
        if kind == Event.SHOT:
            _muzzle(effects, world, row, place, palette)
        elif kind == Event.HIT:
            _hit(effects, place, palette)
        elif kind == Event.KILLED:
            _explode_ship(effects, place, size, (color[0], color[1], color[2]), closeness)
        elif kind == Event.BURST:
            _burst(effects, place, size, closeness)
        elif kind == Event.LANDED:
            effects.wave(place, 2.0 + size * 2.0, 0.5, palette.warning, 0.35, 0.5)
            effects.sparks(place, 8, 7.0, 0.4, 0.08, palette.warning)
        elif kind == Event.DEPLOYED:
            effects.wave(place, 1.0 + size * 2.5, 0.45, (color[0], color[1], color[2]), 0.22, 0.2)
            effects.glow(place, 1.0 + size, 0.2, (color[0], color[1], color[2]), 0.6, 2.0)
        elif kind == Event.BUMP and size > 2.0:
            effects.sparks(place, min(8, int(size)), 5.0, 0.3, 0.05, WHITE_HOT)
        else:
            _player_event(effects, Event(kind), place, size, palette, row == player)


def _player_event(
    effects: Effects, kind: Event, place: F32, size: float, palette: Palette, own: bool
) -> None:
    if kind == Event.BOMB:
        effects.wave(place, size, 0.7, palette.player, 1.4, 2.4)
        effects.wave(place, size * 0.7, 0.5, WHITE_HOT, 0.7, 0.0)
        effects.glow(place, 9.0, 0.35, palette.player, 0.4, 2.0)
        effects.sparks(place, 160, 34.0, 0.9, 0.13, palette.player)
        effects.jolt(0.8)
    elif kind == Event.BOOST:
        effects.wave(place, 4.0, 0.4, palette.boost, 0.3, 0.8)
        effects.sparks(place, 30, 12.0, 0.45, 0.08, palette.boost)
    elif kind == Event.PLAYER_HURT and own:
        effects.hurt = min(1.0, effects.hurt + 0.25 + size / 60.0)
        effects.jolt(min(0.6, 0.2 + size / 60.0))
        effects.sparks(place, 14, 10.0, 0.4, 0.07, HURT)
    elif kind == Event.PLAYER_KILLED:
        _explode_ship(effects, place, 2.2, palette.player, 1.0)
        effects.wave(place, 16.0, 1.1, palette.player, 1.1, 2.0)
        effects.sparks(place, 140, 26.0, 1.3, 0.12, palette.player)


def _muzzle(effects: Effects, world: World, row: int, place: F32, palette: Palette) -> None:
    own = row >= 0 and world.bodies.team[row] == Team.PLAYERS
    color = palette.player_bullet if own else palette.enemy_bullet
    effects.glow(place, 0.55 if own else 0.8, 0.07, color, 0.8, 4.0)


def _hit(effects: Effects, place: F32, palette: Palette) -> None:
    effects.glow(place, 0.6, 0.1, WHITE_HOT, 0.7, 3.0)
    effects.sparks(place, 7, 13.0, 0.28, 0.055, palette.player_bullet)


def _explode_ship(
    effects: Effects, place: F32, size: float, color: tuple[float, float, float], close: float
) -> None:
    effects.glow(place, 3.2 * size + 1.0, 0.16, WHITE_HOT, 0.9, 2.0)
    effects.glow(place, 3.0 * size + 1.0, 0.5, color, 0.7, 1.2)
    effects.sparks(place, 26 + int(18 * size), 17.0, 0.75, 0.09, color)
    effects.sparks(place, 16, 9.0, 0.6, 0.08, WHITE_HOT)
    effects.embers(place, 8, 3.5, 0.8, 0.55 * size + 0.2, FIRE)
    effects.wave(place, 3.5 + 3.5 * size, 0.55, color, 0.45, 0.9 + 0.5 * size)
    effects.jolt(0.22 * size * close)


def _burst(effects: Effects, place: F32, size: float, close: float) -> None:
    effects.glow(place, 1.6 * size + 0.5, 0.14, WHITE_HOT, 0.6, 2.0)
    effects.sparks(place, 10 + int(14 * size), 9.0 + 2.0 * size, 0.8, 0.06 + 0.03 * size, DUST)
    effects.embers(place, 4 + int(4 * size), 2.5 + size, 0.9, 0.35 * size + 0.2, DUST)
    effects.wave(place, 2.0 + 3.0 * size, 0.5, DUST, 0.35, 0.5 * size)
    effects.jolt(0.12 * size * close)
