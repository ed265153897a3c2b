"""Base class of screens on which players fly."""

import sys
from collections.abc import Callable, Sequence
from functools import partial

from arena.app.input.actions import Action
from arena.app.menus import theme
from arena.app.play.impact import Impact
from arena.app.play.local_players import seated_sources
from arena.app.play.match_screen import MatchScreen
from arena.app.play.party import Party
from arena.app.play.rivals import Rival, medal_rivals, nearest, round_rivals, table_rivals
from arena.app.play.session import Session
from arena.app.services import Services
from arena.app.sound.effects import Sound
from arena.app.storage.levels import is_shipped
from arena.app.storage.progress import Reached
from arena.app.storage.score_table import Result, new_ticket
from arena.game.match import Match
from arena.game.replays.ghost import RecordedGhost
from arena.game.scoring.statistics import quarantine_notice
from arena.render.composite import Composite

LEAVE_SECONDS = 1.0
"""Time to hold the key that lets a player leave."""
INVITATION_TICKS = 900
"""Time from the start during which the invitation to join is shown."""
OVER_TICKS = 130
"""Time from the last explosion to the results."""


class PlayScreen(MatchScreen):
    """Screen of a match that players fly, each in a view of its own."""

    name = "play"
    crosshair = True
    counts = True
    """True if the result may become a score."""

    @property
    def mark(self) -> str:
        """Label of a game that does not count, in a few words."""
        return ""

    def __init__(self, services: Services, match: Match) -> None:
        super().__init__(services)
        self.session = Session(services, match, seated_sources(services, match.setup.players))
        self.session.impact = Impact()
        self.party = Party(services, self.session)
        if match.setup.players > 1:
            services.say(self.party.roll())
        self._leaving: dict[int, float] = {}  # start times of held leave keys, by slot
        self._over_ticks = 0
        self._progress = match.hud().progress
        self._scored = False
        self.multiplier = 1
        """Highest multiplier of the game."""
        self.result: Result | None = None
        """Result that was kept at the end of the game."""
        self.reached = Reached()
        """First-time achievements of the game."""
        self._rivals: tuple[int, Sequence[Rival]] = (0, ())  # of the table for so many players
        self._round_rivals: Sequence[Rival] = ()  # beyond that table
        self._told_of_recording = False
        self._told_of_quarantine = False
        if match.mode.spec.scored:
            services.scores.refresh(match.board)  # in time for the end of the game
            services.scores.refresh_top()

    def restart(self) -> None:
        """Begin another match of this kind; the same one beside the ghost of a recording."""
        ghost = self.session.ghost
        if isinstance(ghost, RecordedGhost):
            self.leave_for("play beside", ghost.replay)
        else:
            super().restart()

    def enter(self) -> None:
        """Start or resume time; allow devices to join."""
        self.services.devices.joining = self.party.open
        self.session.rest()

    def update(self, now: float, events: list[Action]) -> None:
        """Run the due ticks, or pause."""
        if Action.PAUSE in events:
            self.pause()
            return
        if Action.RESTART in events and self.match.mode.spec.quick_restart:
            self.restart()
            return
        self.party.welcome()
        self._let_leave(now)
        before = self.match.world.tick
        self.session.clock.rate = self.rate
        self.session.update(now)
        hud = self.match.hud()
        self.multiplier = max(self.multiplier, hud.multiplier)
        if hud.progress != self._progress:
            self._progress = hud.progress
            self.services.sound(Sound.WAVE)
        self._tell_of_recording()
        self._tell_of_quarantine()
        if self.match.over:
            self._over_ticks += self.match.world.tick - before
            if self._over_ticks >= OVER_TICKS:
                best = self.services.scores.best(self.match.board) if self.counts else 0
                self.finish()
                self.services.go_to("game over", self, best)

    def build(self, now: float, size: tuple[int, int]) -> Composite:
        """Draw the players' views."""
        self._tell_target()
        frame = self.session.build(now, size)
        if self.match.world.tick < INVITATION_TICKS and self.party.inviting:
            joins = f"player {len(self.party.slots) + 1} joins"
            theme.hint(frame.overlay, (("start on another pad", joins),))
        if self.session.clock.overloaded:
            theme.warning(frame.overlay, f"slow machine: game at {self.session.clock.speed:.0%}")
        return frame

    def _tell_target(self) -> None:
        """Tell the points to the next rival, its name, and a medal's mark."""
        match, score, told = self.match, self.match.hud().score, self.session.told
        rival = self.next_rival(match.mode.score_most(match.world))
        if rival is None or score is None:
            told["target"] = told["medal"] = ""
            return
        told["target"] = f"{match.mode.lack_text(match.world, score, rival.needs)} {rival.name}"
        told["medal"] = rival.medal
        if rival.medal in match.mode.targets:
            told["target"] += f" at {match.mode.score_text(match.board, rival.needs)}"

    def next_rival(self, most: int) -> Rival | None:
        """The rival that the score beats next, of those that a score of `most` beats.

        A trial's medal comes first where one is left; else it is the nearest of ghost, table, own best and a
        phase's medal for points; a round score where all of these are beaten, or there are none.
        """
        match, score = self.match, self.match.hud().score
        if score is None or not (self.counts and match.mode.spec.scored):
            return None
        medals = medal_rivals(match.mode.targets, self.services.progress.won(match.setup.level))
        if medal := nearest(medals, score, most):
            return medal
        ghost = self.session.ghost
        ghosts = [] if ghost is None or match.mode.targets else [Rival(ghost.score + 1, ghost.name)]
        phase = Rival(match.mode.medal_score(match.world), "a medal", "gold")
        rivals = (phase, *ghosts, *self._table_rivals())
        return nearest(rivals, score, most) or nearest(self._round_rivals, score, most)

    def _table_rivals(self) -> Sequence[Rival]:
        """Rivals of the table as it was when the game began, or when a player joined."""
        players, rivals = self._rivals
        if players != self.match.players_seen:
            if (top := self.services.scores.top()) is None:
                return ()
            own = "" if self.result is None else self.result.ticket
            rows = [row for row in top.get(self.match.board, ()) if not own or row.ticket != own]
            rivals = table_rivals(rows, self.services.scores.last_name)
            self._rivals = self.match.players_seen, rivals
            self._round_rivals = () if self.match.mode.targets else round_rivals(rows)
        return rivals

    @property
    def rate(self) -> float:
        """Game time per second of real time."""
        return self.services.settings.game_speed

    def _let_leave(self, now: float) -> None:
        """Remove players who hold the leave key long enough."""
        held = self.services.devices.holding(Action.LEAVE)
        if len(self.party.slots) > 1 and self.party.open:
            for slot in held:
                if slot not in self._leaving:
                    self.services.say(f"Player {slot + 1}: hold it to leave")
        self._leaving = {slot: self._leaving.get(slot, now) for slot in held}
        for slot, since in list(self._leaving.items()):
            if now - since >= LEAVE_SECONDS:
                self.party.leave(slot)

    @property
    def pause_items(self) -> Sequence[tuple[str, Callable[[], None]]]:
        """Players that may leave while another one stays."""
        slots = self.party.slots if self.party.open and len(self.party.slots) > 1 else []
        return [(f"Player {slot + 1} leaves", partial(self._leave_and_go_on, slot)) for slot in slots]

    def _leave_and_go_on(self, slot: int) -> None:
        self.party.leave(slot)
        self.services.go(self)

    def interrupt(self) -> None:
        """Pause."""
        self.pause()

    def pause(self) -> None:
        """Stop time and show the pause menu."""
        self.services.go_to("pause", self)

    def finish(self) -> None:
        """Save score and recording, in this order. The world may go on."""
        if not self._scored:
            self._scored = True
            self._keep_score()
            self._keep_progress()
        self._end_recording()

    @property
    def medal(self) -> str:
        """Highest medal that the score wins; "" for none."""
        score, targets = self.match.hud().score or 0, self.match.mode.targets
        return next((medal for medal in reversed([*targets]) if score >= targets[medal].mark), "")

    def _keep_progress(self) -> None:
        won = self.medal
        if won and self.counts:
            self.reached = self.services.keep_medal(self.match.setup.level, won)
        world, phases = self.match.mode.world_reached or (0, 0)
        if phases and is_shipped(self.match.setup.level):
            won_on = self.match.setup.difficulty if self.match.won else ""
            self.reached = self.services.keep_progress(world, phases, won_on, self.match.mode.medals)

    def _keep_score(self) -> None:
        world, hud = self.match.world, self.match.hud()
        if hud.score and self.match.mode.spec.scored:
            self.result = Result(
                self.match.board,
                hud.score,
                hud.progress,
                world.tick,
                world.seed,
                self.match.won,
                self.services.scores.last_name,
                self._replay_name(),
                new_ticket(),
                hull=" ".join(self.match.setup.hulls),
            )
            self.services.scores.add(self.result)

    def _replay_name(self) -> str:
        """Expected file name of the recording, before it has ended."""
        recorder = self.match.recorder
        if recorder is None or recorder.path is None or recorder.error is not None:
            return ""
        return recorder.path.name

    def _end_recording(self) -> None:
        self.match.end_recording()
        self._tell_of_recording()

    def _tell_of_recording(self) -> None:
        """Report a broken recording once; the game goes on."""
        recorder = self.match.recorder
        problem = recorder.error if recorder is not None else None
        if problem and not self._told_of_recording:
            self._told_of_recording = True
            self.services.say(problem[0].upper() + problem[1:])

    def _tell_of_quarantine(self) -> None:
        """Report a quarantined body once, also on the terminal for bug reports."""
        if not self._told_of_quarantine and (notice := quarantine_notice(self.match.world)):
            self._told_of_quarantine = True
            self.services.say(notice)
            print(f"note: {notice}", file=sys.stderr)

    def close(self) -> None:
        """Finish the match and free all threads, even if one step fails."""
        try:
            self.finish()
        finally:
            super().close()
