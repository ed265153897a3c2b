"""A match that is played and watched: ticked on time, heard, shown."""

import time
from collections.abc import Callable, Sequence

import numpy as np

from arena import sphere
from arena.app.clock import TickClock
from arena.app.mixer import Listener, hear
from arena.app.services import Services
from arena.game.match import Match
from arena.game.statistics import take_statistics
from arena.sim.commands import PlayerCommand
from arena.sim.world import World
from arena.view.culling import in_view
from arena.view.frame import Frame
from arena.view.profiler import FrameTimes
from arena.view.scene import Viewer

LONGEST_STEP = 0.3
"""Most time [s] that effects and camera move on in one frame."""

Pilot = Callable[["Session"], Sequence[PlayerCommand]]
"""Says what the players want, once for each tick."""


class Session:
    """One match, the viewer that shows it and the clock that paces it."""

    def __init__(
        self,
        services: Services,
        match: Match,
        pilot: Pilot,
        audible: bool = True,
        on_tick: Callable[["Session", float, float], None] | None = None,
    ) -> None:
        """Show `match`, flown by `pilot`; `on_tick` is told how long [ms] a tick and its observation took."""
        self.match = match
        self.viewer = Viewer()
        self.clock = TickClock()
        self._services = services
        self._pilot = pilot
        self._audible = audible
        self._on_tick = on_tick
        self._shown: float | None = None
        self._ticks_ms = 0.0  # of all ticks since the last frame

    @property
    def behind(self) -> bool:
        """Whether ticks are due that the last update had no time for."""
        return self.clock.due > 0

    def update(self, now: float, most: int | None = None) -> None:
        """Run the ticks that are due at `now` [s]: those that fit into a slice of time, at most `most`."""
        clock, pacer = self.clock, self._services.pacer
        clock.advance(now)
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
        """Play one tick, and let it be seen and heard."""
        commands, began = self._pilot(self), time.perf_counter()
        self.match.tick(commands)
        ticked = time.perf_counter()
        self._services.profiler.ticks.append(self.match.systems_ms)
        self.viewer.observe(self.match.world, self.match.hud())
        if self._audible:
            world = self.match.world
            self._services.audio.play(hear(world.events, [listener(world, self.viewer.player)]))
        if self._on_tick is not None:
            self._on_tick(self, (ticked - began) * 1000.0, (time.perf_counter() - ticked) * 1000.0)

    def rest(self) -> None:
        """Stop the clock until the next update."""
        self.clock.rest()
        self._shown = None

    def build(self, now: float, size: tuple[int, int], hud: bool = True) -> Frame:
        """Make the picture of time `now`."""
        frame_s = 0.0 if self._shown is None else now - self._shown
        elapsed = self._elapsed(now)
        start = time.perf_counter()
        services = self._services
        self.viewer.shake_scale = services.settings.shake
        profiler = services.profiler if services.show_profiler else None
        shown = profiler, services.debug_views
        content = self.match.hud() if hud else None
        frame = self.viewer.build(self.match.world, content, self.clock.alpha, elapsed, size, *shown)
        self._record(frame, (time.perf_counter() - start) * 1000.0, frame_s)
        return frame

    def build_orbit(self, now: float, size: tuple[int, int]) -> Frame:
        """Make the picture of time `now` from the slow orbit of the title."""
        return self.viewer.title_frame(self.match.world, self.clock.alpha, self._elapsed(now), size)

    def freeze(self, now: float) -> None:
        """Let no time pass for camera and effects until the next build."""
        self._shown = now

    def close(self) -> None:
        """End the match."""
        self.match.close()

    def _elapsed(self, now: float) -> float:
        elapsed = 0.0 if self._shown is None else max(0.0, min(LONGEST_STEP, now - self._shown))
        self._shown = now
        return elapsed

    def _record(self, frame: Frame, view_ms: float, frame_s: float) -> None:
        services, world = self._services, self.match.world
        profiler = services.profiler
        if frame_s <= 0.0:
            return
        profiler.frames.append(FrameTimes(frame_s * 1000.0, self._ticks_ms, view_ms, services.draw_ms))
        self._ticks_ms = 0.0
        if services.show_profiler:
            profiler.statistics = take_statistics(world)
            profiler.in_view = len(in_view(world, frame.camera))
            profiler.draw_calls, profiler.instances = services.draw_calls, frame.instances
            profiler.facts["seed"] = str(world.seed)
            profiler.facts["tick"] = str(world.tick)
            profiler.facts["speed"] = f"{self.clock.speed:.0%}"


def listener(world: World, player: int) -> Listener:
    """Return the ears of a player."""
    position = world.bodies.position[player].astype(np.float64)
    right = np.cross(world.players.up[player].astype(np.float64), sphere.unit(position))
    return Listener(world.bodies.position[player], right.astype(np.float32), player)
