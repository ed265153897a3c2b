"""Captions: warning sounds as text with an arrow to their direction."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from arena.app.menus import theme
from arena.app.sound.cues import Cue
from arena.app.sound.effects import Sound
from arena.tuning import TICK_RATE
from arena.view.overlay.layout import Line, Rank, Slot
from arena.view.overlay.overlay import Overlay

TEXTS: Mapping[Sound, str] = {
    Sound.LANDING: "something is about to land",
    Sound.HURT: "hull hit",
    Sound.PLAYER_KILLED: "ship destroyed",
    Sound.LOW_SHIELD: "shield is low",
    Sound.LAST_LIFE: "this is the last life",
    Sound.VOLLEY: "gunners make ready to fire together",
    Sound.BOSS_ARRIVAL: "a boss arrives",
    Sound.BOSS_STAGE: "the boss changes its ways",
}
"""Caption of each sound."""
SHOWN_TICKS = 2 * TICK_RATE
MOST = 2
"""Maximum number of lines."""
ASIDE = 0.3
"""Pan beyond which a caption has an arrow."""
SIZE = 26.0


@dataclass
class _Written:
    sound: Sound
    pan: float  # -1 left, 1 right
    ticks: int = 0  # since the sound


class Captions:
    """Captions of recent sounds."""

    def __init__(self) -> None:
        self._lines: list[_Written] = []

    @property
    def texts(self) -> tuple[str, ...]:
        """Visible lines, oldest first."""
        return tuple(TEXTS[line.sound] for line in self._lines)

    def note(self, cues: Iterable[Cue]) -> None:
        """Add the sounds of one tick; a visible caption is extended."""
        for line in self._lines:
            line.ticks += 1
        for cue in cues:
            if cue.sound in TEXTS:
                self._lines = [line for line in self._lines if line.sound is not cue.sound]
                self._lines.append(_Written(cue.sound, cue.pan))
        self._lines = [line for line in self._lines if line.ticks < SHOWN_TICKS][-MOST:]

    def draw(self, overlay: Overlay) -> None:
        """Draw the captions where the layout has room."""
        for line in self._lines:
            overlay.add_line(_caption(overlay, TEXTS[line.sound], line.pan))


def _caption(overlay: Overlay, text: str, pan: float) -> Line:
    width = overlay.text_width(text, SIZE) + 110.0

    def draw(middle: float, bottom: float, scale: float) -> None:
        overlay.text(text, middle, bottom + 14.0 * scale, SIZE * scale, theme.TEXT, "center")
        if abs(pan) > ASIDE:
            side = math.copysign(1.0, pan)
            x = middle + side * (width / 2 - 26.0) * scale
            overlay.dart(x, bottom + 22.0 * scale, 11.0 * scale, side * math.pi / 2, theme.WARNING)

    return Line(Slot.BOTTOM, Rank.CAPTION, width, 44.0, draw)
