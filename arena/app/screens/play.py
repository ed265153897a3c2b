"""Flying: the players' commands, the world's answer."""

from datetime import datetime
from pathlib import Path

from arena.app import paths, theme
from arena.app.actions import Action
from arena.app.local_players import seated_sources
from arena.app.match_screen import MatchScreen, fresh_seed
from arena.app.recordings import new_recording
from arena.app.services import Services
from arena.app.session import Session
from arena.app.synthesis import Sound
from arena.game.match import Match
from arena.render.composite import Composite

OVER_TICKS = 130
"""How long the last explosion stays in view before the results."""


def start_play(services: Services, seed: int | None = None) -> "PlayScreen":
    """Begin a recorded match with `seed`, with the one that was asked for, or with a fresh one."""
    options = services.options
    chosen = seed if seed is not None else options.seed
    chosen = fresh_seed() if chosen is None else chosen
    try:
        record: Path | None = new_recording(paths.replays_folder(), datetime.now(), chosen)
        match = Match(options.mode, chosen, options.players, options.workers, record, options.difficulty)
    except OSError as error:
        services.say(f"This game is not recorded: {error.strerror or error}")
        match = Match(options.mode, chosen, options.players, options.workers, None, options.difficulty)
    return PlayScreen(services, match)


class PlayScreen(MatchScreen):
    """A match that players fly, each in a view of its own."""

    name = "play"
    crosshair = True

    def __init__(self, services: Services, match: Match) -> None:
        super().__init__(services)
        self.session = Session(services, match, seated_sources(services, match.setup.players))
        self._over_ticks = 0
        self._progress = match.hud().progress
        self._scored = False

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
                self.services.go_to("game over", self, best)

    def build(self, now: float, size: tuple[int, int]) -> Composite:
        """The world from the players' ships."""
        frame = self.session.build(now, size)
        if self.session.clock.overloaded:
            theme.warning(frame.overlay, f"slow machine: game at {self.session.clock.speed:.0%}")
        return frame

    def interrupt(self) -> None:
        """Nobody can steer: pause."""
        self.pause()

    def pause(self) -> None:
        """Stop time and show the pause menu."""
        self.services.go_to("pause", self)

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
        super().close()
