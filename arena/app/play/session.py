"""Session: runs a match in real time, and plays its sound and draws it for every local player."""

import math
import time
from collections.abc import Callable, Sequence

from arena.app.play.clock import TickClock
from arena.app.play.impact import Impact
from arena.app.play.local_players import LocalPlayer, Source
from arena.app.play.split_screen import Moment, SplitScreen
from arena.app.services import Services
from arena.app.sound.captions import Captions
from arena.app.sound.hearing import Hearing
from arena.game.match import REST, Match
from arena.game.replays.ghost import Ghost
from arena.game.scoring.statistics import take_statistics
from arena.render.composite import Composite
from arena.sim.tables.commands import Button, PlayerCommand
from arena.view.culling import in_view
from arena.view.debug.profiler import FrameTimes
from arena.view.scene import Viewer

RATE_FRAMES, RATE_SECONDS = 60, 0.5
"""Frames that the frame rate is taken from, and time between two readings [s]."""
COUNT_SECONDS = 0.2
"""Time between two counts of bodies for the profiler [s]: they cost more than a picture in a crowd."""
GONE = PlayerCommand(buttons=Button.ABSENT)
"""Command of an absent player."""
LONGEST_STEP = 0.3
"""Maximum time step of effects and camera [s]."""


OnTick = Callable[["Session", float, float], None]
"""Told how long [ms] a tick and its observation took."""


class Session:
    """A match, its local players, and the clock that paces it."""

    def __init__(
        self,
        services: Services,
        match: Match,
        sources: Sequence[Source],
        audible: bool = True,
        on_tick: OnTick | None = None,
    ) -> None:
        """Show `match` to one local player for each of `sources`, in the order of the match's players.

        Args:
            services: of the window.
            match: is owned from now on.
            sources: what flies the ships; players of the match beyond them rest.
            audible: whether it is heard.
            on_tick: called after each tick.
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
        self.screen = SplitScreen(services)
        self.told: dict[str, str] = {}
        """Texts of elements of the head-up display that only the app knows, by the names of the elements."""
        self._gone: set[int] = set()  # slots of players who left
        self._services = services
        self.audible = audible
        """True while it makes sound; may change at any time."""
        self._on_tick = on_tick
        self._shown: float | None = None
        self._rate_due = -math.inf  # time of the next reading of the frame rate
        self._ticks_ms = 0.0  # time of all ticks since the last frame [ms]
        self._profiled = match.profiled
        self._counted = -math.inf  # time of the last body count for the profiler

    @property
    def behind(self) -> bool:
        """True while ticks are due for which the last update had no time."""
        return self.clock.due > 0

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
        self.match.profiled = self._profiled or self._services.show_profiler
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
        if self.audible:
            cues = self._hearing.listen(self.match, hud, [player.slot for player in self.shown])
            self._services.audio.play(cues)
            self._services.audio.follow(self._hearing.situation)
            until = world.ships.untouchable_until
            self.captions.note(cues, all(until[player.slot] > world.tick for player in self.shown))

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
        self._tell_frame_rate(now)
        content = self.match.hud()._replace(told=self.told) if hud else None
        ghost = self.ghost.match.world if self.ghost is not None else None
        moment = Moment(self.match.world, ghost, content, self.clock.alpha, elapsed, size)
        captions = self.captions if hud and self._services.settings.captions else None
        composite = self.screen.build(self.shown, moment, profiler, captions)
        self._record(composite, (time.perf_counter() - start) * 1000.0, frame_s)
        return composite

    def _tell_frame_rate(self, now: float) -> None:
        """Tell how many pictures of the last while would make a second, rarely enough to be read."""
        if not self._services.settings.frame_rate:
            self.told.pop("frame rate", None)
            return
        frames = [frame.whole for frame in self._services.profiler.frames][-RATE_FRAMES:]
        if frames and (now >= self._rate_due or "frame rate" not in self.told):
            self._rate_due = now + RATE_SECONDS
            self.told["frame rate"] = f"{1000.0 * len(frames) / sum(frames):.0f} fps"

    def _dress(self) -> None:
        """Apply the colours of the settings."""
        for player in self.players:
            if player.viewer.settings.colors != self._services.settings.colors:
                player.viewer = Viewer(player.slot, player.look, self._services.settings.view)

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
        self.screen.reset()
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
            profiler.instances = sum(view.instances for view in composite.views)
            profiler.draw_calls = services.draw_calls
            profiler.facts["seed"] = str(world.seed)
            profiler.facts["tick"] = str(world.tick)
            profiler.facts["speed"] = f"{self.clock.speed:.0%}"
            profiler.turn_page()
