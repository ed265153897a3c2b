"""Player tags: dials and reticles of the players who look at a picture, and a tag at every player's ship and
wingman once there are several players. A tag is a plate in its player's colour with the number on it."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.catalogue import kinds
from arena.catalogue.weapons import WEAPONS
from arena.game.hud import Hud
from arena.sim.kinds import Pool
from arena.sim.world import World
from arena.view.cameras.camera import project
from arena.view.frame import Frame
from arena.view.hud.lethal_marks import draw_lethal
from arena.view.hud.panels import SPEECH
from arena.view.hud.status import (
    DIAL_RADIUS,
    DIAL_THICK,
    draw_bomb_icon,
    draw_dials,
    draw_reticle,
    draw_return,
)
from arena.view.overlay.layout import Box, figure_scale
from arena.view.overlay.occupancy import Occupancy
from arena.view.overlay.overlay import RGBA, Overlay
from arena.view.palette import Color, Palette, player_color
from arena.view.poses import Pose, player_pose

Place = tuple[float, float]

RETICLE_DISTANCE, RETICLE_ROOM = 9.0, 26.0
"""Of the mark of one's fire ahead of the ship [u]; no words lie so near to it [virtual px]."""
TAG_SIZE, WINGMAN_SIZE = 22.0, 18.0
"""Of the letters on the tags of ships and of wingmen [virtual px]."""
TAG_SIDE, TAG_HEIGHT = 0.36, 1.25
"""Margin of a tag's plate at each side of its letters, and its height, over their size."""
TAG_EDGE = 2.5
"""Of the dark rim of a plate, which may lie on anything [virtual px]."""
TIP = 0.34
"""Half the size of the arrow head with which a tag points at its ship, over the size of its letters."""
DARK: RGBA = (0.01, 0.03, 0.07, 0.9)
DIAL_AWAY, SHIP_AWAY, WINGMAN_AWAY = DIAL_RADIUS + 16.0, 34.0, 24.0
"""From the middle of a ship with dials, of one without and of a wingman to the tag [virtual px]."""
SHIP_ROOM = 20.0
"""About the middle of a ship, where no tag of another may stand [virtual px]."""
SIDES: tuple[Place, ...] = (
    (0.0, 1.0), (0.0, -1.0), (1.0, 0.0), (-1.0, 0.0), (0.8, 0.8), (-0.8, 0.8), (0.8, -0.8), (-0.8, -0.8),
    (0.0, 2.2), (0.0, -2.2), (2.2, 0.0), (-2.2, 0.0), (1.7, 1.7), (-1.7, 1.7), (1.7, -1.7), (-1.7, -1.7),
)  # fmt: skip
"""Offsets of a tag to the right and up, over its distance from the ship: the first with room is taken."""
FAR = 1.5
"""From here on a line leads from a tag to its ship."""
BOMBS_MOST, BOMB_STEP, BOMB_SIZE = 6, 17.0, 0.75
"""Bombs told beside a tag, from one to the next [virtual px], and their size over those at the foot."""


class Tag(NamedTuple):
    """Tag of a ship."""

    row: int  # of Bodies
    player: int
    ship: Place  # its place [virtual px]
    away: float  # from there to the plate [virtual px]
    size: float  # of the letters [virtual px]
    words: str = ""  # beside the plate
    bombs: int = 0

    @property
    def needed(self) -> bool:
        """True if the tag is drawn even without room."""
        return self.row == self.player

    @property
    def text(self) -> str:
        """Text of the plate."""
        return f"P{self.player + 1}" if self.needed else str(self.player + 1)


