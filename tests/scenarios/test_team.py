"""Players in a world of the campaign: bots through real commands, cameras through real frames."""

import io
import math

import numpy as np
import pytest

from arena.app.play.local_players import bot_source
from arena.app.play.session import Session
from arena.app.storage.levels import campaign_setup, load_world
from arena.game.match import Match
from arena.game.mode import Setup
from arena.game.modes.campaign import Campaign
from arena.game.replays.replay import read_replay, verify_replay
from arena.sim.tables.commands import Button, PlayerCommand
from arena.view.cameras.camera import FOLLOW_MAX, TURN_MAX
from tests.app.fakes import services_for
from tests.playing import let_bots_play

TICKS = 600
GONE = PlayerCommand(buttons=Button.ABSENT)


def match_of(setup: Setup, record: io.BytesIO | None = None) -> Match:
    return Match(setup.mode, setup.seed, setup.players, 1, record, setup.difficulty, setup.level, setup.seats)


@pytest.mark.parametrize("players", [2, 4])
def test_players_fly_a_world_together_and_its_replay_verifies(players: int) -> None:
    record = io.BytesIO()
    with match_of(campaign_setup(load_world(1), 5, players), record) as match:
        let_bots_play(match, TICKS)
        assert isinstance(match.mode, Campaign) and match.mode.points > 0
        assert match.world.bodies.alive[:players].any() and match.players_seen == players
    found = verify_replay(io.BytesIO(record.getvalue()), workers=1)
    assert found.identical and found.ticks == TICKS
    header = read_replay(record.getvalue()).header
    assert (header.mode, header.level) == ("campaign", load_world(1).text)
    assert "progress.phase" in header.array_names and "goal.place" in header.array_names


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
        opened.append(session.players[0].viewport[2] / size[0])
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
