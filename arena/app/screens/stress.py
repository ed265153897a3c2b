"""The stress load in the window, profiler open. The player's ship can be flown through it, unharmed."""

from collections.abc import Mapping

from arena.app import theme
from arena.app.actions import Action
from arena.app.screens.play import player_commands
from arena.app.services import Screen, Services
from arena.app.session import Session
from arena.game.stress import Figures, StressConfig, report, stress_match
from arena.view.frame import Frame

FIGURES_TICKS = 36_000
"""Ticks that the figures at the end are about: the last ten minutes."""


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
    """Runs the load until its ticks or seconds are over, or somebody leaves."""

    name = "stress"
    crosshair = True

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._config = stress_config(services)
        self._figures = Figures(FIGURES_TICKS)
        self._session = Session(
            services,
            stress_match(self._config),
            lambda session: player_commands(services, session),
            on_tick=self._figures.add,
        )
        self._began: float | None = None

    def enter(self) -> None:
        """Open the profiler."""
        self.services.show_profiler = True

    def update(self, now: float, events: list[Action]) -> None:
        """Tick, and leave in time."""
        config, world = self._config, self._session.match.world
        self._began = now if self._began is None else self._began
        late = config.seconds is not None and now - self._began >= config.seconds
        if late or Action.PAUSE in events or world.tick >= (config.ticks or world.tick + 1):
            self.services.quit()
            return
        most = None if config.ticks is None else config.ticks - world.tick
        self._session.update(now, most)

    def build(self, now: float, size: tuple[int, int]) -> Frame:
        """The world from the resting ship, and what it is loaded with."""
        frame = self._session.build(now, size, hud=False)
        overlay, config = frame.overlay, self._config
        load = f"{theme.grouped(config.enemies)} enemies    {theme.grouped(config.asteroids)} asteroids"
        load += f"    {theme.grouped(config.bullets)} bullets"
        overlay.text("STRESS", 42.0, overlay.height - 86.0, 44.0, theme.ACCENT, font="display", spacing=0.2)
        overlay.text(load, 42.0, overlay.height - 132.0, 28.0, theme.TEXT)
        keys = (("WASD mouse", "fly"), ("F3", "profiler"), ("F4–F8", "debug views"), ("esc", "leave"))
        theme.hint(overlay, keys)
        return frame

    def close(self) -> None:
        """End the run and tell its figures to whoever asked for it."""
        on_report = self.services.options.on_report
        if on_report is not None and self._figures.tick_ms:
            figures = report(self._config, self._session.match, self._figures, 0.0)
            on_report(figures | {"draw_calls": self.services.draw_calls})
        self._session.close()

    def status(self) -> Mapping[str, object]:
        """How far the run is."""
        return {"tick": self._session.match.world.tick, "speed": round(self._session.clock.speed, 3)}
