"""Player tags: dials and reticles of the players who look at a picture, the numbers of ships and wingmen once
there are several players, the signs of all of them on a picture of the whole planet, and ghosts: ships of a
recorded game, drawn as light in their shape with a word beside them.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from arena.catalogue import kinds
from arena.jit.annotations import F64
from arena.sim.kinds import Pool
from arena.sim.world import World
from arena.view.cameras.camera import project
from arena.view.frame import MESH_OF_KIND, SHIP_DTYPE, Camera, Frame, Instances
from arena.view.hud import status
from arena.view.hud.arrows import draw_hit
from arena.view.hud.element import HudPicture
from arena.view.instances import SHIP_SCALE
from arena.view.overlay.layout import Box, figure_scale
from arena.view.overlay.overlay import RGBA, Overlay
from arena.view.overlay.signs import SHADE
from arena.view.palette import Palette, player_color
from arena.view.poses import player_pose

Vector2 = tuple[float, float]

RETICLE_DISTANCE = 9.0
"""Of the mark of one's fire ahead of the ship [u]."""
TAG_SIZE, WINGMAN_SIZE = 24.0, 22.0
"""Of the letters on the tags of ships and of wingmen [virtual px]."""
TIP = 6.0
"""Size of the arrow head with which a tag points at its ship [virtual px]."""
DIAL_AWAY, SHIP_AWAY, WINGMAN_AWAY = status.DIAL_RADIUS + 10.0, 30.0, 22.0
"""From the middle of a ship with dials, of one without and of a wingman to the tag [virtual px]."""
SHIP_ROOM = 20.0
"""About the middle of a ship, where no tag of another may stand [virtual px]."""
SIDES = (0.0, 1.0), (0.0, -1.0), (1.0, 0.0), (-1.0, 0.0), (1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)
"""Offsets of a tag to the right and up, over its distance from the ship: the first with room is taken."""
SIGN, BOMB_AWAY = 11.0, 30.0
"""Half the size of the weapon's sign beside a tag, and from it to the bombs [virtual px]."""

RING, THICKNESS = 15.0, 3.0
"""Radius of the ring about a ship, and width of its line [virtual px]."""
LETTERS_AWAY = 22.0
"""Distance of the letters from the middle of the ship, less their arrow head [virtual px]."""
HIDDEN = 0.6
"""Opacity of the ring about a ship on the far side."""
GHOST_COLOR = (0.80, 0.68, 1.0)
"""Of ghosts, whatever the palette: nothing else is of this colour, and nothing else is only light."""
GHOST_LABEL: RGBA = (*GHOST_COLOR, 0.9)
GHOST_SIZE, GHOST_RISE = 22.0, 40.0
GHOST_NEAR = 3.0
"""Nearer than this to one's own ship a ghost has no label [u]."""


class Tag(NamedTuple):
    """Tag of a ship."""

    row: int  # of Bodies
    player: int
    ship: Vector2  # its place [virtual px]
    away: float  # from there to the letters [virtual px]
    size: float  # of the letters [virtual px]
    arms: tuple[int, int] | None = None  # weapon and bombs that are told beside it

    @property
    def text(self) -> str:
        """A player's name; of a wingman, the number alone."""
        return f"P{self.player + 1}" if self.row == self.player else str(self.player + 1)


def draw_ships(picture: HudPicture) -> None:
    """Draw the dials and reticles of the players who look at a picture, and the tags of all."""
    ships, world, overlay = dict[int, Vector2](), picture.world, picture.overlay
    for slot in (picture.player, *picture.others):
        if world.bodies.alive[slot]:
            ships[slot] = _draw_sights(picture, slot)
        elif slot != picture.player:
            status.draw_return(overlay, picture.hud, slot)
    if picture.tagged:
        tags = list[Tag]()
        for slot, place in ships.items():
            arms = int(world.players.weapon[slot]), int(world.players.bombs[slot])
            tags.append(Tag(slot, slot, place, DIAL_AWAY, TAG_SIZE, None if slot == picture.player else arms))
        draw_tags(overlay, [*tags, *list_tags(picture.frame, world, picture.alpha, ships)], picture.palette)
    picture.ship = ships.get(picture.player)


def _draw_sights(picture: HudPicture, player: int) -> Vector2:
    """Draw a player's reticle and dials; returns the ship's place."""
    overlay, world, palette = picture.overlay, picture.world, picture.palette
    pose, angle = player_pose(world, player, picture.alpha), RETICLE_DISTANCE / world.shell_radius
    ahead = pose.position * math.cos(angle) + pose.heading * math.sin(angle)
    spots, _ = project(picture.frame.camera, np.array([pose.position, ahead]) * world.shell_radius)
    (x, y), (sight_x, sight_y) = overlay.locate(spots).tolist()
    if picture.settings.reticle > 0.0:
        color, size = player_color(palette, player), picture.settings.reticle
        status.draw_reticle(overlay, (x, y), sight_x, sight_y, color, size)
    status.draw_dials(overlay, world, player, x, y, palette)
    draw_hit(overlay, world, player, pose, picture.frame.camera, palette)
    return x, y


def draw_tags(overlay: Overlay, tags: Sequence[Tag], palette: Palette) -> None:
    """Draw each at the first side of its ship where it covers no other ship and no other tag."""
    taken = list[Box]()
    for tag in tags:
        held = [*taken, *(_around(other.ship) for other in tags if other is not tag)]
        boxes = {side: tag_box(overlay, tag, side) for side in SIDES}
        free = (side for side, box in boxes.items() if not any(map(box.overlaps, held)))
        side = next(free, SIDES[0])
        taken.append(boxes[side])
        _draw_tag(overlay, tag, boxes[side], side, palette)


