"""Score, progress and the signs at the foot of a picture, and the dials and the reticle of a ship."""

import functools
import math
from collections.abc import Callable
from typing import Concatenate, ParamSpec

from arena.catalogue.medals import COLORS
from arena.catalogue.pickups import BOMB
from arena.catalogue.weapons import WEAPONS
from arena.game.hud import Bonus, Hud, Status
from arena.sim.world import World
from arena.view.overlay.layout import RADAR_ROOM, Line, Rank, Slot, figure_scale, hud_corners
from arena.view.overlay.overlay import RGBA, Overlay
from arena.view.overlay.signs import SHARD, SHIP, draw_bar, draw_sign
from arena.view.palette import WHITE, Color, Palette, paler, player_color

EDGE = 36.0
FADE = 8.0
"""Time in which words go [ticks]: pale ones are hard to read, and taken for an error."""
SMALL, TARGET, LEAST, VALUE, NUMBER = 22.0, 25.0, 19.5, 28.0, 48.0
"""Sizes of letters: words, a medal's mark, the least of both, values, and the score [virtual px]."""
ROW, MEDAL = 34.0, 10.0
"""From one row of letters below the score to the next, and radius of a medal's disc [virtual px]."""
STEP_BAR = 120.0
"""Length of the bar beside the multiplier, which the shards of its next step fill [virtual px]."""
BONUS_POP = 9
"""For how long a new bonus stands out [ticks]."""
DIAL_RADIUS, DIAL_SPAN = 56.0, 0.3
RETURN_SIZE = 26.0
TITLE = 1.3
"""Size of a title over that of the words with it."""
LIVES_UP, WEAPONS_UP, MODULES_UP = 34.0, 82.0, 136.0
"""Middles of the rows of signs above the lower edge [virtual px]."""
SHIP_SIZE, SHIP_STEP, SHIPS = 12.0, 28.0, 5
"""Half size of a ship's sign, from one to the next [virtual px], and the largest number of them: more are one
sign and the number."""
BOMB_SIZE, BOMB_STEP, BOMBS = 10.0, 25.0, 4
"""The same for bombs, which have the sign of the pickup."""
NONE_LEFT = 0.35
"""Opacity of the sign where no bomb is left."""
GROUP_GAP = 18.0
"""Between ships and bombs [virtual px]."""
WEAPON_SIZE, WEAPON_STEP, WEAPON_DIM, WEAPON_BOLD = 16.0, 50.0, 0.65, 1.7
"""Half size of a weapon's sign, from one to the next [virtual px], opacity of those that are not in hand, and
how bold the one in hand is."""
RETICLE_EDGE: RGBA = (0.0, 0.02, 0.05, 0.5)
"""Around the mark of one's fire, which may lie upon a pale hull."""
SIGHT_LINE = (0.5, 0.62, 0.74, 0.86)
"""Shares of the way from the ship to the mark of its fire at which a dot stands."""
HURT: Color = (1.0, 0.30, 0.28)
LOW = 0.35
"""Share of the shield below which its dial turns red and pulses."""


P = ParamSpec("P")


def remembered(draw: Callable[Concatenate[Overlay, P], None]) -> Callable[Concatenate[Overlay, P], None]:
    """Draw the same for the same arguments, without calling the function again."""

    @functools.wraps(draw)
    def add(overlay: Overlay, *args: P.args, **kwargs: P.kwargs) -> None:
        overlay.remember((draw.__name__, *args), lambda: draw(overlay, *args, **kwargs))

    return add


@remembered
def draw_progress(overlay: Overlay, status: Status, palette: Palette) -> None:
    """Draw the progress of the game below the radar, and the remark below that."""
    right, y = overlay.width - EDGE, overlay.height - RADAR_ROOM * figure_scale(overlay.height) - 16.0
    value = overlay.text_width(status.value, VALUE, "display")
    overlay.text(status.note, right, y - ROW, SMALL, (*palette.text, 1.0), "right")
    overlay.text(status.value, right, y, VALUE, (*palette.text, 1.0), "right", "display")
    overlay.text(status.label, right - value - 12.0, y, SMALL, (*palette.text, 1.0), "right", spacing=0.12)


def draw_score(overlay: Overlay, hud: Hud, palette: Palette) -> None:
    """Score at the upper left, the multiplier and the way to its next step below, and the last bonus."""
    y = score_foot(overlay)
    _draw_figures(overlay, score_figure(hud), hud.multiplier, palette)
    left = EDGE + overlay.text_width(f"×{hud.multiplier}", VALUE, "display") + 26.0
    draw_bar(overlay, left + 16.0, y - ROW + 7.0, STEP_BAR, hud.step_share, 5.0, (*palette.shard, 0.95))
    draw_sign(overlay, SHARD, left, y - ROW + 9.5, 9.0, (*palette.shard, 1.0))
    if hud.bonus is not None:
        shown, text = bonus_words(hud.bonus)
        pop = 1.0 + 0.3 * max(0.0, 1.0 - hud.bonus.age / BONUS_POP)
        overlay.text(text, EDGE, y - 3 * ROW, 24.0 * pop, (*palette.boost, shown))


