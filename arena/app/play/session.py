"""Session: runs a match in real time, and plays its sound and draws it for every local player."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from arena.app.play.clock import TickClock
from arena.app.play.impact import Impact
from arena.app.play.local_players import LocalPlayer, Source
from arena.app.play.viewports import box_within, draw_borders, panes_of, project_box, split
from arena.app.services import Services
from arena.app.sound.captions import Captions
from arena.app.sound.hearing import Hearing
from arena.game.hud import Hud
from arena.game.match import REST, Match
from arena.game.replays.ghost import Ghost
from arena.game.scoring.statistics import take_statistics
from arena.render.composite import Composite, viewport_of
from arena.sim.tables.commands import Button, PlayerCommand
from arena.view.cameras.shared_camera import SharedCamera
from arena.view.culling import in_view
from arena.view.debug.profiler import FrameTimes, ProfilerData, draw_profiler
from arena.view.frame import Frame
from arena.view.hud.shared import EDGE, LAYER_LEAST, SharedHud
from arena.view.overlay.layout import Box, Pane, hud_corners
from arena.view.overlay.overlay import Overlay, canvas_height
from arena.view.poses import player_pose
from arena.view.scene import HUD_LEAST, Viewer

SMALLEST_VIEW = 8
"""Views narrower than this are not drawn [px]."""
COUNT_SECONDS = 0.2
"""Time between two counts of bodies for the profiler [s]: they cost more than a picture in a crowd."""
GONE = PlayerCommand(buttons=Button.ABSENT)
"""Command of an absent player."""
LONGEST_STEP = 0.3
"""Maximum time step of effects and camera [s]."""


class Session:
    """A match, its local players, and the clock that paces it."""

    def __init__(
        self,
        services: Services,
        match: Match,
        sources: Sequence[Source],
        audible: bool = True,
        on_tick: Callable[["Session", float, float], None] | None = None,
    ) -> None:
        """Show `match` to one local player for each of `sources`, in the order of the match's players.

        Args:
            services: of the window.
            match: is owned from now on.
            sources: what flies the ships; players of the match beyond them rest.
            audible: whether it is heard.
            on_tick: told how long [ms] each tick and its observation took.
        """
        self.match = match
        self.players = [LocalPlayer(slot, source, match.mode.look) for slot, source in enumerate(sources)]
        self.clock = TickClock()
        self.captions = Captions()
        self._hearing = Hearing()
        self.ghost: Ghost | None = None
        """The ghost's match, owned by this session."""
        self.impact: Impact | None = None
        """Hit-stop and slow motion; None without a player."""
        self.target = ""
        """Score to beat next, in words; shown beside the score."""
        self.shared_camera = SharedCamera()
        self._shared = SharedHud()
        self._height = 1  # height of the last picture [px]
        self._gone: set[int] = set()  # slots of players who left
        self._services = services
        self._audible = audible
        self._on_tick = on_tick
        self._shown: float | None = None
        self._ticks_ms = 0.0  # time of all ticks since the last frame [ms]
        self._counted = -math.inf  # time of the last body count for the profiler

    @property
    def behind(self) -> bool:
        """True while ticks are due for which the last update had no time."""
        return self.clock.due > 0

    @property
    def audible(self) -> bool:
        """True while it makes sound; may change at any time."""
        return self._audible

    @audible.setter
    def audible(self, audible: bool) -> None:
        self._audible = audible

    def update(self, now: float, most: int | None = None) -> None:
        """Run the ticks due at `now` [s] that fit into a slice of time, at most `most`."""
        clock, pacer = self.clock, self._services.pacer
        impact = self.impact
        clock.advance(now, 1.0 if impact is None else impact.pass_time(clock.elapsed(now)))
        start, ticks = time.perf_counter(), 0
        while clock.due and ticks != most:
            clock.take()
            self.tick()
            ticks += 1
            if pacer.slice_over:
                break
        if ticks == most:
            clock.rest()
        self._ticks_ms += (time.perf_counter() - start) * 1000.0

    def tick(self) -> None:
        """Run one tick, and observe it for view and sound."""
        commands, began = self._commands(), time.perf_counter()
        self.match.tick(commands)
        if self.ghost is not None:
            self.ghost.tick()
        ticked = time.perf_counter()
        self._services.profiler.ticks.append(self.match.systems_ms)
        self._observe()
        if self._on_tick is not None:
            self._on_tick(self, (ticked - began) * 1000.0, (time.perf_counter() - ticked) * 1000.0)

    def _commands(self) -> list[PlayerCommand]:
        world = self.match.world
        commands = [
            GONE if slot in self._gone or not present else REST
            for slot, present in enumerate(self.match.present)
        ]
        for player in self.players:
            commands[player.slot] = player.source(player, world)
        self._services.devices.take_events()
        return commands

    def join(self, slot: int, source: Source) -> None:
        """Add a local player for a slot, flown by `source` from the next tick on."""
        self.players = [player for player in self.players if player.slot != slot]
        self.players.append(LocalPlayer(slot, source, self.match.mode.look))
        self._gone.discard(slot)
        self.players.sort(key=lambda player: player.slot)

    def leave(self, slot: int) -> None:
        """Remove a local player."""
        self.players = [player for player in self.players if player.slot != slot]
        self._gone.add(slot)

    @property
    def shown(self) -> list[LocalPlayer]:
        """Local players to draw: those who are present, or all if none is."""
        present = self.match.present
        return [player for player in self.players if present[player.slot]] or self.players[:1]

    def _observe(self) -> None:
        world, hud = self.match.world, self.match.hud()
        for player in self.players:
            player.viewer.observe(world, hud)
        if self.impact is not None and not self._services.settings.reduced_motion:
            self.impact.observe(world, [player.slot for player in self.shown], self.match.over)
        if self._audible:
            cues = self._hearing.listen(self.match, hud, [player.slot for player in self.shown])
            self._services.audio.play(cues)
            self._services.audio.follow(self._hearing.situation)
            self.captions.note(cues)

    def rest(self) -> None:
        """Stop the clock until the next update."""
        self.clock.rest()
        self._shown = None

    def build(self, now: float, size: tuple[int, int], hud: bool = True, profiled: bool = True) -> Composite:
        """Build the picture of time `now`: a view for each local player.

        `profiled` is whether there is room for the profiler, if it is open: a menu has none.
        """
        self._dress()
        frame_s = 0.0 if self._shown is None else now - self._shown
        elapsed = self._elapsed(now)
        start = time.perf_counter()
        profiler = self._services.profiler if profiled and self._services.show_profiler else None
        content = self.match.hud()._replace(target=self.target) if hud else None
        players = self.shown
        self._height = size[1]
        self._gather(players, elapsed, size)
        drawn = [player for player in players if min(player.viewport[2:]) >= SMALLEST_VIEW]
        drawn = drawn[:1] if players[0].viewer.others else drawn
        self._part(drawn, size)
        alone = len(drawn) == 1
        views = [self._view(player, content, elapsed, profiler if alone else None) for player in drawn]
        for player in players:
            if player not in drawn:
                player.viewer.move(self.match.world, self.clock.alpha, elapsed)
        composite = Composite.of(*views) if alone else self._join(views, content, size, profiler)
        if hud and self._services.settings.captions:
            seen = list(zip((player.viewer for player in drawn), views, strict=False))
            is_free = _free_in(seen, size, composite.overlay.height)
            self.captions.draw(composite.overlay, elapsed, is_free)
        self._record(composite, (time.perf_counter() - start) * 1000.0, frame_s)
        return composite

    def _dress(self) -> None:
        """Apply the colours of the settings."""
        for player in self.players:
            if player.viewer.settings.colors != self._services.settings.colors:
                player.viewer = Viewer(player.slot, player.look, self._services.settings.view)

    def _gather(self, players: list[LocalPlayer], elapsed: float, size: tuple[int, int]) -> None:
        """Set viewport and camera target of each player."""
        world, focus, opened = self.match.world, None, 1.0
        if len(players) > 1:
            poses = [player_pose(world, player.slot, self.clock.alpha) for player in players]
            rigs = [player.viewer.rig for player in players]
            focus = self.shared_camera.follow(poses, rigs, world.shell_radius, elapsed)
            opened = self.shared_camera.open
        else:
            self.shared_camera = SharedCamera()
        shared = [player.slot for player in players[1:]] if opened == 0.0 else []
        for player, viewport in zip(players, split(size, len(players), opened), strict=True):
            player.viewport = (0, 0, *size) if shared else viewport
            player.seen_by = players[0].viewer if shared else player.viewer
            player.viewer.shared_focus = focus
            player.viewer.others = shared if player is players[0] else ()

    def _part(self, drawn: Sequence[LocalPlayer], size: tuple[int, int]) -> None:
        """Set each view's part of the window, and the boxes that covered it in the last picture."""
        boxes = self._shared.boxes if len(drawn) > 1 else []
        settings = self._services.settings
        height = canvas_height(max(1, size[0]) / max(1, size[1]), settings.ui_scale, LAYER_LEAST)
        for player, pane in zip(drawn, panes_of([player.viewport for player in drawn]), strict=True):
            viewer, (_, _, across, up) = player.viewer, player.viewport
            own = canvas_height(across / up, self._scale(player), HUD_LEAST)
            within = (box_within(box, player.viewport, size, (own, height)) for box in boxes)
            whole = Box(0.0, 0.0, own * across / up, own)
            viewer.pane, viewer.covered = pane, [box for box in within if box.overlaps(whole)]

    def _scale(self, player: LocalPlayer) -> float:
        """Letter scale of a view: as large as in the whole window, as far as there is room."""
        return self._services.settings.ui_scale * self._height / max(1, player.viewport[3])

    def _view(
        self, player: LocalPlayer, content: Hud | None, elapsed: float, profiler: ProfilerData | None
    ) -> Frame:
        services, viewer = self._services, player.viewer
        if 0.0 < self.shared_camera.open < 1.0 and player is not self.shown[0]:
            content = None  # there is no room for it until the border stands
        if content is not None and viewer.pane is not Pane.WHOLE:
            content = content._replace(score=None, status=None, lives=None, bonus=None, banner=None)
        viewer.tagged = len(self.shown) > 1
        viewer.settings = replace(services.settings.view, ui_scale=self._scale(player))
        viewer.ghost = self.ghost.match.world if self.ghost is not None else None
        world, alpha, size = self.match.world, self.clock.alpha, player.viewport[2:]
        frame = viewer.build(world, content, alpha, elapsed, size, profiler, services.debug_views)
        frame.viewport = player.viewport
        return frame

    def _join(
        self, views: list[Frame], content: Hud | None, size: tuple[int, int], profiler: ProfilerData | None
    ) -> Composite:
        aspect = max(1, size[0]) / max(1, size[1])
        overlay = Overlay(aspect, canvas_height(aspect, self._services.settings.ui_scale, HUD_LEAST))
        for view in views:
            boxes = view.overlay.place_lines()
            heights = view.overlay.height, overlay.height
            overlay.reserve(*(project_box(box, viewport_of(view), size, heights) for box in boxes))
        if content is None:
            draw_borders(overlay, [viewport_of(view) for view in views], size)
        shared = () if content is None else (self._draw_shared(views, content, size),)
        for layer in shared:
            heights = layer.height, overlay.height
            boxes = layer.place_lines()
            overlay.reserve(*(project_box(box, (0, 0, *size), size, heights) for box in boxes))
        if profiler is not None:
            draw_profiler(overlay, profiler)
        return Composite(views, overlay, size, shared)

    def _draw_shared(self, views: list[Frame], content: Hud, size: tuple[int, int]) -> Overlay:
        """Draw the shared HUD between the radars in the window's upper corners."""
        aspect = max(1, size[0]) / max(1, size[1])
        overlay = Overlay(aspect, canvas_height(aspect, self._services.settings.ui_scale, LAYER_LEAST))
        draw_borders(overlay, [viewport_of(view) for view in views], size)  # below all text of the overlay
        sides, drawn = [EDGE, EDGE], [player for player in self.shown if player.viewer.pane is not Pane.WHOLE]
        seen = [(player.viewer, view) for player, view in zip(drawn, views, strict=False)]
        for viewer, view in seen:
            radar = hud_corners(view.overlay.width, view.overlay.height, viewer.pane)[1]
            heights, at_right = (view.overlay.height, overlay.height), viewer.pane is Pane.RIGHT
            reach = project_box(radar, viewport_of(view), size, heights).width + EDGE
            sides[at_right] = max(sides[at_right], reach)

        left, right = sides
        self._shared.draw(
            overlay,
            self.match.world,
            content,
            views[0].palette,
            (left, right),
            _free_in(seen, size, overlay.height),
        )
        return overlay

    def build_backdrop(self, now: float, size: tuple[int, int]) -> Composite:
        """Build the picture of time `now` for the backdrop of the title."""
        self._dress()
        viewer = self.players[0].viewer
        viewer.settings = self._services.settings.view
        frame = viewer.title_frame(self.match.world, self.clock.alpha, self._elapsed(now), size)
        return Composite.of(frame)

    def cut(self) -> None:
        """Reset camera and effects for the next picture, after a jump in time."""
        for player in self.players:
            player.viewer = Viewer(player.slot, player.look, self._services.settings.view)
        self.shared_camera = SharedCamera()
        self.rest()

    def freeze(self, now: float) -> None:
        """Freeze camera and effects until the next build."""
        self._shown = now

    def close(self) -> None:
        """End the match, and the ghost's."""
        try:
            self.match.close()
        finally:
            if self.ghost is not None:
                self.ghost.close()

    def _elapsed(self, now: float) -> float:
        elapsed = 0.0 if self._shown is None else max(0.0, min(LONGEST_STEP, now - self._shown))
        self._shown = now
        return elapsed

    def _record(self, composite: Composite, view_ms: float, frame_s: float) -> None:
        services, world = self._services, self.match.world
        profiler = services.profiler
        if frame_s <= 0.0:
            return
        profiler.frames.append(FrameTimes(frame_s * 1000.0, self._ticks_ms, view_ms, services.draw_ms))
        self._ticks_ms = 0.0
        if services.show_profiler and (self._shown or 0.0) - self._counted >= COUNT_SECONDS:
            self._counted = self._shown or 0.0
            profiler.statistics = take_statistics(world)
            profiler.in_view = sum(len(in_view(world, view.camera)) for view in composite.views)
            profiler.draw_calls, profiler.instances = services.draw_calls, composite.instances
            profiler.facts["seed"] = str(world.seed)
            profiler.facts["tick"] = str(world.tick)
            profiler.facts["speed"] = f"{self.clock.speed:.0%}"
            profiler.turn_page()


def _free_in(
    seen: Sequence[tuple[Viewer, Frame]], size: tuple[int, int], height: float
) -> Callable[[Box], bool]:
    """Make a test of whether a box of the common overlay covers nothing important in any view."""

    def is_free(box: Box) -> bool:
        for viewer, view in seen:
            within = box_within(box, viewport_of(view), size, (view.overlay.height, height))
            if not viewer.is_free(within):
                return False
        return True

    return is_free
