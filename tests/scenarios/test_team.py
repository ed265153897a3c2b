"""Players in a world of the campaign: bots through real commands, cameras through real frames."""

import io
import math
from dataclasses import replace

import numpy as np
import pytest

from arena.app.play.local_players import bot_source
from arena.app.play.session import Session
from arena.app.storage.levels import campaign_setup, load_world
from arena.game.bots.bot import Bot
from arena.game.match import Match
from arena.game.mode import Setup
from arena.game.modes.campaign import Campaign
from arena.game.replays.replay import verify_replay
from arena.sim.tables.commands import Button, PlayerCommand
from arena.view.cameras.camera import FOLLOW_MAX, TURN_MAX
from tests.app.fakes import services_for

TICKS = 900
GONE = PlayerCommand(buttons=Button.ABSENT)


def match_of(setup: Setup, record: io.BytesIO | None = None) -> Match:
    return Match(setup.mode, setup.seed, setup.players, 1, record, setup.difficulty, setup.level, setup.seats)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_players_fly_a_world_together_and_its_replay_verifies(players: int) -> None:
    record = io.BytesIO()
    with match_of(campaign_setup(load_world(1), 5, players), record) as match:
        bots = [Bot(slot) for slot in range(players)]
        for _ in range(TICKS):
            match.tick([bot.command(match.world) for bot in bots])
        assert isinstance(match.mode, Campaign) and match.mode.points > 0
        assert match.world.bodies.alive[:players].any() and match.players_seen == players
        shooters = match.world.players.boost[:players]
        assert len(shooters) == players
    found = verify_replay(io.BytesIO(record.getvalue()), workers=1)
    assert found.identical and found.ticks == TICKS


def test_one_comes_and_one_goes_in_the_middle_of_a_phase() -> None:
    record = io.BytesIO()
    setup = replace(campaign_setup(load_world(2), 5, 2), seats=4)
    with match_of(setup, record) as match:
        bots = [Bot(slot) for slot in range(4)]
        for tick in range(600):
            there = (True, tick < 400, tick > 200, False)
            match.tick([bots[slot].command(match.world) if there[slot] else GONE for slot in range(4)])
        assert match.present == (True, False, True, False) and match.players_seen == 3
    assert verify_replay(io.BytesIO(record.getvalue()), workers=1).identical


def test_no_camera_jumps_while_bots_fly_whatever_they_do() -> None:
    size, frames = (640, 360), 420
    services = services_for(players=2)
    match = match_of(campaign_setup(load_world(1), 3, 2))
    session = Session(services, match, [bot_source(slot) for slot in range(2)], audible=False)
    moved, turned, opened = list[float](), list[float](), list[float]()
    before: list[tuple[np.ndarray, np.ndarray] | None] = [None, None]
    for frame in range(frames):
        session.tick()
        session.build(frame / 60.0, size)
        opened.append(session.shared_camera.open)
        for slot, player in enumerate(session.players):
            focus, up = player.viewer.rig.focus, player.viewer.rig.up
            assert focus is not None and up is not None
            last = before[slot]
            if last is not None:
                moved.append(math.acos(min(1.0, float(focus @ last[0]))))
                turned.append(math.acos(max(-1.0, min(1.0, float(up @ last[1])))))
            before[slot] = focus, up
    assert max(moved) <= FOLLOW_MAX / 60 * 1.001
    assert max(turned) <= (TURN_MAX + FOLLOW_MAX) / 60 * 1.001
    assert np.abs(np.diff(opened)).max() < 0.05
    session.close()
