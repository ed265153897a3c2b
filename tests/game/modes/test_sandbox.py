"""Sandbox: a level from any phase on, in which nobody loses; and what the editor shows of a level."""

import io
import tomllib

import numpy as np
import pytest

from arena.app.storage.levels import load_worlds
from arena.catalogue import kinds
from arena.game.editing.editor import Editor
from arena.game.editing.preview import Preview
from arena.game.editing.templates import PIECES
from arena.game.match import Match
from arena.game.modes.sandbox import format_trial, parse_trial
from arena.game.phases.state import Stage
from arena.game.replays.replay import verify_replay
from arena.game.rules import CAMPAIGN
from arena.sim.kinds import Pool
from arena.sphere import distance, unit
from tests.game.campaign_levels import CALM, level, play, play_until, rules

FAR = '\n[[phase.group]]\nkind = "drone"\ncount = 1\nplace = [0, 0, -1]'
LATE = f'objective = {{kind = "destroy"}}\nlimit = 10{FAR}'
WAIT = 'objective = {kind = "survive", seconds = 5}'


def test_a_trial_says_where_it_begins() -> None:
    assert parse_trial(format_trial("name = 1", 3)) == ("name = 1", 3)
    assert parse_trial("name = 1\nphase 3\n") == ("name = 1\nphase 3\n", 1)
    with pytest.raises(ValueError, match="no phase 3; the level has 2"):
        Match("sandbox", workers=1, level=format_trial(level(WAIT, WAIT), 3))


def test_a_lost_phase_begins_again_and_costs_nothing() -> None:
    with Match("sandbox", workers=1, level=format_trial(level(WAIT, LATE), 2)) as match:
        assert rules(match).phase_number == 1
        ships = rules(match).ships_left
        for _ in range(6):
            play_until(match, Stage.FAILED)
            banner = match.hud().banner
            assert banner is not None and banner.line == "out of time: once more"
            play(match, CAMPAIGN.beat + 1)
        assert (rules(match).stage, rules(match).ships_left) == (Stage.RUNNING, ships)
        assert int(rules(match).progress.tries[0]) == 7


def test_who_dies_again_and_again_flies_again() -> None:
    with Match("sandbox", workers=1, level=level(WAIT.replace("5", "60"))) as match:
        for _ in range(6):
            while not match.world.bodies.alive[0]:
                match.tick()
            match.world.ships.untouchable_until[0] = 0
            match.world.bodies.health[0] = -5.0
            match.tick()
            match.tick()
        assert not match.over


def test_it_is_won_by_its_last_phase_and_its_replay_verifies() -> None:
    record = io.BytesIO()
    with Match("sandbox", workers=1, level=format_trial(level(WAIT, WAIT), 2), record=record) as match:
        assert match.mode.results(match.world)["level"] == "Probe, open"
        while not match.over:
            match.tick()
        assert match.mode.results(match.world)["level"] == "Probe, cleared"
        assert match.won and match.world.tick == CALM + 300
        match.end_recording()
    record.seek(0)
    assert verify_replay(record).identical


@pytest.mark.parametrize("world", [1, 3])
def test_the_preview_shows_what_a_match_begins_with(world: int) -> None:
    text = load_worlds()[world - 1].text
    editor, preview = Editor(tomllib.loads(text)), Preview(seed=7)
    editor.look_at(5)
    with Match("sandbox", 7, workers=1, level=text) as match:
        for phase in (3, 0):  # whatever was shown before
            editor.look_at(phase)
            preview.show(editor.level, editor.things, phase)
        ours, theirs = (found.rows(Pool.ASTEROID) for found in (preview.world, match.world))
        assert np.array_equal(preview.world.bodies.position[ours], match.world.bodies.position[theirs])
        assert np.array_equal(preview.world.zones.center, match.world.zones.center)
        assert preview.world.shell_radius == match.world.shell_radius
    preview.close()


def test_the_preview_of_a_level_does_not_depend_on_what_was_shown_before() -> None:
    """Fields of asteroids are kept from one picture to the next; what is laid upon them is not."""
    worlds = [Editor(tomllib.loads(file.text)) for file in load_worlds()]
    kept = Preview()
    for number, phase in ((0, 0), (0, 5), (0, 0), (2, 1), (2, 0), (0, 3), (4, 5), (4, 0)):
        editor, fresh = worlds[number], Preview()
        for preview in (kept, fresh):
            preview.show(editor.level, editor.things, phase)
        assert kept.world.array_hashes() == fresh.world.array_hashes()
        fresh.close()
    kept.close()


def test_the_preview_stands_a_ship_for_a_spawner_and_a_boss_with_its_parts() -> None:
    editor, preview = Editor(), Preview()
    for name, at in (("gunner", (1, 0, 0)), ("boss", (0, -1, 0)), ("metal", (0, 0, 1))):
        editor.place(next(piece for piece in PIECES if piece.name == name), at, (0, 1, 0.5))
    preview.show(editor.level, editor.things, 0)
    world = preview.world
    stand = world.bodies.kind[world.rows(Pool.ENEMY)].tolist()
    assert stand.count(kinds.GUNNER.number) == stand.count(kinds.BOSS.number) == 1
    assert stand.count(kinds.BOSS_PART.number) > 1
    parts = world.bodies.position[world.rows(Pool.ENEMY)][np.array(stand) == kinds.BOSS_PART.number]
    assert (distance(unit(parts), (0, -1, 0)) * world.shell_radius > 1.0).all()
    assert not world.bodies.alive[0], "the cursor is no ship"
    preview.close()


def test_the_cursor_rolls_around_the_planet_without_a_pole() -> None:
    preview = Preview()
    for _ in range(8):
        preview.roll(0.0, np.pi / 4)
    assert preview.place == pytest.approx([0, 0, 1], abs=1e-9)
    assert preview.up == pytest.approx([0, 1, 0], abs=1e-9)
    preview.roll(0.5, 0.0)
    assert preview.place[0] > 0.4 and preview.world.bodies.position[0, 0] > 20.0
    preview.close()