def score_figure(hud: Hud) -> str:
    """The figure that counts: points, or a time."""
    return hud.time or grouped(hud.score or 0)


def score_foot(overlay: Overlay) -> float:
    """Baseline of the score [virtual px]."""
    return overlay.height - EDGE - 0.68 * NUMBER * figure_scale(overlay.height)


def bonus_words(bonus: Bonus) -> tuple[float, str]:
    """Opacity and words of a bonus."""
    text = f"{bonus.text}  +{grouped(bonus.points)}" if bonus.points else bonus.text
    return faded(bonus.length - bonus.age), text


def faded(ticks: float) -> float:
    """Opacity of words so many ticks before they are gone."""
    return max(0.0, min(1.0, ticks / FADE))


@remembered
def _draw_figures(overlay: Overlay, figure: str, multiplier: int, palette: Palette) -> None:
    y, size = score_foot(overlay), NUMBER * figure_scale(overlay.height)
    overlay.text(figure, EDGE, y, size, (*palette.text, 1.0), font="display")
    overlay.text(f"×{multiplier}", EDGE, y - ROW, VALUE, (*palette.text, 1.0), font="display")


def draw_target(overlay: Overlay, text: str, medal: str, palette: Palette) -> None:
    """Write the points to the next score to beat, below the multiplier; those to a medal beside its disc."""
    y = score_foot(overlay) - 2 * ROW
    if medal:
        overlay.disc(EDGE + MEDAL, y + 8.0, MEDAL, (*COLORS[medal], 1.0))
    room, x = hud_corners(overlay.width, overlay.height)[0].width, EDGE + 3.0 * MEDAL * bool(medal)
    size = min(TARGET if medal else SMALL, SMALL * (room - x) / overlay.text_width(text, SMALL))
    overlay.text(text, x, y, max(LEAST, size), (*palette.text, 1.0))


@remembered
def draw_lives(
    overlay: Overlay, name: str, lives: int | None, bombs: int, player: int, palette: Palette
) -> None:
    """A player's name, ships that are left, and bombs, in the lower left corner; either may be left out."""
    x, color, white = EDGE, (*player_color(palette, player), 1.0), (*palette.text, 1.0)
    if name:
        x += overlay.text(name, x, LIVES_UP - 10.0, VALUE, color, font="display") + GROUP_GAP
    if lives is not None:
        for _ in range(lives if lives <= SHIPS else 1):
            draw_sign(overlay, SHIP, x + SHIP_SIZE, LIVES_UP, SHIP_SIZE, color)
            x += SHIP_STEP
        if lives > SHIPS:
            x += overlay.text(f"×{lives}", x, LIVES_UP - 8.0, SMALL, white, font="display") + 6.0
        x += GROUP_GAP
    draw_bombs(overlay, bombs, x, LIVES_UP, palette)


def draw_bombs(overlay: Overlay, bombs: int, x: float, y: float, palette: Palette) -> None:
    """Draw bombs from `x` to the right; none is a dim one."""
    color = (*palette.boost, 1.0 if bombs else NONE_LEFT)
    for number in range(bombs if 0 < bombs <= BOMBS else 1):
        middle = x + BOMB_SIZE + number * BOMB_STEP
        draw_sign(overlay, BOMB.show.sign, middle, y, BOMB_SIZE, color)
        overlay.disc(middle - 0.1 * BOMB_SIZE, y - 0.3 * BOMB_SIZE, 0.65 * BOMB_SIZE, color)
    if bombs > BOMBS:
        overlay.text(f"×{bombs}", x + BOMB_STEP, y - 8.0, SMALL, (*palette.text, 1.0), font="display")


@remembered
def draw_weapons(overlay: Overlay, held: int, palette: Palette) -> None:
    """The weapons of a player above ships and bombs, the one in hand bright, bold and underlined."""
    for weapon in WEAPONS:
        x = EDGE + WEAPON_SIZE + weapon.number * WEAPON_STEP
        draw_weapon(overlay, weapon.number, x, WEAPONS_UP, palette, weapon.number == held)
        if weapon.number == held:
            draw_bar(overlay, x - 16.0, WEAPONS_UP - 26.0, 32.0, 1.0, 3.0, (*palette.text, 1.0))


def draw_weapon(
    overlay: Overlay, number: int, x: float, y: float, palette: Palette, in_hand: bool,
    size: float = WEAPON_SIZE,
) -> None:  # fmt: skip
    """Draw a weapon's sign about a place."""
    show = WEAPONS[number].show
    color = (*paler(palette.roles[show.colour], 0.4), 1.0 if in_hand else WEAPON_DIM)
    draw_sign(overlay, show.sign, x, y, size, color, WEAPON_BOLD if in_hand else 1.2)


