"""Themes of the worlds: scale, tempo, chords, motif, instruments and drums. Data only.

Steps are sixteenths of a bar of four beats. Degrees count from 0 along the scale; 7 is the octave.
"""

from typing import NamedTuple

from arena.app.sound import timbres
from arena.app.sound.timbres import Stroke, Timbre

DORIAN = (0, 2, 3, 5, 7, 9, 10)
PHRYGIAN = (0, 1, 3, 5, 7, 8, 10)
MIXOLYDIAN = (0, 2, 4, 5, 7, 9, 10)
LYDIAN = (0, 2, 4, 6, 7, 9, 11)
HARMONIC_MINOR = (0, 2, 3, 5, 7, 8, 11)

Motif = tuple[tuple[int, int, int], ...]
"""Of two bars: step, degree and length in steps of each note."""


class Drums(NamedTuple):
    """Drum pattern of a bar, a letter per step: x loud, o soft, anything else rests."""

    low: str
    middle: str
    high: str


class Theme(NamedTuple):
    """Theme of a world."""

    tempo: float  # [beats/min]
    root: int  # MIDI number of degree 0 in the bass
    scale: tuple[int, ...]
    chords: tuple[int, ...]  # chord degree of each of eight bars
    motif: Motif
    arpeggio: tuple[int, ...]  # order of the chord's notes
    bass: str  # rhythm of the busy bass
    light: Drums  # as danger rises
    full: Drums  # in danger
    pad: Timbre
    low: Timbre
    pluck: Timbre
    lead: Timbre
    kick: Stroke
    snare: Stroke
    hat: Stroke


HAVEN_MOTIF = ((0, 4, 4), (4, 6, 2), (6, 7, 6), (14, 6, 2), (16, 4, 6), (22, 2, 2), (24, 3, 8))

THEMES: dict[str, Theme] = {
    "title": Theme(
        72.0, 38, DORIAN, (0, 3, 5, 4, 0, 3, 6, 4), HAVEN_MOTIF, (0, 2, 1, 3),
        "x.......x.......", Drums("................", "................", "....o.......o..."),
        Drums("x.......x.......", "........o.......", "..o...o...o...o."),
        timbres.PAD, timbres.ROUND_BASS, timbres.PLUCK, timbres.HOLLOW_LEAD,
        timbres.KICK, timbres.SNARE, timbres.HAT,
    ),
    "terra": Theme(
        100.0, 38, DORIAN, (0, 3, 5, 4, 0, 3, 6, 4), HAVEN_MOTIF, (0, 1, 2, 3, 2, 1),
        "x..x..x.x..x..x.", Drums("x.......x.......", "................", "..o...o...o...o."),
        Drums("x...x...x...x...", "....x.......x..o", "o.x.o.x.o.x.o.xo"),
        timbres.PAD, timbres.WARM_BASS, timbres.PLUCK, timbres.LEAD,
        timbres.KICK, timbres.SNARE, timbres.HAT,
    ),
    "rime": Theme(
        88.0, 40, LYDIAN, (0, 4, 1, 5, 0, 2, 1, 4),
        ((0, 9, 6), (8, 8, 2), (10, 6, 6), (20, 4, 4), (24, 6, 2), (26, 5, 6)), (0, 3, 1, 4, 2),
        "x.....x...x.....", Drums("x...............", "................", "o..o..o..o..o..."),
        Drums("x.....x...x.....", "........x.......", "x.oxo.xox.oxo.xo"),
        timbres.GLASS_PAD, timbres.ROUND_BASS, timbres.GLASS, timbres.GLASS_LEAD,
        timbres.THUD, timbres.ICE, timbres.HAT,
    ),
    "forge": Theme(
        112.0, 37, PHRYGIAN, (0, 0, 1, 0, 5, 5, 1, 0),
        ((0, 0, 2), (3, 1, 2), (6, 0, 4), (12, 4, 4), (16, 3, 2), (19, 1, 2), (22, 0, 8)), (0, 0, 2, 1, 0, 3),
        "x.xx..x.x.xx..x.", Drums("x.....x.........", "............o...", "................"),
        Drums("x..x..x.x..x.x..", "....x.......x...", "x.o.x.oox.o.x.oo"),
        timbres.IRON_PAD, timbres.SAW_BASS, timbres.IRON, timbres.BRASS,
        timbres.KICK, timbres.ANVIL, timbres.HAT,
    ),
    "squall": Theme(
        126.0, 43, MIXOLYDIAN, (0, 6, 3, 0, 4, 3, 6, 0),
        ((0, 4, 3), (3, 5, 3), (6, 7, 2), (8, 8, 6), (16, 7, 3), (19, 5, 3), (22, 4, 2), (24, 2, 8)),
        (0, 1, 3, 2, 4, 3, 1, 2),
        "x..x..x.x..x..x.", Drums("x.....x.........", "................", "x..o..o.x..o..o."),
        Drums("x..x..x.x..x..x.", "...x..o....x..ox", "x.ox.ox.x.ox.oxo"),
        timbres.WIND_PAD, timbres.WARM_BASS, timbres.REED, timbres.LEAD,
        timbres.KICK, timbres.TOM, timbres.HAT,
    ),
    "umbra": Theme(
        104.0, 36, HARMONIC_MINOR, (0, 5, 3, 4, 0, 5, 1, 4),
        ((0, 7, 8), (8, 6, 4), (12, 7, 4), (16, 8, 6), (22, 7, 2), (24, 4, 8)), (0, 2, 3, 1),
        "x...x.x...x.x...", Drums("x...............", "..........o.....", "................"),
        Drums("x.....x...x.....", "....x.......x...", "o...x.o.o...x.oo"),
        timbres.CHOIR, timbres.DEEP_BASS, timbres.DULL_PLUCK, timbres.HOLLOW_LEAD,
        timbres.THUD, timbres.SNARE, timbres.HAT,
    ),
}  # fmt: skip
"""Themes by the look of a world; `title` is the menus' music."""

WORLDS = ("terra", "rime", "forge", "squall", "umbra")
TOUR = "tour"
"""Music that plays the worlds' themes one after the other."""
OF_WORLD = "world"
"""Music of the world that a match looks like."""
MUSIC = (OF_WORLD, TOUR, *THEMES)
"""Values of `ModeSpec.music`."""
SECTIONS_PER_WORLD = 4
"""Sections, such as waves, after which a tour takes up the music of the next world."""


def choose_theme(name: str, section: int) -> Theme:
    """Return the theme of a world or of a tour's section; the first world's for an unknown one."""
    if name == TOUR:
        name = WORLDS[max(0, section - 1) // SECTIONS_PER_WORLD % len(WORLDS)]
    return THEMES.get(name, THEMES["terra"])
