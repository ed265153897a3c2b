"""Base class of screens that play a match, and the protocol that others use."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime

from arena.app.play.attract import attract_setup, reinforce, stage_fight
from arena.app.play.local_players import bot_source, pilot_source
from arena.app.play.session import OnTick, Session
from arena.app.services import Options, Screen, Services
from arena.app.storage.levels import load_world
from arena.game.match import Match
from arena.game.mode import Request, Setup
from arena.game.modes import MODES


class MatchScreen(Screen):
    """Screen with a match that pause and results may cover."""

    session: Session

    @property
    def pause_items(self) -> Sequence[tuple[str, Callable[[], None]]]:
        """Extra items of the pause menu: label and action."""
        return ()

    @property
    def match(self) -> Match:
        """The match in progress."""
        return self.session.match

    @property
    def behind(self) -> bool:
        """True while ticks are due."""
        return self.session.behind

    def restart(self) -> None:
        """Begin another match of this kind."""
        players = max(1, sum(self.match.present))
        self.leave_for("play", again(self.services, replace(self.match.setup, players=players)))

    def close(self) -> None:
        """End the match."""
        self.session.close()

    def status(self) -> Mapping[str, object]:
        """State of the match."""
        match, session = self.match, self.session
        hud = match.hud()
        return {
            "tick": match.world.tick,
            "score": hud.score,
            "wave": hud.progress,
            "lives": hud.lives,
            "phase": "over" if match.over else "running",
            "ships": [_ship_status(match, player.slot) for player in session.players],
            "speed": round(session.clock.speed, 3),
        }


def _ship_status(match: Match, slot: int) -> Mapping[str, object]:
    bodies = match.world.bodies
    position = [round(float(value), 3) for value in bodies.position[slot]]
    bombs = int(match.world.players.bombs[slot])
    return {"alive": bool(bodies.alive[slot]), "position": position, "bombs": bombs}


def again(services: Services, setup: Setup) -> Setup:
    """Setup of a restart: on another seed, unless the seed was asked for or is the mode's."""
    return setup if services.is_fixed(setup) else replace(setup, seed=fresh_seed())


def taught_first(services: Services, setup: Setup) -> tuple[Setup, ...]:
    """Setups for the route `play`: of the match, and for a new pilot of the lessons before it.

    The lessons have one ship, so several players skip them.
    """
    teachers = [mode for mode in MODES.values() if mode.spec.teaches]
    taught = services.settings.lessons_done or setup.players > 1 or MODES[setup.mode] in teachers
    return (setup,) if taught else (*(mode.setup_for(Request(fresh_seed())) for mode in teachers), setup)


def request_for(services: Services) -> Request:
    """Request for a game with the menus' settings; on a new seed unless one was asked for."""
    seed = fresh_seed() if services.options.seed is None else services.options.seed
    return Request(seed, services.players, services.settings.difficulty, day=today(), hulls=services.hulls)


def setup_as_asked(options: Options) -> Setup:
    """Setup that the command line names."""
    if options.game is not None:
        return options.game
    mode, level = MODES.named(options.mode), options.level
    if level is None and mode.spec.needs_level:
        level = load_world(1)
    seed = fresh_seed() if options.seed is None else options.seed
    text = "" if level is None else level.text
    return mode.setup_for(
        Request(
            seed,
            options.players,
            options.difficulty,
            text,
            today(),
            options.wave,
            options.invulnerable,
            options.hulls,
            options.trial,
        )
    )


def today() -> str:
    """Date of the game of the day, in UTC."""
    return f"{datetime.now(UTC):%Y-%m-%d}"


def bot_session(services: Services, setup: Setup, audible: bool, on_tick: OnTick | None = None) -> Session:
    """Session of a match that bots play."""
    match = Match(**asdict(setup), workers=services.options.workers)
    return Session(services, match, [bot_source(slot) for slot in range(setup.players)], audible, on_tick)


def pilot_session(services: Services, setup: Setup) -> Session:
    """Session of a match that the pilot of the options plays, or a bot where there is none."""
    pilot = services.options.pilot
    if pilot is None:
        return bot_session(services, setup, audible=True)
    match = Match(**asdict(setup), workers=services.options.workers)
    return Session(services, match, [pilot_source(pilot(match))], True)


def attract_session(services: Services) -> Session:
    """Session of the fight behind a menu."""
    setup = attract_setup(fresh_seed(), services.options.difficulty)
    session = bot_session(services, setup, False, lambda session, *_: reinforce(session.match))
    stage_fight(session.match)
    return session


def fresh_seed() -> int:
    """Return a seed that differs at every call and can be typed by hand."""
    return time.time_ns() // 1000 % 1_000_000
