"""Split screen: pictures of a match for its local players, with a shared camera and a shared HUD.

`Session` builds one for each frame.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from arena.app.play.local_players import LocalPlayer
from arena.app.play.viewports import draw_borders, panes_of, project_box, split
from arena.app.services import Services
from arena.app.sound.captions import Captions
from arena.game.hud import Hud
from arena.render.composite import Composite, viewport_of
from arena.sim.world import World
from arena.view.cameras.shared_camera import SharedCamera
from arena.view.debug.profiler import ProfilerData, draw_profiler
from arena.view.frame import Frame
from arena.view.hud.shared import EDGE, draw_shared
from arena.view.overlay.layout import Pane, hud_corners
from arena.view.overlay.overlay import Overlay, canvas_height, legible_scale
from arena.view.poses import player_pose
from arena.view.scene import HUD_LEAST

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
        drawn = [player for player in players if min(player.viewport[2:]) >= SMALLEST_VIEW]
        drawn = drawn[:1] if players[0].viewer.others else drawn
        for player, pane in zip(drawn, panes_of([player.viewport for player in drawn]), strict=True):
            player.viewer.pane = pane
        alone, tagged = len(drawn) == 1, len(players) > 1
        views = [
            self._view(player, moment, player is players[0], tagged, profiler if alone else None)
            for player in drawn
        ]
        for player in players:
            if player not in drawn:
                player.viewer.move(moment.world, moment.alpha, moment.elapsed)
        composite = Composite.of(*views) if alone else self._join(drawn, views, moment, profiler)
        if captions is not None:
            captions.draw(composite.overlay)
        return composite

    def _gather(self, players: Sequence[LocalPlayer], moment: Moment) -> None:
        """Set viewport and camera target of each player."""
        world, size, focus, opened = moment.world, moment.size, None, 1.0
        if len(players) > 1:
            poses = [player_pose(world, player.slot, moment.alpha) for player in players]
            rigs = [player.viewer.rig for player in players]
            focus = self.camera.follow(poses, rigs, world.shell_radius, moment.elapsed)
            opened = self.camera.open
        else:
            self.camera = SharedCamera()
        shared = [player.slot for player in players[1:]] if opened == 0.0 else []
        for player, viewport in zip(players, split(size, len(players), opened), strict=True):
            player.viewport = (0, 0, *size) if shared else viewport
            player.seen_by = players[0].viewer if shared else player.viewer
            player.viewer.shared_focus = focus
            player.viewer.others = shared if player is players[0] else ()

    def _scale(self, player: LocalPlayer) -> float:
        """Letter scale of a view: as large as in the whole window, as far as there is room."""
        return self._services.settings.ui_scale * self._height / max(1, player.viewport[3])

    def _canvas(self, size: tuple[int, int]) -> float:
        """Height of a layer above the views [virtual px]."""
        scale = legible_scale(self._services.settings.ui_scale, size[1])
        return canvas_height(max(1, size[0]) / max(1, size[1]), scale, HUD_LEAST)

    def _view(
        self, player: LocalPlayer, moment: Moment, is_first: bool, tagged: bool, profiler: ProfilerData | None
    ) -> Frame:
        services, viewer, content = self._services, player.viewer, moment.content
        if 0.0 < self.camera.open < 1.0 and not is_first:
            content = None  # there is no room for it until the border stands
        if content is not None and viewer.pane is not Pane.WHOLE:
            content = content._replace(score=None, status=None, lives=None, bonus=None, banner=None)
            content = content if is_first else content._replace(told={})
        viewer.tagged = tagged
        viewer.settings = replace(services.settings.view, ui_scale=self._scale(player))
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
        for view in views:
            boxes = view.overlay.place_lines()
            heights = view.overlay.height, overlay.height
            overlay.reserve(*(project_box(box, viewport_of(view), size, heights) for box in boxes))
        if content is None:
            draw_borders(overlay, [viewport_of(view) for view in views], size)
        shared = () if content is None else (self._draw_shared(drawn, views, moment.world, content, size),)
        for layer in shared:
            heights = layer.height, overlay.height
            boxes = layer.place_lines()
            overlay.reserve(*(project_box(box, (0, 0, *size), size, heights) for box in boxes))
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
