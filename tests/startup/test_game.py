"""After the rehearsal nothing is left to compile."""

from pathlib import Path

import pytest

from arena import jit
from arena.ai.specialists import MINDS
from arena.game.bots.bot import Bot
from arena.game.match import Match
from arena.game.modes.stress_run import StressConfig, stress_match
from arena.game.scoring.points import PointSource
from arena.sim.kinds import Pool
from arena.startup.game import warm_up
from tests.toys.harness import play_story


def test_nothing_compiles_after_the_rehearsal() -> None:
    heard: list[tuple[int, int, str]] = []
    warm_up(lambda done, total, name: heard.append((done, total, name)))
    assert all(0 <= done <= total for done, total, _ in heard)
    assert [name for name, mind in MINDS.items() if not getattr(mind, "signatures", ())] == []
    compiled = jit.compiled_count()
    for players in (1, 2):
        bots = [Bot(slot) for slot in range(players)]
        with Match(seed=4, players=players, workers=2) as match:
            for tick in range(300):
                if tick == 200:
                    match.world.ships.untouchable_until[0] = 0
                    match.world.bodies.health[0] = -1.0
                match.tick([bot.command(match.world) for bot in bots])
    with stress_match(StressConfig(500, 500, 500, workers=2)) as run:
        for _ in range(60):
            run.tick()
    assert jit.compiled_count() == compiled


@pytest.mark.parametrize("story", ["campaign", "tide"])
def test_no_mode_compiles_in_play(story: str, tmp_path: Path) -> None:
    play_story({"campaign": play_campaign, "tide": play_tide}[story], tmp_path)


def play_campaign(folder: Path) -> None:
    """A phase is cleared, its second goal is reached, gunners muster: nothing is compiled or loaded."""
    from arena.app.storage.levels import load_world

    warm_up()
    compiled, bot, extras = jit.compiled_count(), Bot(skill="best"), 0
    with Match("campaign", 5, workers=1, level=load_world(1).text) as match:
        for tick in range(1500):
            world = match.world
            if tick == 100:
                world.tables["score"].collected[0] += 160
            if tick % 20 == 10:
                ships = world.rows(Pool.ENEMY)[:3]
                world.bodies.health[ships], world.bodies.hit_by[ships] = 0.0, 0
            match.tick([bot.command(world)])
            match.hud()
            extras = int(world.tables["score"].sources[PointSource.EXTRAS])
        assert match.world.tables["progress"].phase[0] > 0 and extras > 0
    assert jit.compiled_count() == compiled


def play_tide(folder: Path) -> None:
    """A bot chooses its spark in the rivers, and a cascade ends."""
    warm_up()
    compiled, bot = jit.compiled_count(), Bot(skill="best")
    with Match("tide", 5, workers=1) as match:
        while match.world.tables["score"].largest[0] < 40:
            assert not match.over
            match.tick([bot.command(match.world)])
            match.hud()
    assert jit.compiled_count() == compiled