def list_tags(frame: Frame, world: World, alpha: float, known: dict[int, Vector2]) -> list[Tag]:
    """Tags of the other players' ships in sight, but for those `known`, and then of all wingmen."""
    bodies, memory = world.bodies, world.memory
    players, wingmen = world.rows(Pool.PLAYER), world.rows(Pool.COMPANION)
    wingmen = wingmen[bodies.kind[wingmen] == kinds.COMPANION.number]
    rows = [row for row in players.tolist() if row not in known] + wingmen.tolist()
    if not rows:
        return []
    place = bodies.previous_position[rows] * (1.0 - alpha) + bodies.position[rows] * alpha
    place = place.astype(np.float64)
    spots, ahead = project(frame.camera, place)
    # Before the horizon: nearer to the eye's side of the planet than the tangent plane allows.
    shown = ahead & (place @ frame.camera.eye > world.planet_radius**2) & (np.abs(spots) < 1.0).all(axis=1)
    tags = list[Tag]()
    for row, (x, y), seen in zip(rows, frame.overlay.locate(spots).tolist(), shown, strict=True):
        own = row < len(world.players.weapon)
        player = row if own else int(memory.target[row])
        if seen and 0 <= player < len(world.players.weapon):
            away, size = (SHIP_AWAY, TAG_SIZE) if own else (WINGMAN_AWAY, WINGMAN_SIZE)
            tags.append(Tag(row, player, (x, y), away, size))
    return tags


def tag_box(overlay: Overlay, tag: Tag, side: Vector2) -> Box:
    """Bounding box of a tag, its letters and arms, at a side of its ship [virtual px]."""
    width, height = overlay.text_width(tag.text, tag.size, "display"), 0.8 * tag.size
    if tag.arms is not None:
        width += SIGN + BOMB_AWAY + status.BOMB_STEP * min(max(tag.arms[1], 1), status.BOMBS)
    (x, y), away = tag.ship, tag.away * (figure_scale(overlay.height) if tag.away == DIAL_AWAY else 1.0)
    x, y = x + side[0] * (away + 2 * TIP + width / 2), y + side[1] * (away + 2 * TIP + height / 2)
    return Box(x - width / 2, y - height / 2, width, height)


def _around(ship: Vector2) -> Box:
    return Box(ship[0] - SHIP_ROOM, ship[1] - SHIP_ROOM, 2 * SHIP_ROOM, 2 * SHIP_ROOM)


def _draw_tag(overlay: Overlay, tag: Tag, box: Box, side: Vector2, palette: Palette) -> None:
    """Draw a number with an arrow head to its ship, and weapon and bombs of who shares the picture."""
    color = (*player_color(palette, tag.player), 1.0)
    x, y = box.x + box.width / 2, box.y + box.height / 2
    at_x = x - side[0] * (box.width / 2 + TIP)
    at_y, turn = y - side[1] * (box.height / 2 + TIP), math.atan2(-side[0], -side[1])
    overlay.dart(at_x, at_y, TIP + 2.0, turn, (*SHADE, 0.6))
    overlay.dart(at_x, at_y, TIP, turn, color)
    letters = overlay.text_width(tag.text, tag.size, "display")
    overlay.add_label(tag.text, box.x + letters / 2, y - 0.36 * tag.size, tag.size, color, "display")
    if tag.arms is not None:
        weapon, bombs = tag.arms
        left = box.x + letters + 2.0 * SIGN
        status.draw_weapon(overlay, weapon, left, y, palette, True, SIGN)
        status.draw_bombs(overlay, bombs, left + BOMB_AWAY - SIGN, y, palette)


def draw_everybody(frame: Frame, places: dict[int, F64]) -> None:
    """Mark players by slots and places (unit): a whole ring on this side, half of one behind the planet."""
    overlay, tags = frame.overlay, list[Tag]()
    middles, _ = project(frame.camera, np.array(list(places.values())) * frame.shell_radius)
    for (slot, place), (x, y) in zip(places.items(), overlay.locate(middles).tolist(), strict=True):
        near = float(frame.camera.eye @ place) > frame.planet_radius**2 / frame.shell_radius
        color = (*player_color(frame.palette, slot), 1.0 if near else HIDDEN)
        overlay.ring(x, y, RING, THICKNESS, 1.0 if near else 0.5, color)
        tags.append(Tag(slot, slot, (x, y), LETTERS_AWAY, status.VALUE))
    draw_tags(overlay, tags, frame.palette)


def ghost_ships(ghost: World, alpha: float, shell_radius: float) -> Instances:
    """The ships of a ghost's players that fly, between its last two ticks, on a shell of that radius [u]."""
    flying = np.flatnonzero(ghost.bodies.alive[: ghost.config.players])
    rows = np.zeros(len(flying), SHIP_DTYPE)
    for row, player in zip(rows, flying.tolist(), strict=True):
        pose = player_pose(ghost, player, alpha)
        row["position"], row["nose"] = pose.position * shell_radius, pose.heading
        row["scale"] = ghost.bodies.radius[player] * SHIP_SCALE
    rows["color"] = GHOST_COLOR
    rows["kind"] = MESH_OF_KIND[kinds.PLAYER.number]
    return rows


def draw_ghost_labels(overlay: Overlay, ships: Instances, camera: Camera, own: F64) -> None:
    """Name the ghosts that are on this side of the planet; `own` is the place of one's own ship [u]."""
    places, ahead = project(camera, ships["position"])
    for ship, (x, y), shown in zip(ships, overlay.locate(places).tolist(), ahead, strict=True):
        position = ship["position"].astype(np.float64)
        if shown and float(position @ camera.eye) > 0.0 and np.linalg.norm(position - own) > GHOST_NEAR:
            overlay.add_label("GHOST", x, y + GHOST_RISE, GHOST_SIZE, GHOST_LABEL)
