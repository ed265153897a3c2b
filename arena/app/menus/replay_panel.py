"""Replay panel: time line, buttons and their keys. Knows no window.

The screen draws it every frame and asks for the part under the mouse. The boxes of the parts come from the
last picture, as the overlay's layout places them there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from arena.app.menus import theme
from arena.view.overlay.layout import Box, Line, Rank, Slot
from arena.view.overlay.overlay import RGBA, Overlay

LEAST = 0.95
"""Smallest scale at which its letters are legible in a small window."""
WIDTH, HEIGHT = 910.0, 176.0
SIDE = 104.0
"""Room beside the time line for the times [virtual px]."""
TRACK_Y, TRACK = 112.0, 14.0
"""Lower edge and height of the time line."""
REACH = 18.0
"""Distance above and below the time line within which the mouse works it."""
SKIP_SECONDS = 5
"""Length of a jump by the arrow keys during playback."""
BUTTON_Y, BUTTON = 38.0, 46.0
GAP = 8.0
KNOWN: RGBA = (0.42, 0.56, 0.70, 0.75)
UNKNOWN: RGBA = (0.42, 0.56, 0.70, 0.28)
LOSS: RGBA = (1.0, 0.42, 0.36, 0.95)
LOSS_WIDTH = 5.0


class PanelPart(Enum):
    """Parts of the panel that the mouse works."""

    TRACK = "time line"
    BACK = "- back"
    PLAY = "play"
    STEP = "+ step"
    SLOWER = "slower"
    SPEED = "speed"
    FASTER = "faster"
    TAKE_OVER = "take over"
    RACE = "fly beside"
    LEAVE = "leave"


BUTTONS = (
    (PanelPart.BACK, 88.0),
    (PanelPart.PLAY, 92.0),
    (PanelPart.STEP, 88.0),
    (PanelPart.SLOWER, 52.0),
    (PanelPart.SPEED, 88.0),
    (PanelPart.FASTER, 52.0),
    (PanelPart.TAKE_OVER, 136.0),
    (PanelPart.RACE, 136.0),
    (PanelPart.LEAVE, 88.0),
)
"""Buttons from left to right, with their widths."""


@dataclass(frozen=True)
class PanelState:
    """Content of the panel."""

    title: str  # state of the replay
    tick: int
    ticks: int
    known: int
    speed: float
    paused: bool
    keys: dict[PanelPart, str]  # key that does the same
    losses: Sequence[int] = ()  # ticks of lost ships, marked on the time line
    warning: bool = False  # true if the title is a warning
    hovered: PanelPart | None = None


class ReplayPanel:
    """Draws the panel and keeps the boxes of its parts."""

    def __init__(self) -> None:
        self._boxes: dict[PanelPart, Box] = {}

    def part_at(self, pointer: tuple[float, float]) -> PanelPart | None:
        """Part of the panel under the mouse [virtual px]."""
        return next((part for part, box in self._boxes.items() if box.contains(pointer)), None)

    def share_at(self, x: float) -> float:
        """Position of an x coordinate along the time line, clamped to 0 to 1."""
        track = self._boxes.get(PanelPart.TRACK)
        return 0.0 if track is None else max(0.0, min(1.0, (x - track.x) / max(1.0, track.width)))

    def box(self, part: PanelPart) -> Box:
        """Box of a part in the last picture.

        Raises:
            KeyError: it was not shown.
        """
        return self._boxes[part]

    def draw(self, overlay: Overlay, state: PanelState) -> None:
        """Draw the panel where the layout has room."""
        self._boxes = {}

        def draw(middle: float, bottom: float, scale: float) -> None:
            left = middle - WIDTH / 2 * scale
            overlay.rect(left, bottom, WIDTH * scale, HEIGHT * scale, theme.faded(theme.INK, 0.72), 16.0)
            self._draw_title(overlay, state, middle, bottom, scale)
            self._draw_track(overlay, state, left, bottom, scale)
            self._draw_buttons(overlay, state, left, bottom, scale)

        overlay.add_line(Line(Slot.BOTTOM, Rank.PROGRESS, WIDTH, HEIGHT, draw, LEAST))

    def _draw_title(self, overlay: Overlay, state: PanelState, x: float, bottom: float, scale: float) -> None:
        color = theme.WARNING if state.warning else theme.ACCENT
        y = bottom + 142.0 * scale
        overlay.text(state.title, x, y, 24.0 * scale, color, "center", "display", 0.2)

    def _draw_track(
        self, overlay: Overlay, state: PanelState, left: float, bottom: float, scale: float
    ) -> None:
        x, y = left + SIDE * scale, bottom + TRACK_Y * scale
        width, height = (WIDTH - 2 * SIDE) * scale, TRACK * scale
        reach = REACH * scale
        self._boxes[PanelPart.TRACK] = Box(x, y - reach, width, height + 2 * reach)
        shares = (1.0, state.known / max(1, state.ticks), state.tick / max(1, state.ticks))
        for share, color in zip(shares, (UNKNOWN, KNOWN, theme.ACCENT), strict=True):
            if share > 0.0:
                overlay.rect(x, y, max(height, width * min(1.0, share)), height, color, height / 2)
        for loss in state.losses:
            at = x + width * loss / max(1, state.ticks) - LOSS_WIDTH / 2 * scale
            overlay.rect(at, y - 6.0 * scale, LOSS_WIDTH * scale, height + 12.0 * scale, LOSS, 2.0)
        knob = 15.0 if state.hovered is PanelPart.TRACK else 12.0
        overlay.disc(x + width * shares[2], y + height / 2, knob * scale, theme.TEXT)
        size = 26.0 * scale
        overlay.text(theme.minutes(state.tick), x - 22.0 * scale, y, size, theme.TEXT, "right")
        overlay.text(theme.minutes(state.ticks), x + width + 22.0 * scale, y, size, theme.DIM)

    def _draw_buttons(
        self, overlay: Overlay, state: PanelState, left: float, bottom: float, scale: float
    ) -> None:
        total = sum(width for _, width in BUTTONS) + GAP * (len(BUTTONS) - 1)
        x, y = left + (WIDTH - total) / 2 * scale, bottom + BUTTON_Y * scale
        for part, width in BUTTONS:
            box = Box(x, y, width * scale, BUTTON * scale)
            if part is not PanelPart.SPEED:
                self._boxes[part] = box
            _draw_button(overlay, box, part, state, scale)
            x += (width + GAP) * scale


def _draw_button(overlay: Overlay, box: Box, part: PanelPart, state: PanelState, scale: float) -> None:
    hovered = state.hovered is part
    middle, baseline = box.x + box.width / 2, box.y + 13.0 * scale
    if part is PanelPart.SPEED:
        overlay.text(
            speed_label(state.speed), middle, baseline, 28.0 * scale, theme.TEXT, "center", "display"
        )
    else:
        shown = theme.faded(theme.ACCENT, 0.30) if hovered else theme.faded(theme.TEXT, 0.10)
        overlay.rect(*box, shown, 10.0 * scale)
        overlay.frame(*box, theme.faded(theme.TEXT, 0.35), 1.5, 10.0 * scale)
        label = _label(part, state)
        overlay.text(label, middle, baseline, 24.0 * scale, theme.ACCENT if hovered else theme.TEXT, "center")
    if key := state.keys.get(part):
        if overlay.text_width(key, 22.0 * scale) > box.width:
            key = key.rpartition(" ")[2]  # "right" of "d-pad right"
        overlay.text(key, middle, box.y - 26.0 * scale, 22.0 * scale, theme.DIM, "center")


def _label(part: PanelPart, state: PanelState) -> str:
    if part is PanelPart.PLAY:
        return "play" if state.paused else "pause"
    if part in (PanelPart.BACK, PanelPart.STEP):
        sign = part.value[0]
        return f"{sign}1 tick" if state.paused else f"{sign}{SKIP_SECONDS} s"
    return {PanelPart.SLOWER: "-", PanelPart.FASTER: "+"}.get(part, part.value)


def speed_label(speed: float) -> str:
    """Format a speed for display."""
    return f"x{speed:g}" if speed >= 1.0 else f"x1/{round(1.0 / speed)}"


def next_speed(speeds: Sequence[float], speed: float, direction: int) -> float:
    """Next of some ascending speeds, up (1) or down (-1), clamped at the ends."""
    at = min(range(len(speeds)), key=lambda place: abs(speeds[place] - speed))
    return speeds[max(0, min(len(speeds) - 1, at + direction))]
