"""Stress screen: the load in the window with an open profiler. The player's ship is invulnerable."""

import math
from collections.abc import Mapping
from typing import Any

from arena.app.input.actions import Action
from arena.app.menus import theme
from arena.app.play.local_players import seated_sources
from arena.app.play.pace_figures import PaceFigures
from arena.app.play.session import Session
from arena.app.services import Screen, Services
from arena.game.modes.stress_run import Figures, StressConfig, report, stress_match
from arena.render.composite import Composite

WARM_UP_SECONDS = 1.0
"""Time from the first tick to the measurement: caches warm up and the load spreads."""


LINE_SECONDS = 0.5
"""Time between two updates of the measured figures [s]."""


def stress_config(services: Services) -> StressConfig:
    """Return the load that the options ask for.

    Raises:
        ValueError: a load that cannot be held.
    """
    o = services.options
    seed = 1 if o.seed is None else o.seed
    return StressConfig(
        o.enemies, o.asteroids, o.bullets, o.ticks, o.seconds, seed, o.workers, o.cells, o.live_radius
    )


class StressScreen(Screen):
    """Runs the load until its ticks or seconds are over, or the player leaves."""

    name = "stress"
    crosshair = True

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._config = stress_config(services)
        self._figures = Figures()
        self._pace = PaceFigures()
        self._session = Session(
            services,
            stress_match(self._config),
            seated_sources(services, self._config.players),
            on_tick=self._note_tick,
        )
        self._entered: float | None = None
        self._measuring = False
        self._line, self._line_time = "", -math.inf

    def enter(self) -> None:
        """Open the profiler."""
        self.services.show_profiler = True

    def update(self, now: float, events: list[Action]) -> None:
        """Run the due ticks; leave at the end."""
        config, pace = self._config, self._pace
        self._entered = now if self._entered is None else self._entered
        warm = now - self._entered
        # Begin without due ticks, which would count for the measured time; a slow machine begins late.
        if not self._measuring and warm >= WARM_UP_SECONDS * (2.0 if self._session.behind else 1.0):
            self._measuring = True
            pace.clear(now)
        pace.ended = now
        late = config.seconds is not None and self._measuring and pace.seconds >= config.seconds
        if late or Action.PAUSE in events or pace.ticks == config.ticks:
            self.services.quit()
            return
        most = config.ticks - pace.ticks if config.ticks is not None and self._measuring else None
        self._session.update(now, most)

    def _note_tick(self, session: Session, tick_ms: float, observe_ms: float) -> None:
        if self._measuring:
            self._figures.add(tick_ms, session.match)
            self._pace.add_tick(observe_ms)

    @property
    def behind(self) -> bool:
        """True while ticks are due."""
        return self._session.behind

    def frame_drawn(self, view_ms: float, draw_ms: float) -> None:
        """Count the frame."""
        if self._measuring:
            self._pace.add_frame(view_ms, draw_ms)

    def build(self, now: float, size: tuple[int, int]) -> Composite:
        """Draw the world from the resting ship, its load and the window's performance."""
        frame = self._session.build(now, size, hud=False)
        overlay, config = frame.overlay, self._config
        load = f"{theme.grouped(config.enemies)} enemies    {theme.grouped(config.asteroids)} asteroids"
        load += f"    {theme.grouped(config.bullets)} bullets"
        pace = self._pace_line(now)
        width = 36.0 + max(overlay.text_width(load, 28.0), overlay.text_width(pace, 24.0))
        overlay.rect(24.0, overlay.height - 174.0, width, 146.0, theme.faded(theme.INK, 0.66), 14.0)
        overlay.text("STRESS", 42.0, overlay.height - 80.0, 44.0, theme.ACCENT, font="display", spacing=0.2)
        overlay.text(load, 42.0, overlay.height - 124.0, 28.0, theme.TEXT)
        overlay.text(pace, 42.0, overlay.height - 162.0, 24.0, theme.DIM)
        keys = (("WASD mouse", "fly"), ("F3", "profiler"), ("F4–F8", "debug views"), ("esc", "leave"))
        theme.hint(overlay, keys)
        return frame

    def _pace_line(self, now: float) -> str:
        if self._pace.frames > 1 and now - self._line_time >= LINE_SECONDS:
            self._line, self._line_time = pace_line(self._pace.report()), now
        return self._line

    def close(self) -> None:
        """End the run and report its figures."""
        on_report = self.services.options.on_report
        if on_report is not None and self._figures.tick_ms:
            figures = report(self._config, self._session.match, self._figures, 0.0)
            on_report(figures | self._pace.report() | self._picture())
        self._session.close()

    def _picture(self) -> dict[str, Any]:
        """Properties of the last frame and its renderer, which give meaning to the times."""
        services = self.services
        return {
            "draw_calls": services.draw_calls,
            "renderer": services.renderer,
            "size": list(services.size),
            "quality": services.quality,
            "render_scale": services.render_scale,
        }

    def status(self) -> Mapping[str, object]:
        """Progress of the run."""
        session, pace = self._session, self._pace
        return {
            "tick": session.match.world.tick,
            "speed": round(session.clock.speed, 3),
            "measured_ticks": pace.ticks,
            "measured_frames": pace.frames,
        }


def pace_line(figures: dict[str, Any]) -> str:
    """Line with speed, frame rate and frame time by part."""
    times = "    ".join(f"{name} {times['p50']:.1f} ms" for name, times in figures["frame_ms"].items())
    return f"speed {figures['speed']:.0%}    {figures['frames_per_second']:.0f} frames/s    {times}"
