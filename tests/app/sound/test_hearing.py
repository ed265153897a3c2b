"""Sounds of a match: alerts where a state begins, and the situation that drives the score."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from arena.app.sound import hearing as hearing_module
from arena.app.sound.alerts import LOW_SHIELD, REMIND_TICKS, REMINDERS, Alerts
from arena.app.sound.captions import TEXTS
from arena.app.sound.cues import Cue
from arena.app.sound.effects import Sound
from arena.app.sound.hearing import (
    APPROACH_TICKS,
    CALM_GAIN,
    LOOK_TICKS,
    Hearing,
    approach_of_boss,
    assess,
    count_threats,
    danger_about,
    listener_of,
    name_source,
)
from arena.app.sound.mix import WARNINGS
from arena.app.sound.situation import Situation
from arena.app.storage.levels import campaign_setup, load_world
from arena.catalogue import kinds
from arena.game.hud import Hud, PlayerHud
from arena.game.match import Match
from arena.game.modes.campaign import Campaign
from arena.game.modes.practice import Exercise, format_exercise
from arena.game.scoring.harm import create_harm
from arena.sim.kinds import Pool
from arena.sim.tables.commands import PlayerCommand
from arena.sim.world import World
from arena.tuning import TICK_RATE

HUD = Hud((PlayerHud(),))


def world_of(health: float = 1.0, tick: int = 0, enemies: tuple[int, ...] = (), alive: bool = True) -> World:
    """A world as far as alerts look at it: a player in row 0, enemies behind."""
    bodies = SimpleNamespace(
        alive=np.array([alive] + [True] * len(enemies)),
        health=np.array([health * 100.0] + [1.0] * len(enemies)),
        kind=np.array([kinds.PLAYER.number, *enemies]),
    )
    rows = np.arange(1, 1 + len(enemies))
    world = SimpleNamespace(bodies=bodies, tick=tick, rows=lambda pool: rows, full_shield=lambda slot: 100.0)
    return cast(World, world)


def sounds(alerts: Alerts, world: World, hud: Hud = HUD) -> list[Sound]:
    return [cue.sound for cue in alerts.observe(world, hud, [0])]


def test_a_shield_that_gets_low_is_said_a_few_times() -> None:
    alerts = Alerts()
    assert sounds(alerts, world_of(LOW_SHIELD + 0.1)) == []
    ticks = [
        tick
        for tick in range(1, 1 + 2 * REMINDERS * REMIND_TICKS)
        if sounds(alerts, world_of(LOW_SHIELD - 0.1, tick))
    ]
    assert ticks == [1 + k * REMIND_TICKS for k in range(REMINDERS)]
    assert sounds(alerts, world_of(1.0, 9_000)) == []
    assert sounds(alerts, world_of(0.1, 9_001)) == [Sound.LOW_SHIELD]


def test_each_of_two_ships_in_danger_is_reminded_at_its_own_time() -> None:
    alerts, ticks = Alerts(), list[int]()
    for tick in range(REMIND_TICKS + 20):
        world = world_of(0.1, tick, (kinds.PLAYER.number,))
        world.bodies.health[1] = 100.0 if tick < 10 else 5.0
        ticks += [tick] * len(alerts.observe(world, HUD, [0, 1]))
    assert ticks == [0, 10, REMIND_TICKS, REMIND_TICKS + 10]


def test_a_lost_ship_has_no_shield_to_speak_of() -> None:
    assert sounds(Alerts(), world_of(0.0, alive=False)) == []


def test_the_last_life_is_said_when_it_begins() -> None:
    alerts = Alerts()
    assert sounds(alerts, world_of(), HUD._replace(lives=2)) == []
    assert sounds(alerts, world_of(), HUD._replace(lives=1)) == [Sound.LAST_LIFE]
    assert sounds(alerts, world_of(), HUD._replace(lives=1)) == []
    assert sounds(Alerts(), world_of(), HUD._replace(lives=1)) == []  # nor where there never was another
    assert sounds(Alerts(), world_of(), HUD) == []


def test_a_boss_that_arrives_and_a_multiplier_that_grows_are_heard_once() -> None:
    alerts, boss = Alerts(), world_of(enemies=(kinds.DRONE.number, kinds.BOSS.number))
    assert sounds(alerts, world_of(enemies=(kinds.DRONE.number,))) == []
    assert sounds(alerts, boss, HUD._replace(multiplier=2)) == [Sound.BOSS_ARRIVAL, Sound.MULTIPLIER_UP]
    assert sounds(alerts, boss, HUD._replace(multiplier=2)) == []
    assert sounds(alerts, boss, HUD._replace(multiplier=1)) == []


def test_whatever_warns_has_a_caption() -> None:
    assert set(TEXTS) >= WARNINGS


def test_cues_of_landings_and_hits_tell_who_and_whether_there_are_several() -> None:
    drone, carrier = kinds.DRONE.number, kinds.CARRIER.number
    world = cast(SimpleNamespace, world_of(enemies=(drone, drone, carrier, carrier)))
    world.bodies.radial_speed, world.tables = np.array([0.0, -8.0, -8.0, -8.0, 0.0]), {}
    landings = [Cue(Sound.LANDING, 0.5, 0.0, 7, kind=kind) for kind in (drone, carrier)]
    assert [name_source(cue, cast(World, world), [0]).many for cue in landings] == [True, False]
    harm, hurt = create_harm(1), Cue(Sound.HURT, 0.5, 0.0, 8)
    assert name_source(hurt, cast(World, world), [0]).kind is None, "a mode that notes no harm"
    harm.tick[0], harm.kind[0] = world.tick, kinds.GUNNER.number
    world.tables["harm"] = harm
    assert name_source(hurt, cast(World, world), [0]).kind == kinds.GUNNER.number


@pytest.fixture(scope="module")
def match() -> Iterator[Match]:
    with Match("endless", 7, workers=1) as match:
        for _ in range(2 * LOOK_TICKS):
            match.tick()
        yield match


def test_the_situation_follows_the_match(match: Match) -> None:
    hearing = Hearing()
    hearing.listen(match, match.hud(), [0])
    calm = hearing.situation
    assert (calm.theme, calm.seed, calm.boss, calm.section) == ("tour", 7, False, 1)
    assert 0.0 <= calm.danger < 1.0


def test_danger_grows_with_threats_near_and_with_wounds(match: Match) -> None:
    world = match.world
    before, health = danger_about(world, 0), float(world.bodies.health[0])
    world.bodies.health[0] = 1.0
    wounded = danger_about(world, 0)
    world.bodies.health[0] = health
    assert before < wounded <= 1.0
    here = world.bodies.position[0] / np.linalg.norm(world.bodies.position[0])
    dangers = [before]
    for angle in range(4):
        world.place(kinds.DRONE.number, here + 0.2 * np.array([np.cos(angle), np.sin(angle), 0.3]))
        dangers.append(assess(match, match.hud(), [0]).danger)
    assert dangers == sorted(set(dangers))


@pytest.mark.parametrize("slot", [0, 1])
def test_the_danger_of_a_window_is_that_of_its_player_most_at_risk(slot: int) -> None:
    with Match(seed=3, players=2, workers=1) as match:
        world = match.world
        world.bodies.position[1 - slot] = -world.bodies.position[slot]
        for _ in range(5):
            world.place(kinds.DRONE.number, world.bodies.position[slot])
        dangers = [danger_about(world, player) for player in range(2)]
        assert dangers[slot] > dangers[1 - slot] + 0.2
        assert assess(match, match.hud(), [0, 1]).danger == dangers[slot]


def test_a_hundred_threats_are_more_danger_than_ten() -> None:
    with Match("tide", 1, workers=1) as crowded:
        here = np.array([0.0, 0.0, 1.0])
        assert count_threats(crowded.world, here) > 100.0
        crowded.world.bodies.position[crowded.world.rows(Pool.ENEMY)] = [0.0, 0.0, -52.0]
        assert count_threats(crowded.world, here) == 0.0


def test_a_fight_is_louder_than_calm(monkeypatch: pytest.MonkeyPatch, match: Match) -> None:
    hearing, danger, approach = Hearing(), 0.0, 0.0
    monkeypatch.setattr(hearing_module, "hear", lambda *_: [Cue(Sound.HIT, 0.4, 0.0, 1)])
    monkeypatch.setattr(hearing_module, "assess", lambda *_: Situation(danger=danger, approach=approach))

    def gain(seconds: int) -> float:
        heard = [hearing.listen(match, match.hud(), [0])[-1].gain for _ in range(seconds * TICK_RATE)]
        return heard[-1]

    assert gain(1) == pytest.approx(0.4 * CALM_GAIN)
    danger = 1.0
    assert 0.4 * CALM_GAIN < gain(1) < 0.36
    assert gain(12) == pytest.approx(0.4, rel=0.01)
    danger = 0.0
    assert gain(20) == pytest.approx(0.4 * CALM_GAIN, rel=0.01)
    approach = 1.0
    assert gain(12) == pytest.approx(0.4, rel=0.01), "a boss is about to come"


@pytest.mark.parametrize(("wave", "grows"), [(3, False), (4, True), (5, False)])
def test_a_wave_before_that_of_a_boss_approaches_it(wave: int, grows: bool) -> None:
    level = format_exercise(Exercise("endless", wave, True))
    with Match("practice", 1, level=level, workers=1) as match:
        match.tick()
        early = approach_of_boss(match)
        for _ in range(APPROACH_TICKS // 2):
            match.tick()
        assert (early < 0.1, approach_of_boss(match) > 0.4) == (True, grows)


def test_the_last_phase_of_a_world_waits_for_its_boss() -> None:
    setup = campaign_setup(load_world(1), 1)
    with Match(setup.mode, 1, level=setup.level, workers=1) as match:
        assert approach_of_boss(match) == 0.0
        campaign = match.mode
        assert isinstance(campaign, Campaign)
        last = len(campaign.level.phase) - 1
        match.world.tables["progress"].phase[0] = last - 1
        match.world.tables["progress"].began[0] = match.world.tick - APPROACH_TICKS
        assert approach_of_boss(match) == 1.0
        match.world.tables["progress"].phase[0] = last
        assert approach_of_boss(match) == 1.0
        match.world.tables["progress"].subject[0] = 3
        assert approach_of_boss(match) == 0.0, "it has come"


def test_the_right_ear_is_where_the_stick_leads_to_the_right(match: Match) -> None:
    before = match.world.bodies.position[0].astype(np.float64)
    for _ in range(10):
        match.tick([PlayerCommand(move_x=127)])
    listener = listener_of(match.world, 0)
    way = match.world.bodies.position[0] - before
    assert listener.right @ way > 0.9 * np.linalg.norm(way) > 0.0
    assert np.linalg.norm(listener.right) == pytest.approx(1.0, abs=1e-5) and listener.row == 0


def test_hearing_leaves_the_world_alone(match: Match) -> None:
    hearing, hud = Hearing(), match.hud()
    before = match.array_hashes()
    for _ in range(3):
        hearing.listen(match, hud, [0])
    assert match.array_hashes() == before
