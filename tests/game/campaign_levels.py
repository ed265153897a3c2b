"""Small levels for tests of the campaign: one phase each, or a few."""

from pathlib import Path

from arena.app.storage.levels import LevelFile, load_worlds
from arena.game.match import Match
from arena.game.modes.campaign import Campaign
from arena.game.phases.state import Stage
from arena.game.rules import CAMPAIGN

HEAD = 'name = "Probe"\nworld = 1\n[field]\ncount = 0\nkeep = 0\n'
CALM = CAMPAIGN.lead_in


def level(*phases: str) -> str:
    """A level without asteroids, of phases whose text stands below their heading."""
    return HEAD + "".join(f'[[phase]]\nname = "Phase {n}"\n{text}\n' for n, text in enumerate(phases, 1))


def group(kind: str, count: int = 1, more: str = "") -> str:
    """A group's text."""
    return f'\n[[phase.group]]\nkind = "{kind}"\ncount = {count}\n{more}\n'


def rules(match: Match) -> Campaign:
    """The rules of a campaign match."""
    assert isinstance(match.mode, Campaign)
    return match.mode


def play(match: Match, ticks: int) -> None:
    """Let the players, whom nothing hurts, rest."""
    for _ in range(ticks):
        keep_alive(match)
        match.tick()


def play_until(match: Match, stage: Stage, most: int = 4000) -> None:
    """Rest until the phase stands so; fail where it never does."""
    for _ in range(most):
        if rules(match).stage == stage:
            return
        play(match, 1)
    raise AssertionError(f"{stage!r} was not reached, but {rules(match).stage!r}")


def keep_alive(match: Match) -> None:
    """Nothing hurts the players in the next tick."""
    world = match.world
    slots = slice(world.config.players)
    world.ships.untouchable_until[slots] = world.tick + 100
    world.bodies.health[slots] = 100.0


def worlds() -> dict[int, LevelFile]:
    """The shipped levels, by the number of their world."""
    return {file.level.world: file for file in load_worlds()}


def written(folder: Path, text: str) -> Path:
    """A level as a file."""
    path = folder / "probe.toml"
    path.write_text(text, encoding="utf-8")
    return path
