"""Flying: the player's commands, the world's answer."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

from arena.app import paths, theme
from arena.app.actions import Action
from arena.app.controls import Aim
from arena.app.recordings import new_recording
from arena.app.screens import routes
from arena.app.screens.game_over import GameOverScreen
from arena.app.screens.pause import PauseScreen
from arena.app.services import Screen, Services
from arena.app.session import Session
from arena.app.synthesis import Sound
from arena.game.match import Match
from arena.sim.commands import PlayerCommand
from arena.view.frame import Frame

OVER_TICKS = 130
"""How long the last explosion stays in view before the results."""


def start_play(services: Services, seed: int | None = None) -> "PlayScreen":
    """Begin a recorded match with `seed`, with the one that was asked for, or with a fresh one."""
    options = services.options
    chosen = seed if seed is not None else options.seed
    chosen = _fresh_seed() if chosen is None else chosen
    try:
        record: Path | None = new_recording(paths.replays_folder(), datetime.now(), chosen)
        match = Match(options.mode, chosen, options.players, options.workers, record, options.difficulty)
    except OSError as error:
        services.say(f"This game is not recorded: {error.strerror or error}")
        match = Match(options.mode, chosen, options.players, options.workers, None, options.difficulty)
    return PlayScreen(services, match)


def _fresh_seed() -> int:
    return int(datetime.now().timestamp() * 1000.0) % 1_000_000


def player_commands(services: Services, session: Session) -> Sequence[PlayerCommand]:
    """Return what the player's devices ask for in this tick."""
    controls, aim = services.controls, (0.0, 0.0)
    if controls.aim is Aim.POINTER and controls.pointer.seen:
        pointer = controls.pointer
        aim = session.viewer.stick_from_pointer(session.match.world, pointer.x, pointer.y, services.size)
    return [controls.sample(aim)]


class PlayScreen(Screen):
    """A match that a player flies."""

    name = "play"
    crosshair = True

    def __init__(self, services: Services, match: Match) -> None:
        super().__init__(services)
        self.session = Session(services, match, lambda session: player_commands(services, session))
        self._over_ticks = 0
        self._progress = match.hud().progress
        self._scored = False

    @property
    def match(self) -> Match:
        """The match in progress."""
        return self.session.match

    def enter(self) -> None:
        """Time begins, or goes on."""
        self.session.rest()

    def update(self, now: float, events: list[Action]) -> None:
        """Tick, unless the player wants to pause."""
        if Action.PAUSE in events:
            self.pause()
            return
        before = self.match.world.tick
        self.session.update(now)
        progress = self.match.hud().progress
        if progress != self._progress:
            self._progress = progress
            self.services.sound(Sound.WAVE)
        if self.match.over:
            self._over_ticks += self.match.world.tick - before
            if self._over_ticks >= OVER_TICKS:
                best = self.services.scores.best(self.match.setup.mode)
                self.finish()
                self.services.go(GameOverScreen(self.services, self, best))

    @property
    def behind(self) -> bool:
        """Whether ticks are still due."""
        return self.session.behind

    def build(self, now: float, size: tuple[int, int]) -> Frame:
        """The world from the player's ship."""
        frame = self.session.build(now, size)
        if self.session.clock.overloaded:
            overlay = frame.overlay
            line = f"slow machine: game at {self.session.clock.speed:.0%}"
            overlay.text(line, overlay.width / 2, 30.0, 22.0, theme.WARNING, "center")
        return frame

    def interrupt(self) -> None:
        """Nobody can steer: pause."""
        self.pause()

    def pause(self) -> None:
        """Stop time and show the pause menu."""
        self.services.go(PauseScreen(self.services, self))

    def finish(self) -> None:
        """Keep score and recording; the world may go on."""
        match, hud = self.match, self.match.hud()
        if match.recorder is not None:
            match.recorder.close(match.array_hashes())
        if not self._scored and hud.score:
            self.services.scores.add(
                match.setup.mode, hud.score, hud.progress, match.world.seed, match.world.tick
            )
            self.services.say(self.services.scores.problem)
        self._scored = True

    def close(self) -> None:
        """Finish and free the threads."""
        self.finish()
        self.session.close()

    def status(self) -> Mapping[str, object]:
        """How the match stands."""
        return routes.match_status(self.session)
