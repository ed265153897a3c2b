"""After the rehearsal nothing is left to compile."""

from arena import jit
from arena.ai.specialists import MINDS
from arena.game.bots.bot import Bot
from arena.game.match import Match
from arena.game.modes.stress_run import StressConfig, stress_match
from arena.startup.game import warm_up


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
