"""The companion speaks one line at a time, when it helps, and changes nothing."""

import numpy as np
import pytest

from arena.game.companion_voice import (
    BEHIND,
    CLEAR,
    FIRST_MET,
    HURT,
    LAST_SHIP,
    MINE,
    REUNION,
    CompanionVoice,
)
from arena.game.match import Match
from arena.game.rules import VOICE
from arena.sim.commands import PlayerCommand
from arena.sim.events import Event
from arena.sim.kinds import Kind, Pool
from arena.sim.spawn import add_event
from arena.sim.world import World, WorldConfig
from arena.sphere import exp_map

REST = [PlayerCommand()]


def quiet_world(companions: int = 1) -> World:
    """A player at the pole with its companion, and nobody else."""
    world = World(WorldConfig(enemies=40, asteroids=0, bullets=10, companions=companions))
    world.spawn_player(0)
    if companions:
        world.place_companion(0, (0.1, 0, 1))
    world.bodies.health[0] = world.kinds.health[Kind.PLAYER]
    return world


def place(world: World, kind: Kind, along: float, across: float = 0.0) -> int:
    """A ship so far [u] ahead of the player's nose, and to its side."""
    here, nose = (column[0].astype(float) for column in (world.bodies.position, world.bodies.heading))
    side = np.cross(nose, here / np.linalg.norm(here))
    return world.place(kind, exp_map(here, along * nose + across * side))


def hear(
    voice: CompanionVoice, world: World, ticks: int = 1, lives: int = 3, wave_age: int = 500
) -> list[str]:
    """Lines that begin in so many ticks in which nothing moves."""
    said, last = list[str](), voice.line
    for _ in range(ticks):
        world.tick += 1
        voice.listen(world, lives, wave_age)
        if voice.line not in ("", last):
            said.append(voice.line)
        last = voice.line
        world.events.count[0] = 0
    return said


@pytest.mark.parametrize("kind", [kind for kind in FIRST_MET if kind != Kind.BOSS])
def test_each_kind_is_named_once_when_it_first_comes_near(kind: Kind) -> None:
    world, voice = quiet_world(), CompanionVoice()
    place(world, kind, VOICE.sight + 5.0)
    assert hear(voice, world, 60) == []
    place(world, kind, VOICE.sight - 5.0)
    assert hear(voice, world, 60) == [FIRST_MET[kind].text]
    assert hear(voice, world, 400) == []


def test_it_stops_talking() -> None:
    world, voice = quiet_world(), CompanionVoice()
    place(world, Kind.DRONE, 20.0)
    hear(voice, world, VOICE.look_interval)
    assert voice.line
    hear(voice, world, VOICE.length)
    assert voice.line == ""


def test_two_new_faces_are_named_one_after_the_other() -> None:
    world, voice = quiet_world(), CompanionVoice()
    place(world, Kind.LANCER, 20.0)
    place(world, Kind.WEAVER, 20.0, 5.0)
    said = hear(voice, world, 2 * VOICE.length + 3 * VOICE.look_interval)
    assert sorted(said) == sorted([FIRST_MET[Kind.LANCER].text, FIRST_MET[Kind.WEAVER].text])


@pytest.mark.parametrize(
    ("along", "comes", "warns"), [(-6.0, True, True), (-6.0, False, False), (6.0, True, False)]
)
def test_it_warns_of_who_closes_in_from_behind(along: float, comes: bool, warns: bool) -> None:
    world, voice = quiet_world(), CompanionVoice()
    row = place(world, Kind.DRONE, along)
    towards = world.bodies.position[0] - world.bodies.position[row]
    world.bodies.velocity[row] = towards if comes else -towards
    said = hear(voice, world, VOICE.least + 3 * VOICE.look_interval)
    assert (BEHIND.text in said) == warns


def test_a_warning_interrupts_chat_but_chat_no_warning() -> None:
    world, voice = quiet_world(), CompanionVoice()
    assert hear(voice, world, 2, wave_age=0) == [CLEAR.text]
    hear(voice, world, VOICE.least)
    row = place(world, Kind.DRONE, -6.0)
    world.bodies.velocity[row] = world.bodies.position[0] - world.bodies.position[row]
    assert hear(voice, world, VOICE.look_interval)[-1] == BEHIND.text
    assert hear(voice, world, 60, wave_age=0) == []


@pytest.mark.parametrize(("left", "clear"), [(Kind.DRONE, False), (Kind.BOSS, True)])
def test_the_sky_is_clear_only_if_nobody_is_left_of_the_wave_before(left: Kind, clear: bool) -> None:
    world, voice = quiet_world(), CompanionVoice()
    place(world, left, 2.0 * VOICE.sight)
    assert (CLEAR.text in hear(voice, world, 2, wave_age=0)) == clear


def test_it_tells_a_hurt_player_to_leave_and_does_not_nag() -> None:
    world, voice = quiet_world(), CompanionVoice()

    def hit(row: int = 0) -> None:
        add_event(world.events, int(Event.PLAYER_HURT), row, -1, 0, 5.0, world.bodies.position[0])

    hit()
    assert hear(voice, world) == []
    world.bodies.health[0] *= 0.2
    hit()
    assert hear(voice, world, 300) == [HURT.text]
    hit()
    assert hear(voice, world, 100) == []


def test_it_tells_of_its_own_kills_only() -> None:
    world, voice = quiet_world(), CompanionVoice()
    companion = int(world.rows(Pool.COMPANION)[0])
    for killer, said in ((0, []), (companion, [MINE.text])):
        add_event(world.events, int(Event.KILLED), 5, killer, 1, 0.5, world.bodies.position[0])
        assert hear(voice, world) == said


@pytest.mark.parametrize(("lives", "line"), [(2, REUNION), (1, LAST_SHIP)])
def test_it_greets_who_returns(lives: int, line: object) -> None:
    world, voice = quiet_world(), CompanionVoice()
    hear(voice, world)
    world.bodies.alive[0] = False
    assert hear(voice, world, 30, lives) == []
    world.bodies.alive[0] = True
    assert hear(voice, world, 2, lives) == [getattr(line, "text", None)]


def test_without_a_companion_nobody_speaks() -> None:
    world, voice = quiet_world(companions=0), CompanionVoice()
    place(world, Kind.DRONE, 8.0)
    assert hear(voice, world, 200, wave_age=0) == []


def test_a_match_speaks_and_its_state_does_not_depend_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def play() -> tuple[set[str], int]:
        said: set[str] = set()
        with Match(seed=3, workers=1) as match:
            for _ in range(600):
                match.tick(REST)
                said.add(match.hud().players[0].line)
            return said, match.state_hash()

    said, state = play()
    assert FIRST_MET[Kind.DRONE].text in said
    monkeypatch.setattr(CompanionVoice, "listen", lambda *_: None)
    assert play() == ({""}, state)
