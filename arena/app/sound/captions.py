"""Captions: warning sounds as text with an arrow to their direction."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from arena.app.menus import theme
from arena.app.sound.cues import Cue
from arena.app.sound.effects import Sound
from arena.catalogue.kind_row import KINDS
from arena.game.waves.words import plural
from arena.tuning import TICK_RATE
from arena.view.overlay.layout import Line, Rank, Slot
from arena.view.overlay.overlay import RGBA, Overlay
from arena.view.palette import Palette, ship_colors

TEXTS: Mapping[Sound, str] = {
    Sound.LANDING: "{} about to land",
    Sound.HURT: "hit by {}",
    Sound.PLAYER_KILLED: "ship destroyed",
    Sound.LOW_SHIELD: "shield is low",
    Sound.LAST_LIFE: "this is the last life",
    Sound.VOLLEY: "gunners make ready to fire together",
    Sound.BOSS_ARRIVAL: "a boss arrives",
    Sound.BOSS_STAGE: "the boss changes its ways",
}
"""Caption of each sound, with room for the name of who lands or hit."""
SHOWN_TICKS = 2 * TICK_RATE
QUIET_TICKS = {sound: (8 if sound is Sound.LANDING else 3) * TICK_RATE for sound in TEXTS}
"""Ticks without a sound of a kind after which it is written again: landings are frequent, and a caption that
is always there says nothing."""
MOST = 2
"""Maximum number of lines."""
ASIDE = 0.3
"""Pan beyond which a caption has an arrow."""
SIZE = 26.0


@dataclass
class _Written:
    cue: Cue  # pan: -1 left, 1 right
    text: str
    ticks: int = 0  # since the sound


def words_of(cue: Cue) -> str:
    """Caption of a cue that has one."""
    if cue.kind is None:
        return TEXTS[cue.sound].format("something")
    return TEXTS[cue.sound].format(plural(cue.kind, 2) if cue.many else KINDS[cue.kind].one)


class Captions:
    """Captions of recent sounds."""

    def __init__(self) -> None:
        self._lines: list[_Written] = []
        self._tick = 0
        self._heard: dict[tuple[Sound, int | None], int] = {}  # tick of the last one by sound and kind

    @property
    def texts(self) -> tuple[str, ...]:
        """Visible lines, oldest first."""
        return tuple(line.text for line in self._lines)

    def note(self, cues: Iterable[Cue], safe: bool = False) -> None:
        """Add the sounds of one tick, a line for each group; hits vanish once players are `safe`."""
        self._tick += 1
        for line in self._lines:
            line.ticks += 1
        for cue in cues:
            if cue.sound in TEXTS:
                key, quiet = (cue.sound, cue.kind), QUIET_TICKS[cue.sound]
                if self._tick - self._heard.get(key, -quiet) >= quiet:
                    self._lines.append(_Written(cue, words_of(cue)))
                self._heard[key] = self._tick
        kept = [line for line in self._lines if line.ticks < SHOWN_TICKS]
        self._lines = [line for line in kept if not (safe and line.cue.sound is Sound.HURT)][-MOST:]

    def draw(self, overlay: Overlay, palette: Palette) -> None:
        """Draw the captions where the layout has room, each arrow in the hue of the kind that sounds."""
        colors = ship_colors(palette)
        for line in self._lines:
            red, green, blue = palette.warning if line.cue.kind is None else colors[line.cue.kind].tolist()
            overlay.add_line(_caption(overlay, line.text, line.cue.pan, (red, green, blue, 1.0)))


def _caption(overlay: Overlay, text: str, pan: float, color: RGBA) -> Line:
    width = overlay.text_width(text, SIZE) + 110.0

    def draw(middle: float, bottom: float, scale: float) -> None:
        overlay.text(text, middle, bottom + 14.0 * scale, SIZE * scale, theme.TEXT, "center")
        if abs(pan) > ASIDE:
            side = math.copysign(1.0, pan)
            x = middle + side * (width / 2 - 26.0) * scale
            overlay.dart(x, bottom + 22.0 * scale, 11.0 * scale, side * math.pi / 2, color)

    return Line(Slot.BOTTOM, Rank.CAPTION, width, 44.0, draw)
