"""The companion speaks one line at a time, when it helps, and changes nothing."""

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.catalogue.kind_row import KindRow
from arena.game import companion_voice as voice
from arena.game.match import Match
from arena.game.modes import team as team_mode
from arena.game.rules import VOICE
from arena.sim.kinds import Pool
from arena.sim.tables.commands import PlayerCommand
from arena.sim.tables.events import Event, add_event
from arena.sim.world import World, WorldConfig
from arena.sphere import exp_map

REST = [PlayerCommand()]


def quiet_world(companions: int = 1) -> World:
    """A player at the pole with its companion, and nobody else."""
    world = World(WorldConfig(enemies=40, asteroids=0, bullets=10, companions=companions, pickups=2))
    world.spawn_player(0)
    if companions:
        world.place_companion(0, (0.1, 0, 1))
    world.bodies.health[0] = world.kinds.health[kinds.PLAYER.number]
    return world


def place(world: World, kind: int, along: float, across: float = 0.0) -> int:
    """A ship so far [u] ahead of the player's nose, and to its side."""
    here, nose = (column[0].astype(float) for column in (world.bodies.position, world.bodies.heading))
    side = np.cross(nose, here / np.linalg.norm(here))
    return world.place(kind, exp_map(here, along * nose + across * side))


def hear(
    voices: voice.Voices, world: World, ticks: int = 1, lives: int = 3, wave_age: int = 500, slot: int = 0
) -> list[str]:
    """Lines that begin in so many ticks in which nothing moves."""
    said, last = list[str](), voice.line_text(voices, slot)
    for _ in range(ticks):
        world.tick += 1
        voice.listen(voices, world, lives, wave_age)
        line = voice.line_text(voices, slot)
        if line not in ("", last):
            said.append(line)
        last = line
        world.events.count[0] = 0
    return said


@pytest.mark.parametrize(
    "kind", [row for row in voice.MET_KINDS if row is not kinds.BOSS], ids=lambda row: row.name
)
def test_each_kind_is_named_once_when_it_first_comes_near(kind: KindRow) -> None:
    world, voices = quiet_world(), voice.create_voices(1)
    place(world, kind.number, VOICE.sight + 5.0)
    assert hear(voices, world, 60) == []
    place(world, kind.number, VOICE.sight - 5.0)
    assert hear(voices, world, 60) == [kind.show.first_met]
    assert hear(voices, world, 400) == []


@pytest.mark.parametrize("slot", [0, 1])
def test_a_companion_warns_of_hits_on_its_own_player_alone(slot: int) -> None:
    """Both are weak."""
    world, voices = World(WorldConfig(players=2, enemies=1, companions=2)), voice.create_voices(2)
    for player, place in enumerate(((0, 0, 1), (0, 0, -1))):
        world.spawn_player(player, place)
        world.place_companion(player, (0.1, 0, place[2]))
    world.bodies.health[:2] = 5.0
    add_event(world.events, int(Event.PLAYER_HURT), slot, -1, 0, 5.0, world.bodies.position[slot])
    voice.listen(voices, world, 3, 500)
    said = [voice.line_text(voices, player) for player in range(2)]
    assert said[slot] == voice.HURT.text and said[1 - slot] == ""


@pytest.mark.parametrize(("later", "again"), [(-1, False), (0, True)])
def test_a_line_is_said_again_after_its_pause(later: int, again: bool) -> None:
    world, voices = quiet_world(), voice.create_voices(1)
    assert hear(voices, world, 2, wave_age=0) == [voice.CLEAR.text]
    world.tick += VOICE.length + voice.CLEAR.pause - 1 + later
    hear(voices, world, wave_age=0)
    assert (voices.begun[0] == world.tick) == again


def test_it_stops_talking() -> None:
    world, voices = quiet_world(), voice.create_voices(1)
    place(world, kinds.DRONE.number, 20.0)
    hear(voices, world, VOICE.look_interval)
    assert voice.line_text(voices, 0)
    hear(voices, world, VOICE.length)
    assert voice.line_text(voices, 0) == ""


def test_two_new_faces_are_named_one_after_the_other() -> None:
    world, voices = quiet_world(), voice.create_voices(1)
    place(world, kinds.LANCER.number, 20.0)
    place(world, kinds.WEAVER.number, 20.0, 5.0)
    said = hear(voices, world, 2 * VOICE.length + 3 * VOICE.look_interval)
    assert sorted(said) == sorted([str(kinds.LANCER.show.first_met), str(kinds.WEAVER.show.first_met)])


@pytest.mark.parametrize(
    ("along", "comes", "warns"), [(-6.0, True, True), (-6.0, False, False), (6.0, True, False)]
)
def test_it_warns_of_who_closes_in_from_behind(along: float, comes: bool, warns: bool) -> None:
    world, voices = quiet_world(), voice.create_voices(1)
    row = place(world, kinds.DRONE.number, along)
    towards = world.bodies.position[0] - world.bodies.position[row]
    world.bodies.velocity[row] = towards if comes else -towards
    said = hear(voices, world, VOICE.least + 3 * VOICE.look_interval)
    assert (voice.BEHIND.text in said) == warns


def test_a_warning_interrupts_chat_but_chat_no_warning() -> None:
    world, voices = quiet_world(), voice.create_voices(1)
    assert hear(voices, world, 2, wave_age=0) == [voice.CLEAR.text]
    hear(voices, world, VOICE.least)
    row = place(world, kinds.DRONE.number, -6.0)
    world.bodies.velocity[row] = world.bodies.position[0] - world.bodies.position[row]
    assert hear(voices, world, VOICE.look_interval)[-1] == voice.BEHIND.text
    assert hear(voices, world, 60, wave_age=0) == []


