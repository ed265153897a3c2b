"""The elements of the head-up display in the order of drawing, and the display that draws them."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TypeVar

import numpy as np

from arena.view.cameras.camera import project
from arena.view.ghosts import LABEL, draw_ghost_labels
from arena.view.hud.arrows import Arrows
from arena.view.hud.banner import Announcer
from arena.view.hud.element import HudElement, HudPicture
from arena.view.hud.modules import draw_crates, draw_places
from arena.view.hud.objective import draw_marker, ring_marker
from arena.view.hud.panels import GIVEN_WAY, PROGRESS, RADAR_GIVEN_WAY, SCORE, SPEECH, Panels
from arena.view.hud.popups import Popups
from arena.view.hud.radar import Radar
from arena.view.hud.shared import draw_goals
from arena.view.hud.speech import SubtitleHeight, draw_companion_line, draw_warned, speech_width, warned_turn
from arena.view.hud.status import (
    EDGE,
    MODULES_UP,
    draw_foot,
    draw_lives,
    draw_progress,
    draw_score,
    draw_weapons,
    tone,
)
from arena.view.hud.tags import Tags, draw_identity, virtual_place
from arena.view.marks.pickups import draw_signs
from arena.view.overlay.layout import (
    NOWHERE,
    WEAPON_ROW,
    Box,
    Pane,
    figure_scale,
    hud_corners,
    weapon_rows,
)
from arena.view.overlay.occupancy import Occupancy
from arena.view.overlay.overlay import Overlay
from arena.view.palette import Palette, player_color

Element = TypeVar("Element", bound=HudElement)

TARGET_LEFT, TARGET_ROW = 156.0, 36.0
"""Left end of the target, beyond the name of the score, and its height [virtual px]."""
TARGET_BESIDE = 1600.0
"""Least width of a picture in which it stands there, clear of the name of a boss [virtual px]."""
TARGET_BELOW = 80.0
"""Depth of the strip's lower edge below the score's corner: the latest bonus stands above it [virtual px]."""
TARGET_SIZE, TARGET_LIGHT = 28.0, 0.85
"""Size of its letters where there is room for it [virtual px], and their opacity."""


class Goals(HudElement):
    """The boss's bar and the objective, below all other elements."""

    name = "goals"

    def shown(self, picture: HudPicture) -> bool:
        """In a part of a window they are told once for all."""
        return picture.pane is Pane.WHOLE

    def plan(self, picture: HudPicture) -> None:
        """Draw them, as a banner stands below."""
        goals = draw_goals(picture.overlay, picture.world, picture.hud, self.palette)
        picture.covered += goals
        picture.has_goals = bool(goals)

    def draw(self, picture: HudPicture) -> None:
        """Nothing is left to draw."""


class ShipTags(HudElement):
    """The dials and tags of ships, and the return times of lost players."""

    name = "ships"

    def __init__(self, palette: Palette, player: int) -> None:
        super().__init__(palette, player)
        self._tags = Tags(palette, player)

    def draw(self, picture: HudPicture) -> None:
        """Draw them beside all text, and record the place of the own ship."""
        picture.ship = self._tags.draw(
            picture.frame, picture.world, picture.hud, picture.alpha, picture.others, picture.tagged,
            picture.room, (*picture.regions, *picture.written), picture.settings.reticle,
        )  # fmt: skip


class ThreatArrows(HudElement):
    """Arrows at the rim to enemies out of sight."""

    name = "threats"

    def __init__(self, palette: Palette, player: int) -> None:
        super().__init__(palette, player)
        self.arrows = Arrows(palette)

    def draw(self, picture: HudPicture) -> None:
        """Draw them where no friend is covered."""
        room, sights = picture.room, picture.sights
        room.take_friends(picture.world, sights.seen, sights.lens)
        self.arrows.draw(
            picture.overlay, picture.world, sights.lens, picture.pose, room, picture.elapsed_s, picture.pane
        )
        for region in picture.regions:
            room.take(region)


