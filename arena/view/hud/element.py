"""Base class of the elements of a player's head-up display, and their input of a picture."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from arena.game.hud import Hud
from arena.jit.annotations import F64, I32
from arena.sim.world import World
from arena.view.frame import Frame
from arena.view.overlay.layout import NOWHERE, Box, Pane
from arena.view.overlay.overlay import Overlay
from arena.view.palette import Palette
from arena.view.poses import Pose
from arena.view.settings import ViewSettings

DEFAULTS = ViewSettings()


@dataclass
class HudPicture:
    """The picture of one player that elements are drawn on, in their order."""

    frame: Frame
    world: World  # only read
    hud: Hud  # of the mode
    player: int
    palette: Palette
    pose: Pose  # of the player
    falling: I32  # see `arena.view.marks.warnings.falling_rows`
    lens: F64  # see `arena.view.culling`
    pane: Pane = Pane.WHOLE
    alpha: float = 1.0  # between the last two ticks
    others: Sequence[int] = ()  # players who look at it, too
    tagged: bool = False  # True if ships show their player's number
    settings: ViewSettings = field(default=DEFAULTS)
    ship: tuple[float, float] | None = None
    """Place of the player's ship [virtual px]; None while it is lost."""

    @property
    def overlay(self) -> Overlay:
        """Overlay that elements draw on."""
        return self.frame.overlay


class HudElement(ABC):
    """A part of the display of one player: a class, and a line in `arena.view.hud.elements.ELEMENTS`."""

    name: ClassVar[str] = ""

    def __init__(self, palette: Palette, player: int) -> None:
        self.palette, self.player = palette, player

    def shown(self, picture: HudPicture) -> bool:
        """True if the element is drawn on this picture."""
        return True

    def region(self, width: float, height: float, pane: Pane) -> Box:
        """The part of a picture of that size that it fills [virtual px]: no lines stand there."""
        return NOWHERE

    @abstractmethod
    def draw(self, picture: HudPicture) -> None:
        """Draw it."""
