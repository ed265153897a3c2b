"""Goals at the upper edge, words on a slim bar: the boss, with its stages and parts, and the objective."""

from collections.abc import Callable, Mapping

from arena.catalogue import kinds
from arena.catalogue.boss_row import BOSSES, PARTS, BossRow
from arena.game.hud import Hud, ObjectiveHud
from arena.sim.kinds import Pool
from arena.sim.world import World
from arena.view.hud.status import add_words, faded
from arena.view.overlay.layout import Line, Rank, Slot, hud_corners
from arena.view.overlay.overlay import RGBA, Overlay
from arena.view.overlay.signs import draw_bar
from arena.view.palette import Color, Palette, boss_paints, paler

SIZE, SPACING = 22.0, 0.12
WIDTH, LEAST = 560.0, 300.0
"""Length of a bar where there is room, and the least [virtual px]."""
DEPTH, HEIGHT, GAP = 6.0, 44.0, 24.0
"""Of the bar; of the line; between the words at its two ends [virtual px]."""
PARTS_SHARE, BAR_GAP, SHIELD_PALE = 0.32, 14.0, 0.4
"""Share of the bar that is of the parts, the gap before it [virtual px], and white in words on shields."""
HATCH_STEP, HATCH_THICKNESS = 12, 2.5
"""From line to line of a shielded bar, and how thick they are [virtual px]."""
LINE_TICKS = 240
"""Time for which the line of a new stage is shown."""


def draw_goals(overlay: Overlay, world: World, hud: Hud, palette: Palette) -> None:
    """The bar of a boss, and what is to be done."""
    draw_boss(overlay, world, palette)
    if hud.objective is not None and hud.objective.note:  # a boss that flies has its own bar instead
        draw_objective(overlay, hud.objective, palette)


def add_goal(
    overlay: Overlay, name: str, color: RGBA, aside: float,
    draw: Callable[[float, float, float, float], object],
) -> None:  # fmt: skip
    """Add a line with a name above the left end of a bar.

    `draw` draws the bar, from its lower left corner and length, and what stands above its right end, `aside`
    wide [virtual px]; its last argument is how large, 1 or less.
    """
    words = overlay.text_width(name, SIZE, spacing=SPACING) + GAP + aside
    room = overlay.width - 2 * max(corner.width for corner in hud_corners(overlay.width, overlay.height)[:2])
    width = max(LEAST, words, min(WIDTH, room - 20.0))

    def place(middle: float, bottom: float, scale: float) -> None:
        left, y = middle - width / 2 * scale, bottom + 4.0 * scale
        overlay.text(name, left, y + 16.0 * scale, SIZE * scale, color, spacing=SPACING)
        draw(left, y, width * scale, scale)

    overlay.add_line(Line(Slot.TOP, Rank.GOAL, width + 12.0, HEIGHT, place))


def draw_objective(overlay: Overlay, objective: ObjectiveHud, palette: Palette) -> None:
    """Its title, a note and a bar of how far it is, at the upper edge."""

    def draw(x: float, y: float, length: float, scale: float) -> None:
        color = (*palette.text, 1.0)
        overlay.text(objective.note, x + length, y + 16.0 * scale, SIZE * scale, color, "right")
        draw_bar(overlay, x, y, length, objective.share, DEPTH, color)

    aside = overlay.text_width(objective.note, SIZE)
    add_goal(overlay, objective.title.upper(), (*palette.text, 1.0), aside, draw)