class Gains(HudElement):
    """Points and pickups in words, where they were gained."""

    name = "gains"

    def __init__(self, palette: Palette, player: int) -> None:
        super().__init__(palette, player)
        self.popups = Popups(palette, player)

    def draw(self, picture: HudPicture) -> None:
        """Draw them where there is room."""
        camera, elapsed_s = picture.frame.camera, picture.elapsed_s
        self.popups.draw(picture.overlay, camera, picture.ship, picture.room, elapsed_s)


class Signs(HudElement):
    """The signs of pickups, the words of crates, and the labels of ghosts."""

    name = "signs"

    def draw(self, picture: HudPicture) -> None:
        """Draw them at their things."""
        frame, world = picture.frame, picture.world
        picture.covered += draw_signs(frame.overlay, world, frame.camera, self.palette)
        picture.covered += draw_crates(frame.overlay, world, frame.camera, self.player, self.palette)
        place = picture.pose.position * world.shell_radius
        draw_ghost_labels(frame.overlay, frame.ghosts, frame.camera, place)


class RadarPanel(HudElement):
    """The radar in an upper corner."""

    name, given_way = "radar", RADAR_GIVEN_WAY

    def __init__(self, palette: Palette, player: int) -> None:
        super().__init__(palette, player)
        self._radar = Radar(palette)

    def region(self, width: float, height: float, pane: Pane) -> Box:
        """That corner."""
        return hud_corners(width, height, pane)[1]

    def draw(self, picture: HudPicture) -> None:
        """Draw it as large as there is room."""
        overlay, world, pose, left = picture.overlay, picture.world, picture.pose, picture.pane is Pane.LEFT
        self._radar.left = left
        with overlay.lit(picture.lights[self.name]), _radar_size(overlay, left):
            self._radar.draw(overlay, world, pose, picture.sights.falling, self.player)
            for place in picture.frame.ghosts["position"].astype(np.float64):
                self._radar.draw_place(overlay, place / np.linalg.norm(place), world, pose, LABEL)
        if picture.hud.marker is not None:
            with _radar_size(overlay, left):
                place = np.asarray(picture.hud.marker.place)
                self._radar.draw_place(overlay, place, world, pose, (*self.palette.score, 1.0))


class ScorePanel(HudElement):
    """Score, multiplier and bonus at the upper left."""

    name, given_way = "score", GIVEN_WAY

    def shown(self, picture: HudPicture) -> bool:
        """In a part of a window there is none."""
        return picture.hud.score is not None

    def region(self, width: float, height: float, pane: Pane) -> Box:
        """That corner."""
        return hud_corners(width, height, pane)[0]

    def letters(self, width: float, height: float, pane: Pane) -> Box:
        """The score alone."""
        box = self.region(width, height, pane)
        return box._replace(width=min(box.width, SCORE))

    def draw(self, picture: HudPicture) -> None:
        """Draw it."""
        draw_score(picture.overlay, picture.hud, self.palette, picture.lights[self.name])


class TargetLine(HudElement):
    """Points to the next score to beat, beside the score's name; below its corner in a narrow picture."""

    name, given_way = "target", GIVEN_WAY

    def shown(self, picture: HudPicture) -> bool:
        """Without a score there is nothing to beat."""
        return picture.hud.score is not None and bool(picture.hud.target)

    def region(self, width: float, height: float, pane: Pane) -> Box:
        """Part of the score's corner, or a strip below it; in a part of a window there is none."""
        corner = hud_corners(width, height, pane)[0]
        if corner is NOWHERE:
            return NOWHERE
        if width < TARGET_BESIDE:
            return corner._replace(y=corner.y - TARGET_BELOW, height=TARGET_ROW)
        return Box(TARGET_LEFT, height - EDGE - 26.0, corner.width - TARGET_LEFT, TARGET_ROW)

    def draw(self, picture: HudPicture) -> None:
        """Draw it."""
        overlay, text, color = picture.overlay, picture.hud.target, tone(self.palette.text, TARGET_LIGHT)
        box = self.region(overlay.width, overlay.height, picture.pane)
        left = max(box.x, EDGE)
        room = (box.x + box.width - left) / overlay.text_width(text, TARGET_SIZE)
        with overlay.lit(picture.lights[self.name]):
            overlay.text(text, left, box.y + 6.0, TARGET_SIZE * min(1.0, room), color)


