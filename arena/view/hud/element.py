"""Base class of the elements of a player's head-up display, and their input of a picture."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from arena.game.hud import Hud
from arena.sim.world import World
from arena.view.frame import Frame
from arena.view.hud.panels import Sights
from arena.view.overlay.layout import NOWHERE, Box, Pane
from arena.view.overlay.occupancy import Occupancy
from arena.view.overlay.overlay import Overlay
from arena.view.palette import Palette
from arena.view.poses import Pose
from arena.view.settings import ViewSettings

Place = tuple[float, float]
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
    sights: Sights
    room: Occupancy  # places of threats and pickups
    pane: Pane = Pane.WHOLE
    alpha: float = 1.0  # between the last two ticks
    elapsed_s: float = 0.0
    others: Sequence[int] = ()  # players who look at it, too
    tagged: bool = False  # True if ships show their player's number
    settings: ViewSettings = DEFAULTS
    regions: list[Box] = field(default_factory=list[Box])
    """Of all elements [virtual px]."""
    written: list[Box] = field(default_factory=list[Box])
    """Boxes of other text that no tag may cover."""
    covered: list[Box] = field(default_factory=list[Box])
    """Opaque boxes of the HUD: the dangers below them are drawn at the end."""
    lights: Mapping[str, float] = field(default_factory=dict[str, float])
    """Opacity of each element, by name."""
    has_goals: bool = False
    """True if a boss or an objective stands at the upper edge."""
    mark_below: Callable[[Sequence[Box], Overlay, Sights], None] = lambda boxes, overlay, sights: None
    """Marks threats below boxes of the picture."""
    ship: Place | None = None
    """Place of the player's ship [virtual px]; None while it is lost."""

    @property
    def overlay(self) -> Overlay:
        """Overlay that elements draw on."""
        return self.frame.overlay


class HudElement(ABC):
    """A part of the display of one player: a class, and a line in `arena.view.hud.elements.ELEMENTS`."""

    name: ClassVar[str] = ""
    given_way: ClassVar[float] = 1.0
    """Light of an element below which something must be seen: below 1, it fades to that."""

    def __init__(self, palette: Palette, player: int) -> None:
        self.palette, self.player = palette, player

    def shown(self, picture: HudPicture) -> bool:
        """True if the element is drawn on this picture."""
        return True

    def region(self, width: float, height: float, pane: Pane) -> Box:
        """The part of a picture of that size that it fills [virtual px]: no lines and no tags stand there."""
        return NOWHERE

    def fades_over(self, width: float, height: float, pane: Pane) -> Box:
        """The part in which something that must be seen makes it fade."""
        return self.region(width, height, pane)

    def letters(self, width: float, height: float, pane: Pane) -> Box:
        """Box in which threats are marked on top of the element."""
        return self.region(width, height, pane)

    def plan(self, picture: HudPicture) -> None:  # noqa: B027  most need not
        """Draw or reserve boxes that the other elements avoid, before any element is drawn."""

    @abstractmethod
    def draw(self, picture: HudPicture) -> None:
        """Draw it."""