class Tags:
    """The tags of one player's picture."""

    def __init__(self, palette: Palette, player: int) -> None:
        self._palette, self._player = palette, player
        self._sides: dict[int, Place] = {}  # offset of each row's tag in the last picture

    def draw(
        self, frame: Frame, world: World, hud: Hud, alpha: float, others: Sequence[int], tagged: bool,
        room: Occupancy, panels: Sequence[Box], reticle: float,
    ) -> Place | None:  # fmt: skip
        """Draw the dials and reticles of the players who look at this picture, and the tags of all.

        Args:
            frame: of this picture.
            world: only read.
            hud: of the mode.
            alpha: between the last two ticks.
            others: players who look at this picture, too.
            tagged: True with several players.
            room: places of threats and pickups; the boxes drawn here are added.
            panels: no tag stands there.
            reticle: size of the reticles over the usual; 0 hides them.

        Returns:
            Place of the own ship [virtual px], while it flies.
        """
        ships = dict[int, Place]()
        for player in (self._player, *others):
            if world.bodies.alive[player]:
                pose = player_pose(world, player, alpha)
                ships[player] = self._draw_sights(frame, world, player, pose, room, reticle)
            elif player != self._player:
                draw_return(frame.overlay, hud, player, self._palette)
        if tagged:
            tags = [self._own_tag(world, player, place) for player, place in ships.items()]
            self._draw_tags(frame.overlay, [*tags, *list_tags(frame, world, alpha, ships)], room, panels)
        reach = DIAL_RADIUS * figure_scale(frame.overlay.height) + DIAL_THICK
        draw_lethal(frame.overlay, frame, list(ships.values()), reach, self._palette)
        return ships.get(self._player)

    def _draw_sights(
        self, frame: Frame, world: World, player: int, pose: Pose, room: Occupancy, reticle: float
    ) -> Place:
        """Draw a player's reticle and dials; returns the ship's place."""
        overlay, angle = frame.overlay, RETICLE_DISTANCE / world.shell_radius
        ahead = pose.position * math.cos(angle) + pose.heading * math.sin(angle)
        (ship, mark), _ = project(frame.camera, np.array([pose.position, ahead]) * world.shell_radius)
        middle, sight = virtual_place(overlay, ship), virtual_place(overlay, mark)
        if reticle > 0.0:
            draw_reticle(overlay, middle, *sight, player_color(self._palette, player), reticle)
        draw_dials(overlay, world, player, *middle, self._palette)
        dials = DIAL_RADIUS * figure_scale(overlay.height)
        for (x, y), reach in ((middle, dials), (sight, RETICLE_ROOM * reticle)):
            room.take(Box(x - reach, y - reach, 2 * reach, 2 * reach))
        return middle

    def _own_tag(self, world: World, player: int, ship: Place) -> Tag:
        """Tag of a player of this picture; those who share it show weapon and bombs there."""
        if player == self._player:
            return Tag(player, player, ship, DIAL_AWAY, TAG_SIZE)
        weapon, bombs = WEAPONS[int(world.players.weapon[player])], int(world.players.bombs[player])
        return Tag(player, player, ship, DIAL_AWAY, TAG_SIZE, weapon.name.upper(), min(bombs, BOMBS_MOST))

    def _draw_tags(
        self, overlay: Overlay, tags: Sequence[Tag], room: Occupancy, panels: Sequence[Box]
    ) -> None:
        """Draw each where it was, or else where there is room; those of wingmen only there."""
        before, self._sides = self._sides, {}
        ships = {tag.row: _around(tag.ship) for tag in tags}
        written, foot = list[Box](), Box((overlay.width - SPEECH[0]) / 2, 0.0, *SPEECH)
        for tag in tags:
            taken = [*panels, foot, *written, *(box for row, box in ships.items() if row != tag.row)]
            wanted = before.get(tag.row, SIDES[0])
            side = next(
                (side for side in (wanted, *SIDES) if _is_free(overlay, tag, side, taken, room)), None
            )
            if side is None and not tag.needed:
                continue
            self._sides[tag.row] = side = side or wanted
            box = tag_box(overlay, tag, side)
            _draw_tag(overlay, tag, box, side, player_color(self._palette, tag.player), self._palette)
            written.append(box)
        for box in written:
            room.take(box)


def list_tags(frame: Frame, world: World, alpha: float, known: dict[int, Place]) -> list[Tag]:
    """Tags of the other players' ships in sight, but for those `known`, and then of all wingmen."""
    bodies, memory, overlay = world.bodies, world.memory, frame.overlay
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
    for row, spot, seen in zip(rows, spots, shown, strict=True):
        ship, own = virtual_place(overlay, spot), row < len(world.players.weapon)
        player = row if own else int(memory.target[row])
        if seen and 0 <= player < len(world.players.weapon):
            away, size = (SHIP_AWAY, TAG_SIZE) if own else (WINGMAN_AWAY, WINGMAN_SIZE)
            tags.append(Tag(row, player, ship, away, size))
    return tags


