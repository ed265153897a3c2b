"""Split screen: pictures of a match for its local players, with a shared camera and a shared HUD.

`Session` builds one for each frame.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from arena.app.play.local_players import LocalPlayer
from arena.app.play.viewports import PaneGrid, draw_borders, panes_of, project_box
from arena.app.services import Services
from arena.app.sound.captions import Captions
from arena.game.hud import Hud
from arena.render.composite import Composite, Viewport, viewport_of
from arena.sim.world import World
from arena.view.cameras.shared_camera import SharedCamera, find_middle
from arena.view.debug.profiler import ProfilerData, draw_profiler
from arena.view.frame import Frame
from arena.view.hud.shared import EDGE, draw_shared
from arena.view.hud.tags import draw_everybody
from arena.view.overlay.layout import Pane, hud_corners
from arena.view.overlay.overlay import Overlay, canvas_height, legible_scale
from arena.view.poses import player_pose
from arena.view.scene import HUD_LEAST, Viewer

SMALLEST_VIEW = 8
"""Views narrower than this are not drawn [px]."""


class Moment(NamedTuple):
    """Content of one picture."""

    world: World
    ghost: World | None  # world of a ghost that flies beside it
    content: Hud | None  # None: no HUD
    alpha: float  # share of a tick since the last one, 0 to 1
    elapsed: float  # [s] since the last picture
    size: tuple[int, int]  # of the window [px]


class SplitScreen:
    """Viewports, shared camera and shared HUD of the local players."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._height = 1  # height of the last picture [px]
        self.reset()

    def reset(self) -> None:
        """Forget where the shared camera was."""
        self.camera = SharedCamera()
        self._grid = PaneGrid()
        self._shown: list[int] = []  # slots of players with a view
        self._planet: Viewer | None = None

    def build(
        self,
        players: Sequence[LocalPlayer],
        moment: Moment,
        profiler: ProfilerData | None = None,
        captions: Captions | None = None,
    ) -> Composite:
        """Build the picture of `players`, with the profiler and captions where given."""
        size = moment.size
        self._height = size[1]
        self._gather(players, moment)
        drawn = [player for player in players if player.slot in self._shown]
        for player, pane in zip(drawn, panes_of([player.viewport for player in drawn]), strict=True):
            player.viewer.pane = pane
        alone, tagged = [player.viewport for player in drawn] == [(0, 0, *size)], len(players) > 1
        views = [
            self._view(player, moment, player is players[0], tagged, profiler if alone else None)
            for player in drawn
        ]
        for player in players:
            if player not in drawn:
                player.viewer.move(moment.world, moment.alpha, moment.elapsed)
        spare = [box for box in self._grid.spare if min(box[2:]) >= SMALLEST_VIEW][:1]
        views += [] if alone else [self._overview(players, moment, box) for box in spare]
        composite = Composite.of(*views) if alone else self._join(drawn, views, moment, profiler)
        if captions is not None:
            captions.draw(composite.overlay, players[0].viewer.palette)
        return composite

    def _gather(self, players: Sequence[LocalPlayer], moment: Moment) -> None:
        """Set viewport, camera target and pane of each player."""
        world, size = moment.world, moment.size
        poses = {player.slot: player_pose(world, player.slot, moment.alpha) for player in players}
        rigs = {player.slot: player.viewer.rig for player in players}
        focuses = self.camera.follow(poses, rigs, world.shell_radius, moment.elapsed)
        panes = {pane[0]: pane for pane in self.camera.panes}
        viewports = self._grid.lay_out(size, list(panes), moment.elapsed)
        sides = {slot: min(box[2:]) for slot, box in viewports.items() if slot in poses}
        least = min(SMALLEST_VIEW, max(sides.values()))  # a window of a few pixels shows what it can
        self._shown = [slot for slot, side in sides.items() if side >= least]
        viewers = {player.slot: player.viewer for player in players}
        for player in players:
            own = next(pane for pane in self.camera.panes if player.slot in pane)
            first = player.slot if player.slot in viewports else own[0]
            player.viewport, player.seen_by = viewports[first], viewers[first]
            player.viewer.shared_focus = focuses[player.slot]
            player.viewer.others = panes.get(player.slot, (player.slot,))[1:]

    def _overview(self, players: Sequence[LocalPlayer], moment: Moment, spare: Viewport) -> Frame:
        """The planet and everybody on it, where a quarter is spare."""
        world, viewer = moment.world, self._planet
        if viewer is None or viewer.palette is not players[0].viewer.palette:
            self._planet = viewer = Viewer(players[0].slot, players[0].look, self._services.settings.view)
        viewer.pane = Pane.RIGHT
        viewer.settings = replace(self._services.settings.view, ui_scale=self._scale(spare))
        poses = {player.slot: player_pose(world, player.slot, moment.alpha) for player in players}
        middle, _ = find_middle(list(poses.values()), world.shell_radius)
        frame = viewer.planet_frame(world, middle, moment.alpha, moment.elapsed, spare[2:])
        draw_everybody(frame, {slot: pose.position for slot, pose in poses.items()})
        frame.viewport = spare
        return frame

    def _scale(self, viewport: Viewport) -> float:
        """Letter scale of a view: as large as in the whole window, as far as there is room."""
        return self._services.settings.ui_scale * self._height / max(1, viewport[3])

    def _canvas(self, size: tuple[int, int]) -> float:
        """Height of a layer above the views [virtual px]."""
        scale = legible_scale(self._services.settings.ui_scale, size[1])
        return canvas_height(max(1, size[0]) / max(1, size[1]), scale, HUD_LEAST)

    def _view(
        self, player: LocalPlayer, moment: Moment, is_first: bool, tagged: bool, profiler: ProfilerData | None
    ) -> Frame:
        services, viewer, content = self._services, player.viewer, moment.content
        if not self._grid.settled and not is_first:
            content = None  # there is no room for it until the borders stand
        if content is not None and viewer.pane is not Pane.WHOLE:
            content = content._replace(score=None, status=None, lives=None, bonus=None, banner=None)
            content = content if is_first else content._replace(told={})
        viewer.tagged = tagged
        viewer.settings = replace(services.settings.view, ui_scale=self._scale(player.viewport))
        viewer.ghost = moment.ghost
        world, alpha, size = moment.world, moment.alpha, player.viewport[2:]
        frame = viewer.build(world, content, alpha, moment.elapsed, size, profiler, services.debug_views)
        frame.viewport = player.viewport
        return frame

    def _join(
        self, drawn: Sequence[LocalPlayer], views: list[Frame], moment: Moment, profiler: ProfilerData | None
    ) -> Composite:
        content, size = moment.content, moment.size
        aspect = max(1, size[0]) / max(1, size[1])
        overlay = Overlay(aspect, self._canvas(size))
        shared = () if content is None else (self._draw_shared(drawn, views, moment.world, content, size),)
        told = [(layer.height, box) for layer in shared for box in layer.place_lines()]
        for view in views:
            left, bottom, *size_px = viewport_of(view)
            whole, high = (-left, -bottom, *size), view.overlay.height  # the window, as the view has it
            view.overlay.reserve(
                *(project_box(box, whole, (size_px[0], size_px[1]), (height, high)) for height, box in told)
            )
            boxes = view.overlay.place_lines()
            heights = view.overlay.height, overlay.height
            overlay.reserve(*(project_box(box, viewport_of(view), size, heights) for box in boxes))
        if content is None:
            draw_borders(overlay, [viewport_of(view) for view in views], size)
        overlay.reserve(
            *(project_box(box, (0, 0, *size), size, (height, overlay.height)) for height, box in told)
        )
        if profiler is not None:
            draw_profiler(overlay, profiler)
        return Composite(views, overlay, size, shared)

    def _draw_shared(
        self,
        players: Sequence[LocalPlayer],
        views: list[Frame],
        world: World,
        content: Hud,
        size: tuple[int, int],
    ) -> Overlay:
        """Draw the shared HUD between the radars in the window's upper corners."""
        aspect = max(1, size[0]) / max(1, size[1])
        overlay = Overlay(aspect, self._canvas(size))
        draw_borders(overlay, [viewport_of(view) for view in views], size)  # below all text of the overlay
        sides, drawn = [EDGE, EDGE], [player for player in players if player.viewer.pane is not Pane.WHOLE]
        for player, view in zip(drawn, views, strict=False):
            radar = hud_corners(view.overlay.width, view.overlay.height, player.viewer.pane)[1]
            heights, at_right = (view.overlay.height, overlay.height), player.viewer.pane is Pane.RIGHT
            reach = project_box(radar, viewport_of(view), size, heights).width + EDGE
            sides[at_right] = max(sides[at_right], reach)
        draw_shared(overlay, world, content, views[0].palette, (sides[0], sides[1]))
        return overlay
