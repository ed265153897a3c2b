"""Elements of a player's head-up display: their rows, and their input of a picture."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from arena.game.hud import Hud
from arena.jit.annotations import F64, I32
from arena.sim.world import World
from arena.view.frame import Frame
from arena.view.hud.arrows import Arrows
from arena.view.hud.popups import Popups
from arena.view.hud.radar import Radar
from arena.view.overlay.layout import NOWHERE, Box, Pane
from arena.view.overlay.overlay import Overlay
from arena.view.palette import Palette
from arena.view.poses import Pose
from arena.view.settings import ViewSettings


class Instruments:
    """Elements of one viewer that last from picture to picture."""

    def __init__(self, palette: Palette, player: int) -> None:
        self.arrows, self.popups, self.radar = Arrows(palette), Popups(palette, player), Radar(palette)


@dataclass
class HudPicture:
    """The picture of one player that elements are drawn on, in their order."""

    frame: Frame
    world: World  # only read
    hud: Hud  # of the mode
    player: int
    pose: Pose  # of the player
    falling: I32  # see `arena.view.marks.warnings.falling_rows`
    lens: F64  # see `arena.view.culling`
    pane: Pane
    alpha: float  # between the last two ticks
    others: Sequence[int]  # players who look at it, too
    tagged: bool  # True if ships show their player's number
    settings: ViewSettings
    instruments: Instruments
    ship: tuple[float, float] | None = None
    """Place of the player's ship [virtual px]; None while it is lost."""

    @property
    def overlay(self) -> Overlay:
        """Overlay that elements draw on."""
        return self.frame.overlay

    @property
    def palette(self) -> Palette:
        """Colours of the world."""
        return self.frame.palette


class HudElement(NamedTuple):
    """A part of the display of one player: a row of `arena.view.hud.elements.ELEMENTS`."""

    draw: Callable[[HudPicture], object]
    shown: Callable[[HudPicture], bool] = lambda picture: True
    """True if the element is drawn on a picture."""
    region: Callable[[float, float, Pane], Box] = lambda width, height, pane: NOWHERE
    """The part of a picture of that size that it fills [virtual px]: no lines stand there."""
