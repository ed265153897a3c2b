"""Neither the rate of frames nor the window decides anything: each tick has its state without one."""

import pytest

from arena.app.play.session import Session
from arena.game.bots.bot import Bot
from arena.game.match import Match
from tests.app.fakes import services_for
from tests.playing import let_bots_play

TICKS = 150
SIZES = [(1280, 720), (640, 360), (1, 1)]


@pytest.fixture(scope="module")
def expected() -> list[int]:
    """States of the game headless."""
    with Match("endless", 5, workers=1) as match:
        states = list[int]()
        let_bots_play(match, TICKS, states)
        return states


@pytest.mark.parametrize("rate", [17.0, 30.0, 60.0, 144.0, 1000.0])
def test_each_tick_has_its_state_at_any_rate_of_frames(rate: float, expected: list[int]) -> None:
    """Frames are drawn between ticks, in windows of all sizes, at even and uneven times."""
    services, bot, states = services_for(workers=1), Bot(0), list[int]()
    session = Session(
        services,
        Match("endless", 5, workers=1),
        [lambda player, world: bot.command(world)],
        on_tick=lambda session, ticked, observed: states.append(session.match.state_hash()),
    )
    now, frame = 0.0, 0
    while len(states) < TICKS:
        services.pacer.begin_slice()
        session.update(now)
        if frame % max(1, round(rate / 20.0)) == 0:
            session.build(now, SIZES[frame % 3])
        frame += 1
        now += (0.7 if frame % 2 else 1.3) / rate
    assert states[:TICKS] == expected
    session.close()
