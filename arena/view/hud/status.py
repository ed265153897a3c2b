"""The head-up display: dials at the ship, score, multiplier, lives, bombs, wave."""

import math

from arena.catalogue.weapons import WEAPONS, WeaponRow
from arena.game.hud import Hud, Status
from arena.sim.world import World
from arena.view.hud.objective import BAR_WIDTH
from arena.view.overlay.layout import (
    RADAR_ROOM,
    WEAPON_ROW,
    Line,
    Rank,
    Slot,
    figure_scale,
    weapon_rows,
)
from arena.view.overlay.overlay import RGBA, Overlay
from arena.view.palette import Color, Palette, player_color, role_color

EDGE = 44.0
FADE_OUT = 40
STEP_BAR = 150.0
"""Length of the bar beside the multiplier, which the shards of its next step fill [virtual px]."""
BONUS_POP = 9
"""For how long a new bonus stands out [ticks]."""
DIAL_RADIUS, DIAL_THICK = 56.0, 7.0
RETURN_SIZE = 27.0
NUMBER_SIZE = 56.0
"""Of the score and the wave [virtual px]."""
BELOW, ABOVE = -DIAL_RADIUS - 30.0, DIAL_RADIUS + 14.0
"""Heights of a player's name below and above the ship [virtual px]."""
PLATE: RGBA = (0.0, 0.02, 0.05, 0.68)
"""Behind what stands at the foot, where rocks go by."""
WEAPONS_UP = 118.0
"""Height of the lowest weapon above the edge [virtual px]."""
MODULES_UP = 122.0
"""Height of the places for modules above that of the highest weapon's row [virtual px]."""
ICON, ICON_STEP, ICONS = 112.0, 34.0, 5
"""Icons of ships and bombs: offset behind the name, step from one to the next [virtual px], largest number.
A larger count shows one icon and the number."""
RETICLE_EDGE: RGBA = (0.0, 0.02, 0.05, 0.6)
"""Around the mark of one's fire, which may lie upon a pale hull."""
SIGHT_LINE = (0.5, 0.62, 0.74, 0.86)
"""Shares of the way from the ship to the mark of its fire at which a dot stands."""
WEAPON_DIM = 0.83
"""Light of the weapons that are not in hand."""
HURT: Color = (1.0, 0.30, 0.28)


def draw_foot(overlay: Overlay, light: float) -> None:
    """The plate for modules, weapons, ships and bombs."""
    high = MODULES_UP + weapon_rows(overlay.height) * WEAPON_ROW + 34
    with overlay.lit(light):
        overlay.rect(EDGE - 22, EDGE - 14, 284, high, PLATE, 14)


def draw_progress(overlay: Overlay, hud: Hud, palette: Palette, light: float) -> None:
    """Draw the progress of the game, below the radar."""
    status = hud.status
    if status is not None:
        with overlay.lit(light):
            overlay.remember(("progress", status, palette), lambda: _progress(overlay, status, palette))


def _progress(overlay: Overlay, status: Status, palette: Palette) -> None:
    right, top = overlay.width - EDGE, overlay.height - RADAR_ROOM * figure_scale(overlay.height)
    overlay.text(status.label, right, top - 20, 22, tone(palette.text, 0.75), "right", spacing=0.22)
    size = NUMBER_SIZE * figure_scale(overlay.height)
    overlay.text(
        status.value, right, top - 28 - 0.9 * size, size, tone(palette.text, 1.0), "right", "display"
    )
    overlay.text(status.note, right, top - 112, 24, tone(palette.text, 0.95), "right")


def draw_score(overlay: Overlay, hud: Hud, palette: Palette, light: float) -> None:
    """Score and multiplier at the upper left, the way to its next step and the last bonus beside them."""
    multiplier = hud.multiplier
    if hud.score is not None:
        label, figure = score_words(hud)
        with overlay.lit(light):
            key = "score", figure, multiplier, palette
            overlay.remember(key, lambda: _score(overlay, label, figure, multiplier, palette))
            _step_bar(overlay, hud.step_share, palette)
            _bonus(overlay, hud, palette)


def score_words(hud: Hud) -> tuple[str, str]:
    """Name of what counts, and the figure."""
    return ("TIME", hud.time) if hud.time else ("SCORE", grouped(hud.score or 0))


def _score(overlay: Overlay, name: str, figure: str, multiplier: int, palette: Palette) -> None:
    top = overlay.height - EDGE
    overlay.text(name, EDGE, top - 20, 22, tone(palette.text, 0.75), spacing=0.22)
    size = score_size(overlay, figure)
    overlay.text(figure, EDGE, top - 28 - 0.9 * size, size, tone(palette.score, 1.0), font="display")
    label = f"×{multiplier}"
    width = overlay.text_width(label, 34, "display") + 28
    overlay.rect(EDGE, top - 136, width, 44, (*palette.score, 0.16), 8)
    overlay.frame(EDGE, top - 136, width, 44, (*palette.score, 0.75), 2, 8)
    overlay.text(label, EDGE + 14, top - 126, 34, tone(palette.score, 1.0), font="display")