def tag_box(overlay: Overlay, tag: Tag, side: Place) -> Box:
    """Bounding box of a tag at a side of its ship, the words beside its plate included [virtual px]."""
    width, height = _plate_width(overlay, tag), tag.size * TAG_HEIGHT
    total = width
    if tag.words:
        total += overlay.text_width(tag.words, tag.size) + 10.0 + tag.bombs * BOMB_STEP + 10.0
    (x, y), away = tag.ship, tag.away * (figure_scale(overlay.height) if tag.away == DIAL_AWAY else 1.0)
    middle_x = x + side[0] * away + math.copysign(min(1.0, abs(side[0])), side[0]) * total / 2
    middle_y = y + side[1] * away + math.copysign(min(1.0, abs(side[1])), side[1]) * height / 2
    return Box(middle_x - total / 2, middle_y - height / 2, total, height)


def draw_identity(overlay: Overlay, player: int, x: float, y: float, palette: Palette) -> None:
    """Draw the player's plate of a part of the window, its lower left corner at (x, y) [virtual px]."""
    tag = Tag(player, player, (0.0, 0.0), 0.0, 1.3 * TAG_SIZE)
    plate = Box(x, y, _plate_width(overlay, tag), tag.size * TAG_HEIGHT)
    _draw_plate(overlay, tag, plate, player_color(palette, player))


def virtual_place(overlay: Overlay, place: NDArray[np.floating]) -> Place:
    """A place of the picture, -1 to 1, in virtual pixels."""
    return (float(place[0]) + 1.0) * 0.5 * overlay.width, (float(place[1]) + 1.0) * 0.5 * overlay.height


def _around(ship: Place) -> Box:
    return Box(ship[0] - SHIP_ROOM, ship[1] - SHIP_ROOM, 2 * SHIP_ROOM, 2 * SHIP_ROOM)


def _is_free(overlay: Overlay, tag: Tag, side: Place, taken: Sequence[Box], room: Occupancy) -> bool:
    box = tag_box(overlay, tag, side)
    if not (0.0 <= box.x <= overlay.width - box.width and 0.0 <= box.y <= overlay.height - box.height):
        return False
    return room.is_free(box) and not any(box.overlaps(other) for other in taken)


def _plate_width(overlay: Overlay, tag: Tag) -> float:
    return overlay.text_width(tag.text, tag.size) + 2 * TAG_SIDE * tag.size


def _draw_tag(overlay: Overlay, tag: Tag, box: Box, side: Place, color: Color, palette: Palette) -> None:
    """Draw a plate that points at its ship, and the words beside it."""
    plate = box._replace(width=_plate_width(overlay, tag))
    x, y = plate.x + plate.width / 2, plate.y + plate.height / 2
    if max(map(abs, side)) > FAR:
        reach = 0.75 * SHIP_ROOM / max(1.0, math.hypot(x - tag.ship[0], y - tag.ship[1]))
        end = tag.ship[0] + (x - tag.ship[0]) * reach, tag.ship[1] + (y - tag.ship[1]) * reach
        overlay.line(x, y, *end, 2 * TAG_EDGE + 1.0, DARK)
        overlay.line(x, y, *end, TAG_EDGE, (*color, 1.0))
    elif 0.0 in side:
        tip, turn = TIP * tag.size, math.atan2(-side[0], -side[1])
        at_x = x - side[0] * (plate.width / 2 + 0.4 * tip)
        at_y = y - side[1] * (plate.height / 2 + 0.4 * tip)
        overlay.dart(at_x, at_y, tip + TAG_EDGE + 1.0, turn, DARK)
        overlay.dart(at_x, at_y, tip, turn, (*color, 1.0))
    _draw_plate(overlay, tag, plate, color)
    if tag.words:
        left, foot = plate.x + plate.width + 10.0, plate.y + 6.0
        end = left + overlay.text(tag.words, left, foot, tag.size, (*color, 0.95)) + 14.0
        for number in range(tag.bombs):
            with overlay.scaled(end + number * BOMB_STEP, foot + 7.0, BOMB_SIZE):
                draw_bomb_icon(overlay, end + number * BOMB_STEP, foot + 7.0, (*palette.boost, 0.95))


def _draw_plate(overlay: Overlay, tag: Tag, plate: Box, color: Color) -> None:
    x, y, width, height = plate
    edge, round_by = TAG_EDGE, 0.28 * tag.size
    overlay.rect(x - edge, y - edge, width + 2 * edge, height + 2 * edge, DARK, round_by + edge)
    overlay.rect(x, y, width, height, (*color, 1.0), round_by)
    foot = y + (height - 0.72 * tag.size) / 2
    overlay.text(tag.text, x + width / 2, foot, tag.size, DARK, "center")
