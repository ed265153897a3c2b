"""Replay screen: plays a recording from any tick, at any speed."""

import math
import time
from collections.abc import Mapping

from arena.app.input.actions import Action
from arena.app.input.labels import action_label
from arena.app.menus import theme
from arena.app.menus.replay_panel import SKIP_SECONDS, PanelPart, PanelState, ReplayPanel, next_speed
from arena.app.play.match_screen import MatchScreen
from arena.app.play.session import Session
from arena.app.services import Screen, Services
from arena.game.match import REST
from arena.game.replays.ghost import check_ghost
from arena.game.replays.playback import SPEEDS, Playback
from arena.game.replays.replay import ReplayError
from arena.render.composite import Composite
from arena.sim.tables.commands import PlayerCommand
from arena.tuning import TICK_RATE
from arena.view.overlay.overlay import HEIGHT

LEAP_SECONDS = 15
"""Length of a jump by the weapon keys and the wheel."""
READ_TICKS = 8
"""Ticks to read ahead between two readings of the clock."""
SPARE_SECONDS = 0.004
"""Time per frame for reading ahead during playback."""
AUDIBLE_SPEED = 2.0
"""Speed above which a replay is silent."""
HOLD_SECONDS, REPEAT_SECONDS = 0.4, 0.1
"""Delay before a held key repeats, and the repeat interval."""

KEYS = {
    PanelPart.BACK: Action.MENU_LEFT,
    PanelPart.PLAY: Action.MENU_ACCEPT,
    PanelPart.STEP: Action.MENU_RIGHT,
    PanelPart.SLOWER: Action.MENU_DOWN,
    PanelPart.FASTER: Action.MENU_UP,
    PanelPart.TAKE_OVER: Action.TAKE_OVER,
    PanelPart.RACE: Action.RACE,
    PanelPart.LEAVE: Action.MENU_BACK,
}
"""Actions that do the same without a mouse."""
ACTIONS = {action: part for part, action in KEYS.items()}
LEAPS = {Action.NEXT_WEAPON: LEAP_SECONDS, Action.PREVIOUS_WEAPON: -LEAP_SECONDS}
HELD = (PanelPart.BACK, PanelPart.STEP)


class ReplaySession(Session):
    """Session of a recording: all commands come from it, and every player of it may be shown."""

    def __init__(self, services: Services, playback: Playback) -> None:
        match = playback.match
        super().__init__(services, match, [lambda player, world: REST] * match.world.config.players)
        self._replay = playback.replay

    def _commands(self) -> list[PlayerCommand]:
        self._services.devices.take_events()
        return self._replay.commands_at(self.match.world.tick)