def draw_dials(overlay: Overlay, world: World, player: int, x: float, y: float, palette: Palette) -> None:
    """Health on the left and boost on the right of the ship at (x, y)."""
    health = float(world.bodies.health[player] / world.full_shield(player))
    boost = float(world.players.boost[player])
    color = palette.health if health > LOW else HURT
    pulse = 1.0 if health > LOW else 0.72 + 0.28 * math.sin(world.tick * 0.21)
    with overlay.scaled(x, y, figure_scale(overlay.height)):
        _dial(overlay, x, y, 1.5 * math.pi, health, (*color, 0.9 * pulse), False)
        _dial(overlay, x, y, 0.5 * math.pi, boost, (*palette.boost, 0.85), True)
        left = int(world.ships.untouchable_until[player]) - world.tick
        if left > 0:
            light = min(0.55, 0.1 + left / 90.0)
            overlay.ring(x, y, DIAL_RADIUS - 15, 2.5, 1.0, (*player_color(palette, player), light))


def draw_return(overlay: Overlay, hud: Hud, player: int) -> None:
    """Draw the seconds until a player who shares the picture returns."""
    wait = hud.players[player].returns_in / 60.0
    line = f": reunion in {wait:.1f} s" if wait > 0.0 else " is lost"
    add_words(overlay, Slot.TOP, Rank.NEWS, f"Player {player + 1}{line}", (*HURT, 1.0), RETURN_SIZE)


def _dial(overlay: Overlay, x: float, y: float, turn: float, value: float, color: RGBA, mirror: bool) -> None:
    """A track and a filled arc about a turn, that both grow from the bottom upwards."""
    value, start = max(0.0, min(1.0, value)), turn - DIAL_SPAN * math.pi
    overlay.ring(x, y, DIAL_RADIUS, 7.0, DIAL_SPAN, (0.0, 0.03, 0.08, 0.4), start)
    overlay.ring(x, y, DIAL_RADIUS, 1.5, DIAL_SPAN, (color[0], color[1], color[2], 0.35), start)
    begin = start + (1.0 - value) * DIAL_SPAN * 2 * math.pi if mirror else start
    overlay.ring(x, y, DIAL_RADIUS, 4.0, DIAL_SPAN * value, color, begin)


def draw_reticle(
    overlay: Overlay, ship: tuple[float, float], x: float, y: float, color: Color, size: float
) -> None:
    """A fine mark where the ship's fire goes, and dots from the ship to it: the mouse may be elsewhere."""
    with overlay.scaled(x, y, size):
        draw_arcs(overlay, x, y, 14, color)
        overlay.disc(x, y, 4.6, RETICLE_EDGE)
        overlay.disc(x, y, 2.4, (*color, 1.0))
    for share in SIGHT_LINE:
        dot_x, dot_y = ship[0] + share * (x - ship[0]), ship[1] + share * (y - ship[1])
        overlay.disc(dot_x, dot_y, 3.4 * size, (*RETICLE_EDGE[:3], RETICLE_EDGE[3] * share))
        overlay.disc(dot_x, dot_y, 2.0 * size, (*color, 0.75 * share))


def draw_arcs(overlay: Overlay, x: float, y: float, radius: float, color: Color) -> None:
    """Draw four arcs about a place, upon a dark edge."""
    for width, shade in ((6.0, RETICLE_EDGE), (2.4, (*color, 0.95))):
        for i in range(4):
            overlay.ring(x, y, radius, width, 0.13, shade, (i + 0.5) * math.pi / 2 - 0.13 * math.pi)


def add_words(
    overlay: Overlay, slot: Slot, rank: Rank, text: str, color: RGBA, size: float = SMALL, title: str = ""
) -> None:
    """Add a line of words, with a `title` in large letters before it, or above where room is short."""
    large = TITLE * size
    name, words = overlay.text_width(title, large, "display", 0.1), overlay.text_width(text, size)
    wide, gap = name + words, size if name and words else 0.0
    corners = hud_corners(overlay.width, overlay.height)[:2]
    beside = wide + gap <= overlay.width - sum(corner.width for corner in corners) - 4 * size
    width, rows = (wide + gap, 1) if beside else (max(name, words), 2 if text else 1)
    above = 0.0 if beside or not text else 1.3 * size

    def draw(middle: float, bottom: float, scale: float) -> None:
        left, y, white = middle - width / 2 * scale, bottom + 0.35 * size * scale, (*WHITE, color[3])
        if title:
            x = left if beside else middle - name / 2 * scale
            overlay.text(title, x, y + above * scale, large * scale, white, "left", "display", 0.1)
        x = left + (name + gap) * scale if beside else middle - words / 2 * scale
        overlay.text(text, x, y, size * scale, color)

    overlay.add_line(Line(slot, rank, width + 20.0, 1.6 * size * rows, draw, LEAST / size, color[3]))


def grouped(number: int) -> str:
    """A number with a space between thousands."""
    return f"{number:,}".replace(",", " ")
