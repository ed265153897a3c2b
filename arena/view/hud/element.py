"""One element of a player's head-up display, and what it is told of the picture that it is drawn on."""

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

Place = tuple[float, float]


@dataclass
class HudPicture:
    """The picture of one player that elements are drawn on, in their order."""

    frame: Frame
    world: World  # only read
    hud: Hud  # what the mode wants shown
    player: int
    palette: Palette
    pose: Pose  # of the player
    sights: Sights
    room: Occupancy  # where something must be seen
    pane: Pane = Pane.WHOLE
    alpha: float = 1.0  # between the last two ticks
    elapsed_s: float = 0.0
    others: Sequence[int] = ()  # players who look at it, too
    tagged: bool = False  # whether ships say whose they are
    regions: list[Box] = field(default_factory=list[Box])
    """Of all elements [virtual px]."""
    written: list[Box] = field(default_factory=list[Box])
    """Besides, where something is written that no tag may cover."""
    covered: list[Box] = field(default_factory=list[Box])
    """Opaque boxes of the HUD: `LateMarks` draws the dangers below them at the end."""
    lights: Mapping[str, float] = field(default_factory=dict[str, float])
    """Opacity of each element, by name."""
    has_goals: bool = False
    """True if a boss or an objective stands at the upper edge."""
    mark_below: Callable[[Sequence[Box], Overlay, Sights], None] = lambda boxes, overlay, sights: None
    """Marks what can hurt below parts of the picture."""
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
        """The part in which what can hurt is marked upon it."""
        return self.region(width, height, pane)

    def plan(self, picture: HudPicture) -> None:  # noqa: B027  most need not
        """Draw or reserve what all other elements go by, before any of them is drawn."""

    @abstractmethod
    def draw(self, picture: HudPicture) -> None:
        """Draw it."""