def score_size(overlay: Overlay, figure: str) -> float:
    """Of the letters of the score: it leaves the middle to an objective [virtual px]."""
    room = overlay.width / 2 - EDGE - BAR_WIDTH / 2 - 34.0
    size = NUMBER_SIZE * figure_scale(overlay.height)
    return size * min(1.0, room / overlay.text_width(figure, size, "display"))


def _step_bar(overlay: Overlay, share: float, palette: Palette) -> None:
    """Beside the multiplier: the shards of its next step."""
    left, y = EDGE + 116, overlay.height - EDGE - 120
    overlay.text("SHARDS", left, y + 12, 22, tone(palette.text, 0.75), spacing=0.16)
    overlay.rect(left, y - 10, STEP_BAR, 8, (*palette.score, 0.2), 3)
    if share > 0.0:
        overlay.rect(left, y - 10, STEP_BAR * share, 8, (*palette.score, 0.95), 3)


def _bonus(overlay: Overlay, hud: Hud, palette: Palette) -> None:
    """Below the multiplier: what was just earned."""
    top = overlay.height - EDGE
    if hud.bonus is not None:
        bonus = hud.bonus
        shown = min(1.0, (bonus.length - bonus.age) / FADE_OUT)
        pop = 1.0 + 0.35 * max(0.0, 1.0 - bonus.age / BONUS_POP)
        text = f"{bonus.text}  +{grouped(bonus.points)}" if bonus.points else bonus.text
        overlay.text(text, EDGE, top - 178, 28 * pop, tone(palette.boost, shown))


def draw_lives(
    overlay: Overlay, lives: int | None, bombs: int, color: Color, palette: Palette, light: float
) -> None:
    """Ships and bombs that are left, in the lower left corner; `color` is that of the ships."""
    key = "lives", lives, bombs, color, palette
    with overlay.lit(light):
        overlay.remember(key, lambda: _lives(overlay, lives, bombs, color, palette))


def _lives(overlay: Overlay, lives: int | None, bombs: int, color: Color, palette: Palette) -> None:
    if lives is not None:
        x, y = EDGE + ICON, EDGE + 58
        overlay.text("SHIPS", EDGE, y - 8, 22, tone(palette.text, 0.75), spacing=0.16)
        for i in range(_icons(overlay, lives, y, palette)):
            _ship_icon(overlay, x + i * ICON_STEP, y, (*color, 0.95))
    x, y = EDGE + ICON, EDGE + 12
    overlay.text("BOMBS", EDGE, y - 8, 22, tone(palette.text, 0.75), spacing=0.16)
    if not bombs:
        overlay.text("none", x - 11, y - 8, 22, tone(palette.text, 1.0))
    for i in range(_icons(overlay, bombs, y, palette)):
        draw_bomb_icon(overlay, x + i * ICON_STEP, y, (*palette.boost, 1.0))


def _ship_icon(overlay: Overlay, x: float, y: float, color: RGBA) -> None:
    """A small ship with wings and a tail: an arrow head alone points at enemies at the rim."""
    overlay.line(x, y - 8, x, y + 11, 5, color)
    for side in (-1, 1):
        overlay.line(x, y + 2, x + 10 * side, y - 5, 4, color)
        overlay.line(x, y - 8, x + 5 * side, y - 11, 3, color)


def draw_bomb_icon(overlay: Overlay, x: float, y: float, color: RGBA) -> None:
    """A fat drop with fins, nose down: nothing that is fired looks like it."""
    overlay.disc(x, y - 3, 7.5, color)
    overlay.line(x, y, x, y + 9, 6, color)
    for side in (-1, 1):
        overlay.line(x + 2 * side, y + 6, x + 8 * side, y + 11, 3.5, color)


def _icons(overlay: Overlay, count: int, y: float, palette: Palette) -> int:
    """Number of icons for a count: the count up to ICONS, else one, with the count as text at `y`."""
    if count <= ICONS:
        return count
    overlay.text(f"×{count}", EDGE + ICON + 24, y - 9, 26, tone(palette.text, 1.0), font="display")
    return 1


def draw_weapons(overlay: Overlay, held: int, palette: Palette, light: float) -> None:
    """The weapons of a player, `held` in hand."""
    with overlay.lit(light):
        overlay.remember(("weapons", held, palette), lambda: _weapons(overlay, held, palette))


