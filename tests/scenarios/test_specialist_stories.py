"""Stories of the specialists in a match: who comes when, who pays, who returns where."""

import numpy as np

from arena.catalogue import kinds
from arena.catalogue.boss_row import BOSSES
from arena.game.bots.bot import Bot
from arena.game.match import Match
from arena.game.rules import REUNION, WAVES
from arena.game.waves.director import begin_wave, skip_wave
from arena.game.waves.plans import DEBUTS
from arena.sim.kinds import Pool
from arena.sim.tables.commands import Button, PlayerCommand
from arena.tuning import PILOT, TICK_RATE
from tests.playing import rules

REST = [PlayerCommand()]
FACE_KINDS = set(DEBUTS) - {kinds.DRONE.number}


def live_kinds(match: Match) -> list[int]:
    rows = match.world.rows(Pool.ENEMY)
    return [int(kind) for kind in match.world.bodies.kind[rows]]


def skip_to_wave(match: Match, number: int) -> None:
    """Beat the wave before by decree; the next tick begins wave `number`."""
    begin_wave(rules(match).waves, number - 1, match.world.tick)
    skip_wave(rules(match).waves, rules(match).plan())
    match.world.pools[Pool.ENEMY].clear()
    match.tick(REST)
    assert rules(match).wave == number


def test_a_boss_comes_from_the_far_side_and_must_be_beaten() -> None:
    with Match(seed=4, workers=1) as match:
        skip_to_wave(match, WAVES.boss_every)
        came = live_kinds(match)
        assert came.count(kinds.BOSS.number) == 1
        assert came.count(kinds.BOSS_PART.number) == len(BOSSES[0].rules.ring.parts)
        world = match.world
        rows = world.rows(Pool.ENEMY)
        boss = int(rows[came.index(kinds.BOSS.number)])
        assert world.bodies.position[boss] @ world.bodies.position[0] < -0.9 * world.shell_radius**2
        skip_wave(rules(match).waves, rules(match).plan())
        match.tick(REST)
        assert rules(match).wave == WAVES.boss_every
        score = rules(match).points
        world.bodies.health[boss], world.hit_by[boss] = 0.0, 0
        match.tick(REST)
        match.tick(REST)
        assert rules(match).wave == WAVES.boss_every + 1
        assert rules(match).points - score > 6000


def test_bosses_come_at_their_debut_and_in_turn_between() -> None:
    with Match(seed=4, workers=1) as match:
        met: list[int] = []
        for turn in range(1, 9):
            skip_to_wave(match, turn * WAVES.boss_every)
            bodies, rows = match.world.bodies, match.world.rows(Pool.ENEMY)
            met += bodies.variant[rows[bodies.kind[rows] == kinds.BOSS.number]].tolist()
    assert met == [0, 1, 2, 3, 4, 0, 5, 1]


def test_a_companions_kills_pay_its_players() -> None:
    with Match(seed=3, workers=1) as match:
        world = match.world
        world.pools[Pool.ASTEROID].clear()
        here = world.bodies.position[0].astype(float)
        behind = here - world.players.up[0].astype(float) * 15.0
        world.bodies.health[world.place(kinds.DRONE.number, behind)] = 1.0
        for _ in range(110):
            match.tick([PlayerCommand(aim_y=127, buttons=Button.FIRE)])  # it helps who fights
        assert rules(match).kills == 1
        assert rules(match).points > 0


def test_a_player_returns_beside_its_companion() -> None:
    with Match(seed=3, workers=1) as match:
        world = match.world
        companion = int(world.rows(Pool.COMPANION)[0])
        world.ships.untouchable_until[0] = 0
        world.bodies.health[0] = -1.0
        for _ in range(round(PILOT.reunion_delay * TICK_RATE)):
            match.tick(REST)
        there = np.array([0.0, -world.shell_radius, 0.0])
        world.bodies.position[companion] = there
        match.tick(REST)
        assert world.bodies.alive[0]
        assert np.linalg.norm(world.bodies.position[0] - there) <= REUNION.reach + 1.0


def test_the_bot_plays_a_late_wave_and_the_field_holds_every_kind() -> None:
    bot = Bot()
    seen: set[int] = set()
    with Match(seed=5, workers=2) as match:
        skip_to_wave(match, 9)
        for _ in range(60 * 45):
            match.world.bodies.health[0] = max(match.world.bodies.health[0], 60.0)
            match.tick([bot.command(match.world)])
            if match.world.tick % 30 == 0:
                seen |= set(live_kinds(match))
        assert rules(match).kills > 0
        assert len(seen & FACE_KINDS) >= 3 and kinds.DRONE.number in seen
        assert match.world.events.dropped[0] == 0