class ReplayScreen(MatchScreen):
    """Plays a recording from any tick; holds the last tick until the viewer leaves or seeks.

    It begins by reading the whole recording, so that every jump is short. A key press starts playback at
    once; reading then goes on beside it, and a jump beyond the read part waits.
    """

    name = "replay"

    def __init__(self, services: Services, playback: Playback, parent: Screen | None = None) -> None:
        """Show `playback` and own it; leaving shows `parent`, or closes the window."""
        super().__init__(services)
        self.playback, self._parent = playback, parent
        self.session = ReplaySession(services, playback)
        self._panel, self._height = ReplayPanel(), HEIGHT
        self._paused = False
        self._reading = not playback.all_known
        self._target: int | None = None  # target tick of a jump that waits for the reader
        self._dragging = False
        self._repeat_at = math.inf
        self._drawn_tick = -1

    @property
    def behind(self) -> bool:
        """True while ticks go before drawing."""
        return self._waits or self.session.behind

    @property
    def still(self) -> bool:
        """True while it is paused or over, and shows its tick."""
        stands = self._paused or self.playback.ended
        return stands and not self._waits and self.playback.tick == self._drawn_tick

    @property
    def _waits(self) -> bool:
        """True while playback waits for the reader."""
        return self._reading or self._target is not None

    def enter(self) -> None:
        """Begin to be shown, also after a take-over."""
        self.session.rest()

    def update(self, now: float, events: list[Action]) -> None:
        """Apply input, jump or play, and read ahead."""
        for event in events:
            self._react(event, now)
        if self.services.screen is not self:
            return
        self._drag()
        self._hold(now)
        self._read_ahead()
        if self._target is not None and self._target <= self.playback.known:
            self._jump(self._target)
        elif self._waits or self._paused or self.playback.ended:
            self.session.rest()
        else:
            self.session.update(now, self.playback.ticks - self.playback.tick)

    # Controls

    def _react(self, event: Action, now: float) -> None:
        if event is Action.MENU_CLICK:
            self._click()
        elif event in LEAPS:
            self._aim_at(self._place + LEAPS[event] * TICK_RATE)
        elif event in ACTIONS:
            self._repeat_at = now + HOLD_SECONDS
            self._do(ACTIONS[event])

    def _click(self) -> None:
        part = self._panel.part_at(self.services.pointer(self._height))
        if part is PanelPart.TRACK:
            self._dragging = True
        else:
            self._do(part or PanelPart.PLAY)

    def _do(self, part: PanelPart) -> None:
        if part is PanelPart.LEAVE:
            self._leave()
        elif part is PanelPart.TAKE_OVER:
            self.services.go_to("take over", self, self.playback)
        elif part is PanelPart.RACE:
            self._race()
        elif part is PanelPart.PLAY:
            self._toggle()
        elif part in (PanelPart.SLOWER, PanelPart.FASTER):
            clock = self.session.clock
            clock.rate = next_speed(SPEEDS, clock.rate, 1 if part is PanelPart.FASTER else -1)
            self.session.audible = clock.rate <= AUDIBLE_SPEED
        else:
            direction = 1 if part is PanelPart.STEP else -1
            self._aim_at(self._place + direction * (1 if self._paused else SKIP_SECONDS * TICK_RATE))

    def _race(self) -> None:
        """Begin the game of this recording, beside it as a ghost."""
        try:
            check_ghost(self.playback.replay.header)
        except ReplayError as error:
            self.services.say(str(error)[0].upper() + str(error)[1:])
            return
        self.leave_for("play beside", self.playback.replay)

    def _toggle(self) -> None:
        if self._reading:
            self._reading = False
        elif self.playback.ended:
            self._paused = False
            self._aim_at(0)
        else:
            self._paused = not self._paused

    def _leave(self) -> None:
        if self._parent is None:
            self.services.quit()
        else:
            parent, self._parent = self._parent, None
            self.close()
            self.services.go(parent)

    def _drag(self) -> None:
        """Seek along the time line while the mouse button is down."""
        if not self._dragging:
            return
        self._dragging = self.services.controls.is_held(Action.MENU_CLICK)
        target = round(self._panel.share_at(self.services.pointer(self._height)[0]) * self.playback.ticks)
        if target != self._place:
            self._aim_at(target)

    def _hold(self, now: float) -> None:
        """Repeat jumps and steps of a held key."""
        for part in HELD:
            if self.services.controls.is_held(KEYS[part]) and now >= self._repeat_at:
                self._repeat_at = now + REPEAT_SECONDS
                self._do(part)

    @property
    def _place(self) -> int:
        """Current tick, or the target of a jump."""
        return self.playback.tick if self._target is None else self._target

    def _aim_at(self, tick: int) -> None:
        self._target = max(0, min(self.playback.ticks, tick))
        self._reading = False

    # Time

    def _jump(self, tick: int) -> None:
        self._target = None
        one_step = tick == self.playback.tick + 1
        if one_step:
            self.session.tick()
        else:
            self.playback.jump(tick)
            self.session.cut()
        self.session.rest()

    def _read_ahead(self) -> None:
        """Read ahead in spare time; in all of it while playback waits."""
        playback, pacer = self.playback, self.services.pacer
        idle = self._waits or self._paused or playback.ended
        until = time.perf_counter() + SPARE_SECONDS
        while not playback.all_known and not pacer.slice_over:
            playback.read_ahead(READ_TICKS)
            known = self._target is not None and playback.known >= self._target
            if known or (not idle and time.perf_counter() >= until):
                break
        self._reading = self._reading and not playback.all_known

    # Drawing

    def build(self, now: float, size: tuple[int, int]) -> Composite:
        """Draw the player's view and the panel."""
        frame = self.session.build(now, size)
        self._height, self._drawn_tick = frame.overlay.height, self.playback.tick
        playback, controls = self.playback, self.services.controls
        word, warning = self._title()
        state = PanelState(
            word,
            self._place,
            playback.ticks,
            playback.known,
            self.session.clock.rate,
            self._paused or playback.ended,
            {part: action_label(controls, action) for part, action in KEYS.items()},
            playback.losses,
            warning,
            self._panel.part_at(self.services.pointer(self._height)),
        )
        self._panel.draw(frame.overlay, state)
        return frame

    def _title(self) -> tuple[str, bool]:
        playback = self.playback
        if self._waits:
            share = playback.known / max(1, self._target or playback.ticks)
            key = action_label(self.services.controls, Action.MENU_ACCEPT)
            skip = f", {key.upper()} TO WATCH" if self._reading else ""
            return f"READING {min(1.0, share):.0%}{skip}", False
        if playback.diverged is not None:
            return f"ANOTHER GAME FROM {theme.minutes(playback.diverged[0])} ON", True
        if playback.ended:
            return "END OF REPLAY", False
        return "REPLAY, PAUSED" if self._paused else "REPLAY", False

    def interrupt(self) -> None:
        """Pause playback."""
        self._paused = True

    def close(self) -> None:
        """End the matches and close the screen behind."""
        parent, self._parent = self._parent, None
        try:
            self.playback.close()
        finally:
            if parent is not None:
                parent.close()

    def status(self) -> Mapping[str, object]:
        """Position and state of playback."""
        playback = self.playback
        return {
            **super().status(),
            "ended": playback.ended,
            "known": playback.known,
            "paused": self._paused,
            "rate": self.session.clock.rate,
        }