def _weapons(overlay: Overlay, held: int, palette: Palette) -> None:
    """Weapons above lives and bombs: the one in hand is lit."""
    shown = weapon_rows(overlay.height)
    for weapon in WEAPONS:
        color = role_color(palette, weapon.show.colour, weapon.name)
        above = WEAPONS.size - 1 - weapon.number
        if weapon.number == held:
            row = above if shown > 1 else 0
            box = EDGE - 12, EDGE + WEAPONS_UP + row * WEAPON_ROW - 12, 250, WEAPON_ROW - 4
            overlay.rect(*box, (*color, 0.13), 8)
            overlay.frame(*box, (*color, 0.7), 2, 8)
            _weapon(overlay, weapon, row, color, 1.0)
        elif shown > 1:
            _weapon(overlay, weapon, above, color, WEAPON_DIM)


def _weapon(overlay: Overlay, weapon: WeaponRow, row: int, color: Color, lit: float) -> None:
    """Name of a weapon, in a row counted from the lowest."""
    x, y = EDGE, EDGE + WEAPONS_UP + row * WEAPON_ROW
    pale = (color[0] * 0.6 + 0.4, color[1] * 0.6 + 0.4, color[2] * 0.6 + 0.4)
    overlay.text(weapon.name.upper(), x, y - 3, 22, tone(pale, lit), spacing=0.10)


def draw_dials(overlay: Overlay, world: World, player: int, x: float, y: float, palette: Palette) -> None:
    """Health on the left and boost on the right of the ship at (x, y)."""
    health = float(world.bodies.health[player] / world.full_shield(player))
    boost = float(world.players.boost[player])
    color = palette.health if health > 0.35 else HURT
    pulse = 1.0 if health > 0.35 else 0.72 + 0.28 * math.sin(world.tick * 0.21)
    span = 0.34
    with overlay.scaled(x, y, figure_scale(overlay.height)):
        _dial(overlay, x, y, 1.5 * math.pi - span * math.pi, span, health, (*color, 0.9 * pulse), False)
        _dial(overlay, x, y, 0.5 * math.pi - span * math.pi, span, boost, (*palette.boost, 0.85), True)
        left = int(world.ships.untouchable_until[player]) - world.tick
        if left > 0:
            overlay.ring(
                x, y, DIAL_RADIUS - 15, 3, 1.0, (*player_color(palette, player), min(0.55, 0.1 + left / 90.0))
            )


def draw_return(overlay: Overlay, hud: Hud, player: int, palette: Palette) -> None:
    """Draw the seconds until a player who shares the picture returns."""
    returns_in = hud.players[player].returns_in
    line = f"Player {player + 1} is lost"
    if returns_in > 0:
        line = f"Player {player + 1}: reunion in {returns_in / 60.0:.1f} s"
    width = overlay.text_width(line, RETURN_SIZE)

    def draw(middle: float, bottom: float, scale: float) -> None:
        overlay.text(line, middle, bottom + 10 * scale, RETURN_SIZE * scale, tone(HURT, 1.0), "center")

    overlay.add_line(Line(Slot.TOP, Rank.SPEECH, width + 40, 40, draw))


def _dial(
    overlay: Overlay, x: float, y: float, start: float, span: float, value: float, color: RGBA, mirror: bool
) -> None:
    """A track and a filled arc that both grow from the bottom upwards."""
    value = max(0.0, min(1.0, value))
    overlay.ring(x, y, DIAL_RADIUS, DIAL_THICK, span, (0.0, 0.03, 0.08, 0.55), start)
    overlay.ring(x, y, DIAL_RADIUS, 2, span, (color[0], color[1], color[2], 0.28), start)
    begin = start + (1.0 - value) * span * 2 * math.pi if mirror else start
    overlay.ring(x, y, DIAL_RADIUS, 5, span * value, color, begin)


def draw_reticle(
    overlay: Overlay, ship: tuple[float, float], x: float, y: float, color: Color, size: float
) -> None:
    """A fine mark where the ship's fire goes, and dots from the ship to it: the mouse may be elsewhere."""
    with overlay.scaled(x, y, size):
        for width, tone in ((8.5, RETICLE_EDGE), (3.0, (*color, 0.95))):
            for i in range(4):
                overlay.ring(x, y, 15, width, 0.13, tone, (i + 0.5) * math.pi / 2 - 0.13 * math.pi)
        overlay.disc(x, y, 5.2, RETICLE_EDGE)
        overlay.disc(x, y, 2.6, (*color, 1.0))
    for share in SIGHT_LINE:
        dot_x, dot_y = ship[0] + share * (x - ship[0]), ship[1] + share * (y - ship[1])
        overlay.disc(dot_x, dot_y, 3.4 * size, (*RETICLE_EDGE[:3], RETICLE_EDGE[3] * share))
        overlay.disc(dot_x, dot_y, 2.0 * size, (*color, 0.75 * share))


def grouped(number: int) -> str:
    """A number with a space between thousands."""
    return f"{number:,}".replace(",", " ")


def tone(color: Color, alpha: float) -> RGBA:
    return (color[0], color[1], color[2], alpha)
