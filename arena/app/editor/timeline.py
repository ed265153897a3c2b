"""Time line at the bottom: the phases, and the spawn times of groups in the current one."""

from collections.abc import Sequence

from arena.app.editor.markers import SIZE, color_of, draw_marker
from arena.app.editor.words import fitted
from arena.app.menus import theme
from arena.game.editing.editor import Editor
from arena.game.editing.timing import coming_times, phase_seconds
from arena.view.overlay.layout import Box
from arena.view.overlay.overlay import Overlay
from arena.view.palette import Palette

PHASE_HEIGHT = 62.0
ADD = 62.0
"""Width of the button that adds a phase."""
GAP = 6.0
SMALL = 7.5
"""Half the extent of a group's marker [virtual px]; the chosen one's is larger."""


def phase_boxes(box: Box, phases: int) -> list[Box]:
    """Boxes of the phases, and last that of the button that adds one."""
    width = (box.width - ADD - 3 * GAP) / phases
    y = box.y + box.height - PHASE_HEIGHT - GAP
    found = [Box(GAP + number * width, y, width - GAP, PHASE_HEIGHT) for number in range(phases)]
    return [*found, Box(box.width - ADD - GAP, y, ADD, PHASE_HEIGHT)]


def phase_at(box: Box, phases: int, point: tuple[float, float]) -> int | None:
    """Index of the phase under the pointer; the number of phases: the button that adds one."""
    boxes = phase_boxes(box, phases)
    return next((number for number, found in enumerate(boxes) if found.contains(point)), None)


def draw(overlay: Overlay, box: Box, editor: Editor, palette: Palette) -> None:
    """Draw phases with their objectives, and the groups of the current one."""
    overlay.rect(*box, theme.faded(theme.INK, 0.72))
    phases = editor.document["phase"]
    *boxes, add = phase_boxes(box, len(phases))
    for number, (place, phase) in enumerate(zip(boxes, phases, strict=True)):
        _draw_phase(overlay, place, editor, number, f"{number + 1}  {phase['name']}", phase)
    overlay.frame(*add, theme.faded(theme.TEXT, 0.35), 2.0, 8.0)
    overlay.text("+", add.x + add.width / 2, add.y + 18.0, 34.0, theme.TEXT, "center")
    _draw_comings(overlay, Box(box.x, box.y, box.width, box.height - PHASE_HEIGHT - 2 * GAP), editor, palette)


def _draw_phase(
    overlay: Overlay, place: Box, editor: Editor, number: int, title: str, phase: dict[str, object]
) -> None:
    looked = number == editor.phase
    wrong = bool(editor.problems_of(("phase", number)))
    color = theme.WARNING if wrong else theme.ACCENT if looked else theme.TEXT
    overlay.rect(*place, theme.faded(theme.ACCENT if looked else theme.TEXT, 0.2 if looked else 0.08), 8.0)
    if wrong:
        overlay.frame(*place, theme.WARNING, 2.0, 8.0)
    room = place.width - 20.0
    overlay.text(fitted(overlay, title, 22.0, room), place.x + 10.0, place.y + 34.0, 22.0, color)
    objective = phase["objective"]
    assert isinstance(objective, dict)
    limit = f", {phase['limit']} s" if "limit" in phase else ""
    said = f"{objective['kind']}{limit}"
    overlay.text(fitted(overlay, said, 22.0, room), place.x + 10.0, place.y + 9.0, 22.0, theme.DIM)


def _draw_comings(overlay: Overlay, box: Box, editor: Editor, palette: Palette) -> None:
    """Draw markers of groups at their spawn times."""
    phase = editor.document["phase"][editor.phase]
    comings: Sequence[tuple[int, list[float]]] = list(enumerate(coming_times(phase)))
    whole = phase_seconds(phase)
    left, right, y = box.x + 70.0, box.x + box.width - 70.0, box.y + 14.0
    overlay.line(left, y, right, y, 2.0, theme.faded(theme.TEXT, 0.4))
    overlay.text("0 s", left - 14.0, y - 7.0, 22.0, theme.DIM, "right")
    overlay.text(f"{whole:.0f} s", right + 14.0, y - 7.0, 22.0, theme.DIM)
    for number, times in comings:
        group = phase["group"][number]
        chosen = editor.chosen == ("phase", editor.phase, "group", number)
        marker = "swarm" if group["kind"] == "asteroid" else group["kind"]
        tone = theme.ACCENT if chosen else (*color_of(group["kind"], palette), 1.0)
        for time in times:
            x = left + (right - left) * min(time / whole, 1.0)
            draw_marker(overlay, marker, x, y + 9.0, SIZE if chosen else SMALL, tone)
