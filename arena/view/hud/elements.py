"""The elements of the head-up display in the order of drawing, and the display that draws them.

Nothing is opaque over the fight: letters and signs bring a soft dark edge, and a threat below them is seen.
"""

from contextlib import AbstractContextManager
from typing import TypeVar

import numpy as np

from arena.view.ghosts import LABEL, draw_ghost_labels
from arena.view.hud.arrows import Arrows
from arena.view.hud.banner import draw_banner, draw_loss
from arena.view.hud.element import HudElement, HudPicture
from arena.view.hud.modules import draw_offer, draw_places
from arena.view.hud.objective import draw_marker, ring_marker
from arena.view.hud.pickups import draw_signs
from arena.view.hud.popups import Popups
from arena.view.hud.radar import Radar
from arena.view.hud.shared import draw_goals
from arena.view.hud.speech import draw_companion_line, draw_warned, warned_turn
from arena.view.hud.status import (
    EDGE,
    MODULES_UP,
    SMALL,
    draw_lives,
    draw_progress,
    draw_score,
    draw_target,
    draw_weapons,
    tone,
)
from arena.view.hud.tags import draw_ships
from arena.view.overlay.layout import NOWHERE, Box, Pane, figure_scale, hud_corners
from arena.view.overlay.overlay import Overlay
from arena.view.palette import Palette

RATE_WIDTH = 150.0
"""Room for the frame rate [virtual px]."""
Element = TypeVar("Element", bound=HudElement)


class Goals(HudElement):
    """The boss's bar and the objective."""

    name = "goals"

    def shown(self, picture: HudPicture) -> bool:
        """In a part of a window they are told once for all."""
        return picture.pane is Pane.WHOLE

    def draw(self, picture: HudPicture) -> None:
        """Draw them at the upper edge."""
        draw_goals(picture.overlay, picture.world, picture.hud, self.palette)


class ShipTags(HudElement):
    """The dials and tags of ships, and the return times of lost players."""

    name = "ships"

    def draw(self, picture: HudPicture) -> None:
        """Draw them, and record the place of the own ship."""
        picture.ship = draw_ships(
            picture.frame, picture.world, picture.hud, self.player, picture.alpha, picture.others,
            picture.tagged, picture.settings.reticle, self.palette,
        )  # fmt: skip


class ThreatArrows(HudElement):
    """Arrows at the rim to enemies out of sight."""

    name = "threats"

    def __init__(self, palette: Palette, player: int) -> None:
        super().__init__(palette, player)
        self.arrows = Arrows(palette)

    def draw(self, picture: HudPicture) -> None:
        """Draw them."""
        self.arrows.draw(picture.overlay, picture.world, picture.lens, picture.pose, picture.pane)


class Gains(HudElement):
    """Large sums of points where they were made, and what was collected."""

    name = "gains"

    def __init__(self, palette: Palette, player: int) -> None:
        super().__init__(palette, player)
        self.popups = Popups(palette, player)

    def draw(self, picture: HudPicture) -> None:
        """Draw them."""
        self.popups.draw(picture.overlay, picture.frame.camera)


class Signs(HudElement):
    """The signs of pickups and crates, the offer of the crates, and the labels of ghosts."""

    name = "signs"

    def draw(self, picture: HudPicture) -> None:
        """Draw them at their things, and the offer at the foot."""
        frame, world = picture.frame, picture.world
        picks = bool(world.players.picks[self.player])
        draw_signs(frame.overlay, world, frame.camera, self.palette, picks)
        draw_offer(frame.overlay, world, self.player, self.palette)
        place = picture.pose.position * world.shell_radius
        draw_ghost_labels(frame.overlay, frame.ghosts, frame.camera, place)


class RadarPanel(HudElement):
    """The radar in an upper corner."""

    name = "radar"

    def __init__(self, palette: Palette, player: int) -> None:
        super().__init__(palette, player)
        self._radar = Radar(palette)

    def region(self, width: float, height: float, pane: Pane) -> Box:
        """That corner, and the progress below it."""
        return hud_corners(width, height, pane)[1]

    def draw(self, picture: HudPicture) -> None:
        """Draw it as large as there is room."""
        overlay, world, pose, left = picture.overlay, picture.world, picture.pose, picture.pane is Pane.LEFT
        self._radar.left = left
        with _radar_size(overlay, left):
            self._radar.draw(overlay, world, pose, picture.falling, self.player)
            for place in picture.frame.ghosts["position"].astype(np.float64):
                self._radar.draw_place(overlay, place / np.linalg.norm(place), world, pose, LABEL)
            if picture.hud.marker is not None:
                place = np.asarray(picture.hud.marker.place)
                self._radar.draw_place(overlay, place, world, pose, (*self.palette.score, 1.0))


class ScorePanel(HudElement):
    """Score, multiplier and bonus at the upper left."""

    name = "score"

    def shown(self, picture: HudPicture) -> bool:
        """In a part of a window there is none."""
        return picture.hud.score is not None

    def region(self, width: float, height: float, pane: Pane) -> Box:
        """That corner."""
        return hud_corners(width, height, pane)[0]

    def draw(self, picture: HudPicture) -> None:
        """Draw it."""
        draw_score(picture.overlay, picture.hud, self.palette)


class TargetLine(HudElement):
    """Points to the next score to beat, below the multiplier."""

    name = "target"

    def shown(self, picture: HudPicture) -> bool:
        """Without a score there is nothing to beat."""
        return picture.hud.score is not None and bool(picture.hud.told.get(self.name))

    def draw(self, picture: HudPicture) -> None:
        """Draw it."""
        draw_target(picture.overlay, picture.hud.told[self.name], self.palette)