class ProgressPanel(HudElement):
    """Progress of the game, below the radar."""

    name, given_way = "progress", GIVEN_WAY

    def shown(self, picture: HudPicture) -> bool:
        """In a part of a window there is none."""
        return picture.hud.status is not None

    def region(self, width: float, height: float, pane: Pane) -> Box:
        """Below the radar's corner."""
        return hud_corners(width, height, pane)[2]

    def letters(self, width: float, height: float, pane: Pane) -> Box:
        """Box of the letters at the right."""
        box = self.region(width, height, pane)
        return box._replace(x=width - PROGRESS, width=PROGRESS) if box.width else box

    def draw(self, picture: HudPicture) -> None:
        """Draw it."""
        draw_progress(picture.overlay, picture.hud, self.palette, picture.lights[self.name])


class WeaponPanel(HudElement):
    """Modules and weapons at the lower left, and the plate for them and for the ships below."""

    name, given_way = "weapons", GIVEN_WAY

    def region(self, width: float, height: float, pane: Pane) -> Box:
        """Above the ships."""
        return hud_corners(width, height, pane)[3]

    def draw(self, picture: HudPicture) -> None:
        """Draw plate and weapons."""
        light, players = picture.lights[self.name], picture.world.players
        draw_foot(picture.overlay, min(light, picture.lights[LivesPanel.name]) ** 2)
        draw_weapons(picture.overlay, int(players.weapon[self.player]), self.palette, light)
        modules, levels = players.modules[self.player].tolist(), players.module_levels[self.player].tolist()
        with picture.overlay.lit(light):
            y = EDGE + MODULES_UP + weapon_rows(picture.overlay.height) * WEAPON_ROW
            draw_places(picture.overlay, modules, levels, EDGE + 6.0, y, self.palette)


class LivesPanel(HudElement):
    """Ships and bombs that are left, in the lower left corner."""

    name, given_way = "lives", GIVEN_WAY

    def region(self, width: float, height: float, pane: Pane) -> Box:
        """That corner."""
        return hud_corners(width, height, pane)[4]

    def draw(self, picture: HudPicture) -> None:
        """Draw them, and the player's plate in a part of a window."""
        overlay, bombs = picture.overlay, int(picture.world.players.bombs[self.player])
        color = player_color(self.palette, self.player)
        draw_lives(overlay, picture.hud.lives, bombs, color, self.palette, picture.lights[self.name])
        if picture.pane is not Pane.WHOLE:
            draw_identity(overlay, self.player, EDGE, EDGE + 44.0, self.palette)


class GoalMarker(HudElement):
    """The place where to fly."""

    name = "goal"

    def draw(self, picture: HudPicture) -> None:
        """Name it, or point there from the rim."""
        frame, marker, shell_radius = picture.frame, picture.hud.marker, picture.world.shell_radius
        if marker is not None:
            frame.rings = ring_marker(frame.rings, marker, frame.time_s, self.palette)
            draw_marker(frame.overlay, marker, frame.camera, picture.pose, shell_radius, self.palette)


