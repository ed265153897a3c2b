"""The boss's bar at the top: name, health with a mark at each stage, parts, and the line of a new stage."""

from arena.catalogue import kinds
from arena.catalogue.boss_row import BOSSES, PARTS, BossRow
from arena.sim.kinds import Pool
from arena.sim.world import World
from arena.view.overlay.layout import Box, Line, Rank, Slot
from arena.view.overlay.overlay import RGBA, Overlay
from arena.view.palette import Color, Palette, boss_paints

EDGE = 30.0
WIDTH, DEPTH = 560.0, 16.0
"""Of the bar [virtual px]."""
LEAST, CORNER = 180.0, 324.0
"""Width of the bar in a narrow picture, and margin to score and radar [virtual px]."""
SIGN, SIGN_STEP = 7.0, 30.0
"""Half size of a part's sign, and from one to the next [virtual px]."""
HATCH_STEP, HATCH_THICKNESS, HATCH_GROUND = 14, 3.0, 0.22
"""From line to line of a shielded bar and how thick they are [virtual px]; how opaque it is between."""
BRACKET, BRACKET_GAP = 6.0, 4.0
"""Width of the brackets of a shielded bar's frame, and gap from the bar to the frame [virtual px]."""
LINE_TICKS = 240
"""Time for which the line of a new stage is shown."""
FADE_TICKS = 30


def draw_boss(overlay: Overlay, world: World, palette: Palette, drop: float = 0.0) -> Box | None:
    """Draw the bar of the first boss that flies, `drop` lower [virtual px]; returns its box."""
    rows = world.rows(Pool.ENEMY)
    bosses = rows[world.bodies.kind[rows] == kinds.BOSS.number]
    if not len(bosses):
        return None
    row = int(bosses[0])
    variant = min(int(world.bodies.variant[row]), BOSSES.size - 1)
    boss, (own, of_parts) = BOSSES[variant], boss_paints(palette)[variant].tolist()
    label, y = (
        overlay.text_width(boss.name.upper(), 22, spacing=0.16) + 22,
        overlay.height - EDGE - DEPTH - drop,
    )
    room = overlay.width - 2 * CORNER - 28
    length = WIDTH if label + WIDTH <= room else max(LEAST, room - label)
    # In the middle, without its label where there is room for that.
    x = (overlay.width - length) / 2 + (0.0 if label + WIDTH <= room else label / 2)
    left, foot = x - label - 14, y - SIGN_STEP - 8
    overlay.reserve(Box(left, foot, length + label + 28, overlay.height - drop - foot))
    # Dark behind and pale around: the boss itself has the bar's colour, and is often right behind it.
    plate = Box(left, foot, length + label + 28, y + DEPTH + 10 - foot)
    overlay.rect(*plate, (0.0, 0.02, 0.06, 0.78), 10)
    overlay.text(boss.name.upper(), x - label, y, 22, (*palette.text, 0.95), spacing=0.16)
    parts = rows[(world.bodies.kind[rows] == kinds.BOSS_PART.number) & (world.memory.target[rows] == row)]
    alive = {int(slot) for slot in world.memory.ring_slot[parts]}
    _draw_health(overlay, world, row, boss, alive, x, y, length, own, palette)
    step = min(SIGN_STEP, length / len(boss.rules.ring.parts))
    for slot, part in enumerate(boss.rules.ring.parts):
        color: RGBA = (*of_parts, 0.95) if slot in alive else (*palette.text, 0.22)
        _SIGNS[PARTS.named(part).number](overlay, x + SIGN + slot * step, y - 19, color)
    _draw_line(overlay, world, row, boss, palette)
    return plate


