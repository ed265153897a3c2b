"""Words at the edges: the banner of the mode, the loss of the own ship, and the companion's, beside its
portrait and with arrows at the enemy that they warn of."""

import math

import numpy as np

from arena.game.companion_voice import BEHIND
from arena.game.hud import Banner, Hud
from arena.game.rules import VOICE
from arena.sim.kinds import Pool
from arena.sim.world import World
from arena.view.cameras.camera import project
from arena.view.hud.element import HudPicture
from arena.view.hud.status import SMALL, add_words
from arena.view.overlay.layout import ROOMY, Line, Rank, Slot, figure_scale
from arena.view.overlay.overlay import Overlay
from arena.view.overlay.signs import SHADE, WINGMAN, draw_sign
from arena.view.palette import Palette, paler, ship_colors
from arena.view.poses import Pose

SPEECH_SIZE, HIGH = 26.0, 42.0
"""Size of the words, and height of their line [virtual px]."""
FACE, BADGE, FACE_ROOM, EDGE = 11.0, 9.0, 52.0, 6.0
"""Half the size of the portrait, the round frame beyond that, the room for it, and the room behind the words
[virtual px]."""
ARROW, AWAY = 12.0, 46.0
"""Size of the arrows at an enemy, and how far from its middle they stand [virtual px]."""
FADE = 14
"""Time in which a banner comes, and goes [ticks]: half faded it is hard to read before the sun."""
BANNER, BANNER_POP, POP_TICKS = 1.15, 0.5, 40
"""Size of its words over the usual, what they have more of it when it begins, and for how long [ticks]."""
PALE = 0.85
"""Share of white in its line."""
LOST_SIZE, LOST_COLOR = 26.0, (1.0, 0.62, 0.58, 1.0)
"""Size [virtual px] and colour of the words about a lost ship."""


def draw_banner(overlay: Overlay, banner: Banner, palette: Palette) -> None:
    """Announce what the mode announces; below a goal in a narrow picture, by its title only."""
    line = "" if overlay.width < ROOMY and overlay.has_line(Rank.GOAL) else banner.line
    shown = max(0.0, min(1.0, banner.age / FADE, (banner.length - banner.age) / FADE))
    color = (*paler(palette.lattice, PALE), shown)
    usual = banner.size if overlay.width >= ROOMY else 1.0
    size = usual * SMALL * (BANNER + BANNER_POP * max(0.0, 1.0 - banner.age / POP_TICKS) ** 2)
    add_words(overlay, Slot.TOP, Rank.NEWS, line, color, size, banner.title)


def draw_loss(overlay: Overlay, hud: Hud, player: int) -> None:
    """Tell what destroyed a player's ship, and the seconds until the next one."""
    content = hud.players[player]
    wait = f"a new ship in {content.returns_in / 60.0:.1f} s"
    line = f"{content.lost_to}; {wait}" if content.lost_to else wait
    add_words(overlay, Slot.BOTTOM, Rank.SPEECH, line, LOST_COLOR, LOST_SIZE, "SHIP LOST")


def draw_speech(picture: HudPicture) -> None:
    """Have the companion's words written at the foot, and point at the enemy that they warn of."""
    line = picture.hud.players[picture.player].line
    draw_companion_line(picture.overlay, line, picture.palette)
    row = warned_row(picture.world, picture.pose, line)
    if row is not None:
        draw_warned(picture, row)


def warned_row(world: World, pose: Pose, line: str) -> int | None:
    """Row of the danger that a line warns of: the nearest enemy behind the ship at `pose`; None without one.

    A ship that has turned round has none there.
    """
    if line != BEHIND.text:
        return None
    rows = world.rows(Pool.ENEMY)
    place = world.bodies.position[rows].astype(np.float64)
    apart = place - pose.position * world.shell_radius
    ahead, away = apart @ pose.heading, np.linalg.norm(apart, axis=1)
    back = np.flatnonzero((ahead < 0.0) & (away < VOICE.behind_distance))
    return int(rows[back[np.argmin(away[back])]]) if len(back) else None


def draw_companion_line(overlay: Overlay, line: str, palette: Palette) -> None:
    """Draw the companion's line at the bottom in the middle, behind its portrait."""
    if not line:
        return
    color = (*palette.companion, 1.0)
    width = overlay.text_width(line, SPEECH_SIZE) + FACE_ROOM + EDGE

    def draw(middle: float, bottom: float, scale: float) -> None:
        left, y = middle - width / 2 * scale, bottom + HIGH / 2 * scale
        face = left + (FACE + BADGE) * scale, y
        overlay.disc(*face, (FACE + BADGE) * scale, (*SHADE, 0.5))
        overlay.ring(*face, (FACE + BADGE - 2.0) * scale, 2.0, 1.0, (*palette.companion, 0.7))
        draw_sign(overlay, WINGMAN, *face, FACE * scale, color)
        size = SPEECH_SIZE * scale
        overlay.text(line, left + FACE_ROOM * scale, y - 0.35 * size, size, color)

    overlay.add_line(Line(Slot.BOTTOM, Rank.SPEECH, width, HIGH, draw))


def draw_warned(picture: HudPicture, row: int) -> None:
    """Point at an enemy that the companion warns of by arrows from all sides, in the hue of its kind."""
    overlay, bodies, share = picture.overlay, picture.world.bodies, picture.alpha
    place = bodies.previous_position[row] * (1.0 - share) + bodies.position[row] * share
    spots, (ahead,) = project(picture.frame.camera, place.astype(np.float64)[None])
    if not ahead:
        return
    ((x, y),), hue = overlay.locate(spots).tolist(), ship_colors(picture.palette)[bodies.kind[row]].tolist()
    with overlay.scaled(x, y, figure_scale(overlay.height)):
        for wider, color in ((3.0, (*SHADE, 0.8)), (0.0, (*hue, 1.0))):
            for turn in np.arange(4) * (math.pi / 2):
                at = x - AWAY * math.sin(turn), y - AWAY * math.cos(turn)
                overlay.dart(*at, ARROW + wider, float(turn), color)