class ProgressPanel(HudElement):
    """Progress of the game, below the radar."""

    name = "progress"

    def draw(self, picture: HudPicture) -> None:
        """Draw it where there is any."""
        if picture.hud.status is not None:
            draw_progress(picture.overlay, picture.hud.status, self.palette)


class WeaponPanel(HudElement):
    """Modules and weapons, above the ships and bombs."""

    name = "weapons"

    def region(self, width: float, height: float, pane: Pane) -> Box:
        """The lower left corner."""
        return hud_corners(width, height, pane)[2]

    def draw(self, picture: HudPicture) -> None:
        """Draw the weapons, and the modules above."""
        overlay, players = picture.overlay, picture.world.players
        draw_weapons(overlay, int(players.weapon[self.player]), self.palette)
        modules, levels = players.modules[self.player].tolist(), players.module_levels[self.player].tolist()
        draw_places(overlay, modules, levels, EDGE + 10.0, MODULES_UP, self.palette)


class LivesPanel(HudElement):
    """Ships and bombs that are left, in the lower left corner."""

    name = "lives"

    def draw(self, picture: HudPicture) -> None:
        """Draw them; in a part of a window, where ships are told once for all, the player's name, too."""
        bombs = int(picture.world.players.bombs[self.player])
        name = "" if picture.pane is Pane.WHOLE else f"P{self.player + 1}"
        draw_lives(picture.overlay, name, picture.hud.lives, bombs, self.player, self.palette)


class GoalMarker(HudElement):
    """The place where to fly."""

    name = "goal"

    def draw(self, picture: HudPicture) -> None:
        """Mark it, and point there from the rim."""
        frame, marker = picture.frame, picture.hud.marker
        if marker is not None:
            frame.rings = ring_marker(frame.rings, marker, frame.time_s, self.palette)
            draw_marker(
                frame.overlay, marker, frame.camera, picture.pose, picture.world.shell_radius, self.palette,
                picture.pane,
            )  # fmt: skip


class Speech(HudElement):
    """The companion's words at the foot, and an arrow at the ship to the danger."""

    name = "speech"

    def draw(self, picture: HudPicture) -> None:
        """Have the words written with the other lines."""
        line = picture.hud.players[self.player].line
        draw_companion_line(picture.overlay, line, self.palette)
        turn = warned_turn(picture.world, picture.pose, line)
        if turn is not None and picture.ship is not None:
            draw_warned(picture.overlay, picture.ship, turn, self.palette)


class News(HudElement):
    """The banner of the mode, and the loss of the player's ship."""

    name = "news"

    def draw(self, picture: HudPicture) -> None:
        """Draw them with the other lines."""
        overlay, hud = picture.overlay, picture.hud
        if hud.banner is not None:
            draw_banner(overlay, hud.banner, self.palette)
        if hud.players[self.player].returns_in > 0:
            draw_loss(overlay, hud, self.player)


class FrameRate(HudElement):
    """Pictures a second, in the lower right corner."""

    name = "frame rate"

    def shown(self, picture: HudPicture) -> bool:
        """True if the app tells it: the player asked for it."""
        return self.name in picture.hud.told

    def region(self, width: float, height: float, pane: Pane) -> Box:
        """That corner."""
        return Box(width - RATE_WIDTH, 0.0, RATE_WIDTH, 44.0)

    def draw(self, picture: HudPicture) -> None:
        """Write it."""
        overlay, told = picture.overlay, picture.hud.told[self.name]
        overlay.text(told, overlay.width - EDGE, EDGE / 2, SMALL, tone(self.palette.text, 1.0), "right")


ELEMENTS: list[type[HudElement]] = [
    Goals,
    ShipTags,
    ThreatArrows,
    Gains,
    Signs,
    RadarPanel,
    ScorePanel,
    TargetLine,
    ProgressPanel,
    WeaponPanel,
    LivesPanel,
    GoalMarker,
    Speech,
    News,
    FrameRate,
]
"""In the order of drawing: the last lies above all else."""


class Display:
    """The head-up display of one viewer."""

    def __init__(self, palette: Palette, player: int) -> None:
        """Make each element.

        Raises:
            ValueError: one has no name, or that of another; the message is one line that names it.
        """
        self.elements: dict[str, HudElement] = {}
        for make in ELEMENTS:
            if not make.name or make.name in self.elements:
                raise ValueError(f"HUD element {make.__name__}: {_fault(make.name)}")
            self.elements[make.name] = make(palette, player)

    def __getitem__(self, kind: type[Element]) -> Element:
        """Return its element of a class."""
        found = self.elements[kind.name]
        assert isinstance(found, kind)
        return found

    def draw(self, picture: HudPicture) -> None:
        """Draw all elements that are shown."""
        overlay = picture.overlay
        shown = [one for one in self.elements.values() if one.shown(picture)]
        regions = (one.region(overlay.width, overlay.height, picture.pane) for one in shown)
        overlay.reserve(*(box for box in regions if box is not NOWHERE))
        for element in shown:
            element.draw(picture)


def _fault(name: str) -> str:
    return f"there is a {name!r} already" if name else "no name"


def _radar_size(overlay: Overlay, left: bool) -> AbstractContextManager[None]:
    """Within this, the radar in its corner is as large as there is room."""
    return overlay.scaled(0.0 if left else overlay.width, overlay.height, figure_scale(overlay.height))