def test_a_warning_waits_no_longer_than_chat_has_to_stand() -> None:
    world, voices = quiet_world(), voice.create_voices(1)
    world.bodies.health[0] *= 0.2
    assert hear(voices, world, 2, wave_age=0) == [voice.CLEAR.text]
    hear(voices, world, VOICE.least - 2)
    for said in ([], [voice.HURT.text]):
        add_event(world.events, int(Event.PLAYER_HURT), 0, -1, 0, 5.0, world.bodies.position[0])
        assert hear(voices, world) == said


@pytest.mark.parametrize(("left", "clear"), [(kinds.DRONE.number, False), (kinds.BOSS.number, True)])
def test_the_sky_is_clear_only_if_nobody_is_left_of_the_wave_before(left: int, clear: bool) -> None:
    world, voices = quiet_world(), voice.create_voices(1)
    place(world, left, 2.0 * VOICE.sight)
    assert (voice.CLEAR.text in hear(voices, world, 2, wave_age=0)) == clear


def test_it_tells_a_hurt_player_to_leave_and_does_not_nag() -> None:
    world, voices = quiet_world(), voice.create_voices(1)

    def hit(row: int = 0) -> None:
        add_event(world.events, int(Event.PLAYER_HURT), row, -1, 0, 5.0, world.bodies.position[0])

    hit()
    assert hear(voices, world) == []
    world.bodies.health[0] *= 0.2
    hit()
    assert hear(voices, world, 300) == [voice.HURT.text]
    hit()
    assert hear(voices, world, 100) == []


def test_it_tells_of_its_own_kills_only() -> None:
    world, voices = quiet_world(), voice.create_voices(1)
    companion = int(world.rows(Pool.COMPANION)[0])
    for killer, said in ((0, []), (companion, [voice.MINE.text])):
        add_event(world.events, int(Event.KILLED), 5, killer, 1, 0.5, world.bodies.position[0])
        assert hear(voices, world) == said


@pytest.mark.parametrize(("lives", "line"), [(2, voice.REUNION), (1, voice.LAST_SHIP)])
def test_it_greets_who_returns(lives: int, line: object) -> None:
    world, voices = quiet_world(), voice.create_voices(1)
    hear(voices, world)
    world.bodies.alive[0] = False
    assert hear(voices, world, 30, lives) == []
    world.bodies.alive[0] = True
    assert hear(voices, world, 2, lives) == [getattr(line, "text", None)]


def test_without_a_companion_nobody_speaks() -> None:
    world, voices = quiet_world(companions=0), voice.create_voices(1)
    place(world, kinds.DRONE.number, 8.0)
    assert hear(voices, world, 200, wave_age=0) == []


def test_every_player_has_a_voice_of_its_own() -> None:
    world = World(WorldConfig(players=2, enemies=8, asteroids=0, bullets=10, companions=2))
    for slot, direction in enumerate(((0, 0, 1), (0, 0, -1))):
        world.spawn_player(slot, direction)
        world.place_companion(slot, direction)
    voices = voice.create_voices(2)
    place(world, kinds.GUNNER.number, 20.0)
    assert hear(voices, world, 60, slot=0) == [kinds.GUNNER.show.first_met]
    assert voice.line_text(voices, 1) == ""


def test_the_most_urgent_of_several_lines_is_said() -> None:
    ranks = [voice.LINES[at].rank for at in voice.LINE_TABLE.order]
    assert sorted(voice.LINE_TABLE.order.tolist()) == list(range(len(voice.LINES)))
    assert ranks == sorted(ranks, reverse=True)
    world, voices = quiet_world(), voice.create_voices(1)
    world.bodies.health[0] *= 0.2
    add_event(world.events, int(Event.PLAYER_HURT), 0, -1, 0, 5.0, world.bodies.position[0])
    assert hear(voices, world, 2, wave_age=0) == [voice.HURT.text]
    assert voice.LINES[int(voices.line[0])].rank == voice.LineRank.WARNING


def speak(match: Match, ticks: int) -> list[str]:
    """Lines that the first player hears, tick by tick."""
    lines: list[str] = []
    for _ in range(ticks):
        match.tick(REST)
        lines.append(match.hud().players[0].line)
    return lines


def test_a_restored_match_goes_on_speaking_as_it_would_have() -> None:
    with Match(seed=3, workers=1) as match, Match(seed=3, workers=1) as fresh:
        while not (line := match.hud().players[0].line):
            match.tick(REST)
        saved = match.snapshot()
        expected = speak(match, 400)
        assert expected[0] == line, "it is in the middle of a line"
        assert len(set(expected)) > 2
        for again in (match, fresh):
            again.restore(saved)
            assert again.hud().players[0].line == line
            assert speak(again, 400) == expected


def test_what_is_said_changes_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    def play() -> tuple[set[str], dict[str, int]]:
        with Match(seed=3, workers=1) as match:
            said = set(speak(match, 600))
            hashes = match.array_hashes()
            return said, {name: value for name, value in hashes.items() if not name.startswith("voices.")}

    said, state = play()
    assert kinds.DRONE.show.first_met in said
    monkeypatch.setattr(team_mode.TeamMode, "companions_speak", False)
    assert play() == ({""}, state)
