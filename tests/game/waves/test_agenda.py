"""Agendas of waves: one compiled call does what the director does, tick for tick, from wherever it begins."""

import pytest

from arena.game.bots.bot import Bot
from arena.game.match import Match
from arena.game.modes.team import TeamMode
from arena.game.rules import WAVES
from arena.game.scoring.tally import KEPT
from tests.playing import rules

TICKS = 420


def play(wave: int, calls: list[int]) -> list[int]:
    """Hash the state after each tick of a bot's game, which goes back once and on to another wave once."""
    hashes, bot = list[int](), Bot()
    with Match("endless", 5, workers=1) as match:
        mode = rules(match)
        mode.skip_to(match.world, wave)
        keep = mode.keep
        mode.keep = lambda world, seated: calls.append(keep(world, seated)) or calls[-1]
        saved = match.snapshot()
        for tick in range(TICKS):
            if tick == TICKS // 3:
                match.restore(saved)
            if tick == TICKS // 2:
                mode.skip_to(match.world, wave + 1)
            match.tick([bot.command(match.world)])
            hashes.append(match.state_hash())
    return hashes


@pytest.mark.parametrize("wave", [1, WAVES.tide_from])
def test_one_call_does_what_the_director_does(wave: int, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = list[int]()
    fused = play(wave, calls)
    assert calls.count(KEPT) > 0.9 * TICKS, "most ticks are one call"
    monkeypatch.setattr("arena.game.modes.endless.Endless.keep", TeamMode.keep)
    calls.clear()
    assert play(wave, calls) == fused
    assert KEPT not in calls