class Speech(HudElement):
    """The companion's subtitle at the foot, and an arrow at the ship to the danger."""

    name, given_way = "speech", GIVEN_WAY

    def __init__(self, palette: Palette, player: int) -> None:
        super().__init__(palette, player)
        self.rise = SubtitleHeight()

    def fades_over(self, width: float, height: float, pane: Pane) -> Box:
        """Box of the last words."""
        return Box(width / 2 - SPEECH[0] / 2, self.rise.height, *SPEECH)

    def draw(self, picture: HudPicture) -> None:
        """Have the words written with the other lines."""
        overlay, world, pose = picture.overlay, picture.world, picture.pose
        line, sights = picture.hud.players[self.player].line, picture.sights
        turn = warned_turn(world, pose, line)
        self.rise.reserve(overlay, line, speech_width(overlay, line), picture.room.is_free, picture.elapsed_s)
        draw_companion_line(
            overlay, line, self.palette, picture.lights[self.name], turn or 0.0,
            lambda box: picture.mark_below([box], overlay, sights),
        )  # fmt: skip
        if turn is not None and world.bodies.alive[self.player]:
            (ship,), _ = project(picture.frame.camera, pose.position[None] * world.shell_radius)
            draw_warned(overlay, virtual_place(overlay, ship), turn, self.palette)


class News(HudElement):
    """The banner of the mode, or of a lost player's return."""

    name = "news"

    def __init__(self, palette: Palette, player: int) -> None:
        super().__init__(palette, player)
        self._announcer = Announcer()

    def plan(self, picture: HudPicture) -> None:
        """Choose where it stands: no tag covers it."""
        overlay, room = picture.overlay, picture.room
        box = self._announcer.place(
            overlay, picture.hud, self.player, picture.has_goals, room.is_free, picture.elapsed_s
        )
        if box is not None:
            picture.written.append(box)
            picture.covered.append(box)

    def draw(self, picture: HudPicture) -> None:
        """Draw it above all else."""
        self._announcer.draw(picture.overlay, picture.hud, self.player, self.palette)


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
        self._fading = [one for one in self.elements.values() if one.given_way < 1.0]
        self._panels = Panels(palette, {one.name: one.given_way for one in self._fading})

    def __getitem__(self, kind: type[Element]) -> Element:
        """Return its element of a class."""
        found = self.elements[kind.name]
        assert isinstance(found, kind)
        return found

    @property
    def lights(self) -> Mapping[str, float]:
        """Opacity in the last picture of each element that fades."""
        return self._panels.lights

    def give_way(self, overlay: Overlay, room: Occupancy, pane: Pane, elapsed_s: float) -> None:
        """Fade the elements below which something must be seen."""
        size = overlay.width, overlay.height
        self._panels.give_way([one.fades_over(*size, pane) for one in self._fading], room, elapsed_s)

    def draw(self, picture: HudPicture, others: Sequence[Box] = ()) -> None:
        """Draw all elements that are shown; `others` cover parts of the picture, too [virtual px]."""
        overlay, pane, panels = picture.overlay, picture.pane, self._panels
        size = overlay.width, overlay.height
        shown = [one for one in self.elements.values() if one.shown(picture)]
        picture.regions = [box for one in shown if (box := one.region(*size, pane)) is not NOWHERE]
        picture.covered += others
        overlay.reserve(*picture.regions, *others)
        for box in others:
            picture.room.take(box)
        self.give_way(overlay, picture.room, pane, picture.elapsed_s)
        picture.lights, picture.mark_below = panels.lights, panels.mark_below
        for element in shown:
            element.plan(picture)
        for element in shown:
            element.draw(picture)
        letters = [one.letters(*size, pane) for one in self._fading]
        panels.mark_covered(letters, overlay, picture.sights, picture.covered)


def _fault(name: str) -> str:
    return f"there is a {name!r} already" if name else "no name"


def _radar_size(overlay: Overlay, left: bool) -> AbstractContextManager[None]:
    """Within this, the radar in its corner is as large as there is room."""
    return overlay.scaled(0.0 if left else overlay.width, overlay.height, figure_scale(overlay.height))