def _draw_health(
    overlay: Overlay, world: World, row: int, boss: BossRow, alive: set[int], x: float, y: float,
    length: float, own: Color, palette: Palette,
) -> None:  # fmt: skip
    """The bar; while a shield lives it is no solid bar but a hatched one, in a frame between brackets."""
    share = max(0.0, min(1.0, float(world.bodies.health[row]) / boss.rules.health))
    if any(
        PARTS.named(boss.rules.ring.parts[slot]).rules.shields
        for slot in alive
        if slot < len(boss.rules.ring.parts)
    ):
        _hatch(overlay, x, y, length * share, own)
        _enclose(overlay, x, y, length, palette.shield)
    else:
        overlay.rect(x, y, length * share, DEPTH, (*own, 0.95), 5)
        overlay.frame(x, y, length, DEPTH, (*palette.text, 0.7), 2, 5)
    stage = int(world.memory.stage[row])
    for number, following in enumerate(boss.rules.stages[1:], 1):
        mark = 0.45 if number <= stage else 0.95
        overlay.rect(x + length * following.health - 1, y - 4, 2, DEPTH + 8, (*palette.text, mark), 0)


def _hatch(overlay: Overlay, x: float, y: float, length: float, color: Color) -> None:
    """Slanting lines over a dim bar: nothing that is shot at it now takes of it."""
    overlay.rect(x, y, length, DEPTH, (*color, HATCH_GROUND), 5)
    for at in range(round(HATCH_THICKNESS), int(length - DEPTH), HATCH_STEP):
        overlay.line(x + at, y + 2, x + at + DEPTH - 4, y + DEPTH - 2, HATCH_THICKNESS, (*color, 0.95))


def _enclose(overlay: Overlay, x: float, y: float, length: float, color: Color) -> None:
    """A frame about the bar with a heavy bracket at each end."""
    gap, heavy = BRACKET_GAP, BRACKET
    overlay.frame(x - gap, y - gap, length + 2 * gap, DEPTH + 2 * gap, (*color, 0.95), 2.5, 8)
    for left in (x - gap - heavy, x + length + gap):
        overlay.rect(left, y - gap - 3, heavy, DEPTH + 2 * gap + 6, (*color, 0.95), 2)


def _dart(overlay: Overlay, x: float, y: float, color: RGBA) -> None:
    overlay.dart(x, y, SIGN, 0.0, color)


def _ring(overlay: Overlay, x: float, y: float, color: RGBA) -> None:
    overlay.ring(x, y, SIGN, 4, 1.0, color)


def _frame(overlay: Overlay, x: float, y: float, color: RGBA) -> None:
    overlay.frame(x - SIGN, y - SIGN, 2 * SIGN, 2 * SIGN, color, 3, 2)


def _mine(overlay: Overlay, x: float, y: float, color: RGBA) -> None:
    overlay.disc(x, y, SIGN * 0.6, color)
    for k in range(4):
        overlay.ring(x, y, SIGN, 2.5, 0.1, color, (k + 0.3) * 1.5708)


def _plate(overlay: Overlay, x: float, y: float, color: RGBA) -> None:
    overlay.rect(x - SIGN, y - SIGN * 0.6, 2 * SIGN, SIGN * 1.2, color, 2)


_SIGNS = PARTS.resolve(
    "sign",
    lambda part: part.show.sign,
    {"dart": _dart, "ring": _ring, "frame": _frame, "mine": _mine, "plate": _plate},
)
"""Icons of boss parts, by number: gun, shield, hangar, mine, plate."""


def _draw_line(overlay: Overlay, world: World, row: int, boss: BossRow, palette: Palette) -> None:
    """Draw the line of a stage that just began: its attack and the counter to it."""
    age = world.tick - int(world.memory.stage_began[row])
    if not 0 <= age < LINE_TICKS:
        return
    line = boss.show.lines[min(int(world.memory.stage[row]), len(boss.show.lines) - 1)]
    shown = min(1.0, (LINE_TICKS - age) / FADE_TICKS)
    width = overlay.text_width(line, 24, spacing=0.04) + 36

    def draw(middle: float, bottom: float, scale: float) -> None:
        room = (middle - width / 2 * scale, bottom, width * scale, 36 * scale)
        overlay.rect(*room, (0.0, 0.02, 0.06, 0.72 * shown), 8)
        y = bottom + 10 * scale
        overlay.text(line, middle, y, 24 * scale, (*palette.warning, shown), "center", spacing=0.04)

    overlay.add_line(Line(Slot.TOP, Rank.HINT, width, 36, draw))