def draw_boss(overlay: Overlay, world: World, palette: Palette) -> None:
    """Draw the bar of the first boss that flies, and on its right one of its parts, below how many are left.

    That of shields, which are to be shot first, has the hue of their threads in the world.
    """
    bodies, memory, rows = world.bodies, world.memory, world.rows(Pool.ENEMY)
    bosses = rows[bodies.kind[rows] == kinds.BOSS.number]
    if not len(bosses):
        return
    row = int(bosses[0])
    variant = min(int(bodies.variant[row]), BOSSES.size - 1)
    boss, (own, of_parts) = BOSSES[variant], boss_paints(palette)[variant].tolist()
    parts = rows[(bodies.kind[rows] == kinds.BOSS_PART.number) & (memory.target[rows] == row)]
    alive = dict(zip(memory.ring_slot[parts].tolist(), bodies.health[parts].tolist(), strict=True))
    words, share, shielded = parts_left(boss, alive)

    def draw(x: float, y: float, length: float, scale: float) -> None:
        core = length * (1.0 - PARTS_SHARE)
        hue: Color = palette.shield if shielded else of_parts
        _draw_health(overlay, world, row, boss, shielded, x, y, core, own, palette)
        draw_bar(overlay, x + core + BAR_GAP, y, length - core - BAR_GAP, share, DEPTH, (*hue, 1.0))
        color = (*(paler(hue, SHIELD_PALE) if shielded else palette.text), 1.0)
        overlay.text(words, x + length, y + 16.0 * scale, SIZE * scale, color, "right")

    add_goal(overlay, boss.name.upper(), (*palette.text, 1.0), overlay.text_width(words, SIZE), draw)
    _draw_line(overlay, world, row, boss, palette)


def parts_left(boss: BossRow, alive: Mapping[int, float]) -> tuple[str, float, bool]:
    """Words for the parts of a boss that are left, their share of health, and whether some of them shield it.

    Shields come first: while there is one, nothing else is told. `alive` has the health of parts by slots.
    """
    ring = dict(enumerate(PARTS.named(name) for name in boss.rules.ring.parts))
    shields = {slot: part for slot, part in ring.items() if part.rules.shields}
    shielded = not alive.keys().isdisjoint(shields)
    counted = shields if shielded else ring
    left = [slot for slot in counted if slot in alive]
    names = {ring[slot].name for slot in left}
    words = f"{len(left)} {names.pop() if len(names) == 1 else 'part'}{'s' * (len(left) != 1)}"
    share = sum(alive[slot] for slot in left) / sum(part.rules.health for part in counted.values())
    return f"shoot {words} first" if shielded else f"{words} left", share, shielded


def _draw_health(
    overlay: Overlay, world: World, row: int, boss: BossRow, shielded: bool, x: float, y: float,
    length: float, own: Color, palette: Palette,
) -> None:  # fmt: skip
    """The bar; while a shield lives it is no solid bar but a hatched one."""
    share = max(0.0, min(1.0, float(world.bodies.health[row]) / boss.rules.health))
    if shielded:
        draw_bar(overlay, x, y, length, 0.0, DEPTH, (*own, 0.95))
        for at in range(round(HATCH_THICKNESS), int(length * share - DEPTH), HATCH_STEP):
            overlay.line(x + at, y, x + at + DEPTH, y + DEPTH, HATCH_THICKNESS, (*own, 1.0))
    else:
        draw_bar(overlay, x, y, length, share, DEPTH, (*own, 1.0))
    stage = int(world.memory.stage[row])
    for number, following in enumerate(boss.rules.stages[1:], 1):
        mark = 0.45 if number <= stage else 1.0
        overlay.rect(x + length * following.health - 1, y - 3, 2, DEPTH + 6, (*palette.text, mark), 0)


def _draw_line(overlay: Overlay, world: World, row: int, boss: BossRow, palette: Palette) -> None:
    """Draw the line of a stage that just began: its attack and the counter to it."""
    age = world.tick - int(world.memory.stage_began[row])
    if 0 <= age < LINE_TICKS:
        line = boss.show.lines[min(int(world.memory.stage[row]), len(boss.show.lines) - 1)]
        add_words(overlay, Slot.TOP, Rank.NEWS, line, (*palette.warning, faded(LINE_TICKS - age)), 24.0)
