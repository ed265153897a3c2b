"""Edits of a level, their undo and redo; a problem names the thing that has it."""

import math
import random
import tomllib
from typing import Any

import numpy as np
import pytest

from arena.app.storage.levels import load_worlds
from arena.game.editing.editor import Editor
from arena.game.editing.errors import EditError
from arena.game.editing.fields import is_text, next_value, table_at
from arena.game.editing.history import STEPS_MAX, UndoHistory
from arena.game.editing.templates import PIECES, Family, Piece
from arena.game.editing.things import Role, Thing, list_things
from arena.game.levels import LevelError, parse_level
from arena.game.levels.plan import Boss, Escort
from arena.game.levels.schema import ASTEROIDS_MAX, PHASES_MAX
from arena.toml_text import Path
from tests.game.editing.chance import act

NORTH, SOUTH, EAST = (0.0, 1.0, 0.0), (0.0, -1.0, 0.0), (1.0, 0.0, 0.0)
FRONT = (0.0, 0.0, 1.0)


def piece(name: str) -> Piece:
    """The one of that name."""
    return next(piece for piece in PIECES if piece.name == name and name)


def table_value(editor: Editor, path: Path) -> Any:
    """Value of a key, None where it is left out."""
    return table_at(editor.document, path[:-1]).get(path[-1])


def only(editor: Editor, role: Role) -> Thing:
    """The only thing of a role."""
    (thing,) = [thing for thing in editor.things if thing.role == role]
    return thing


def wind_at(axis: object, place: object) -> np.ndarray:
    """Direction of a wind at a place."""
    return np.cross(np.asarray(axis, float), np.asarray(place, float))


def test_an_empty_level_can_be_played() -> None:
    editor = Editor()
    assert parse_level(editor.text) == editor.level
    assert editor.things == [] and not editor.problems and not editor.undoable


@pytest.mark.parametrize("made", PIECES, ids=lambda made: f"{made.family} {made.name}")
def test_each_piece_is_placed_moved_copied_deleted_and_all_of_it_taken_back(made: Piece) -> None:
    editor = Editor()
    empty = editor.document
    editor.place(made, EAST, NORTH)
    (first, *rest) = [thing for thing in editor.things if thing.path == editor.chosen]
    assert not rest and first.place == pytest.approx(EAST) and not editor.problems
    editor.move(first.path, FRONT)
    moved = next(thing for thing in editor.things if thing.path == first.path)
    assert moved.place == pytest.approx(FRONT)
    before = len(editor.things)
    if made.family == Family.GOAL:
        with pytest.raises(EditError, match="one objective"):
            editor.copy(first.path, NORTH)
    else:
        editor.copy(first.path, SOUTH)
        assert len(editor.things) == before + 1 and editor.chosen != first.path
        for there in (SOUTH, NORTH):
            places = {thing.path: thing.place for thing in editor.things}
            assert places[first.path] == pytest.approx(FRONT), "the original stays"
            assert places[editor.chosen] == pytest.approx(there)
            editor.move(editor.chosen, NORTH)
        editor.delete(editor.chosen)
    editor.delete(first.path)
    assert not editor.problems
    assert all(thing.path != first.path for thing in editor.things) or made.name == "escort"
    steps = 0
    while editor.undo():
        steps += 1
    assert editor.document == empty and steps >= 3
    while editor.redo():
        steps -= 1
    assert steps == 0


def test_what_a_thing_looks_to_is_carried_and_turned_clockwise() -> None:
    editor = Editor()
    editor.place(piece("rock"), FRONT, NORTH)
    rock = editor.chosen
    editor.turn(rock, 15)
    start = only(editor, Role.ASTEROID)
    assert (
        start.towards is not None and start.towards[1] > 0.4 and editor.document["asteroid"][0]["speed"] > 0
    )
    editor.turn(rock, 90)
    turned = only(editor, Role.ASTEROID).towards
    assert turned is not None and turned[0] > 0.4 and abs(turned[1]) < 1e-3, "clockwise from north is east"
    editor.move(rock, EAST)
    carried = only(editor, Role.ASTEROID).towards
    assert carried is not None and carried[2] < -0.4, "rolled to the east, it goes on the same great circle"


def test_a_wind_blows_up_first_and_turns() -> None:
    editor = Editor()
    editor.place(piece("wind"), FRONT, NORTH)
    assert wind_at(editor.document["zone"][0]["axis"], FRONT) == pytest.approx(NORTH, abs=1e-3)
    editor.turn(editor.chosen, 90)
    assert wind_at(editor.document["zone"][0]["axis"], FRONT) == pytest.approx(EAST, abs=1e-3)
    editor.move(editor.chosen, NORTH)
    assert wind_at(editor.document["zone"][0]["axis"], NORTH) == pytest.approx(EAST, abs=1e-3)


def test_a_gesture_is_one_step() -> None:
    editor = Editor()
    editor.place(piece("ice"), FRONT, NORTH)
    for step in range(1, 20):
        editor.move(editor.chosen, (math.sin(step / 20), 0.0, math.cos(step / 20)), "drag")
    editor.end_gesture()
    editor.move(editor.chosen, NORTH, "drag")
    assert editor.undo() == "move ice asteroid"
    assert only(editor, Role.ASTEROID).place[0] == pytest.approx(math.sin(19 / 20), abs=1e-3)
    assert editor.undo() == "move ice asteroid"
    assert only(editor, Role.ASTEROID).place == pytest.approx(FRONT)
    assert editor.undo() == "place ice" and editor.undo() == "" and not editor.undoable


def test_numbers_stay_in_their_range_and_those_that_may_be_left_out_are_left_out_below_it() -> None:
    editor = Editor()
    editor.place(piece("drone"), FRONT, NORTH)
    fields = {field.name: field for field in editor.fields_of(editor.chosen)}
    for _ in range(60):
        count = next(field for field in editor.fields_of(editor.chosen) if field.name == "count")
        editor.step(count, 1, FRONT)
    assert editor.document["phase"][0]["group"][0]["count"] == 40
    assert (fields["bearing"].text, fields["place"].text, fields["formation"].text) == (
        *("none", "on the planet"),
        "swarm",
    )
    editor.step(fields["bearing"], 1, FRONT)
    assert editor.document["phase"][0]["group"][0]["bearing"] == 0
    editor.step(fields["place"], 1, FRONT)
    assert "place" not in editor.document["phase"][0]["group"][0]
    with pytest.raises(EditError, match="count: 41 is not allowed"):
        editor.set_value((*editor.chosen, "count"), 41)
    with pytest.raises(EditError, match="must be there"):
        editor.set_value((*editor.chosen, "kind"), None)


def test_every_field_of_a_shipped_world_steps_up_and_down_within_the_schema() -> None:
    editor = Editor(tomllib.loads(load_worlds()[4].text))
    for number in range(editor.phases):
        editor.look_at(number)
        groups = len(editor.document["phase"][number].get("group", []))
        paths = [("phase", number), ("phase", number, "objective"), ("field",), ()]
        paths += [("phase", number, "group", group) for group in range(groups)]
        for path in [*paths, *(thing.path for thing in editor.things)]:
            for field in editor.fields_of(path):
                for by in (1, -1, -1, 5) if not is_text(field) else ():
                    now = next(found for found in editor.fields_of(path) if found.path == field.path)
                    editor.step(now, by, NORTH)
                    assert next_value(now, by, NORTH, editor.phases) == table_value(editor, now.path)
            assert editor.level.phase, path


def test_problems_stand_beside_what_they_concern() -> None:
    editor = Editor()
    editor.place(piece("carrier"), FRONT, NORTH)
    group = editor.chosen
    editor.place(piece("drone"), EAST, NORTH)
    editor.set_value((*group, "count"), 7)
    (problem,) = editor.problems
    assert editor.problems_of(group) == [problem] and "7 carriers are too many" in problem.text
    assert editor.problems_of(editor.chosen) == [] and editor.problems_of(("phase", 0)) == [problem]
    with pytest.raises(LevelError, match="7 carriers"):
        parse_level(editor.text)
    assert editor.level.phase[0].group[0].count == 7, "it can be shown all the same"
    editor.undo()
    assert not editor.problems


def test_groups_and_zones_keep_to_what_they_meant_when_others_go() -> None:
    editor = Editor()
    for kind in ("drone", "gunner", "lancer"):
        editor.add_group(kind)
    editor.set_value(("phase", 0, "group", 2, "after"), 2)
    editor.set_value(("phase", 0, "group", 1, "after"), 1)
    editor.delete(("phase", 0, "group", 0))
    first, second = editor.document["phase"][0]["group"]
    assert first["kind"] == "gunner" and "after" not in first
    assert second["after"] == 1
    editor.place(piece("well"), FRONT, NORTH)
    editor.add_phase()
    editor.add_phase()
    editor.set_value(("zone", 0, "phases"), [2])
    editor.look_at(1)
    editor.move_phase(-1)
    assert editor.document["zone"][0]["phases"] == [1] and editor.phase == 0
    editor.copy_phase()
    editor.delete_phase(0)
    assert "phases" not in editor.document["zone"][0]
    assert not editor.problems


def test_a_boss_a_route_and_gates_are_goals_of_their_phase() -> None:
    editor = Editor()
    editor.place(piece("boss"), SOUTH, NORTH)
    assert isinstance(editor.level.phase[0].objective, Boss)
    editor.set_value(("phase", 0, "objective", "variant"), 3)
    assert only(editor, Role.BOSS).label == "matriarch"
    editor.place(piece("escort"), FRONT, NORTH)
    editor.place(piece("escort"), EAST, NORTH)
    route = editor.level.phase[0].objective
    assert isinstance(route, Escort) and len(route.route) == 3 and route.route[2] == pytest.approx(EAST)
    editor.delete(("phase", 0, "objective", "route", 1))
    assert len(editor.document["phase"][0]["objective"]["route"]) == 2
    for ends_by_itself in ("survive", "siege"):
        editor.set_objective("race", FRONT, NORTH)
        editor.set_value(("phase", 0, "limit"), 60)
        assert not editor.problems
        editor.set_objective(ends_by_itself, FRONT, NORTH)
        assert not editor.problems


def test_a_goal_that_gave_way_to_one_without_a_place_is_no_longer_chosen() -> None:
    editor = Editor()
    editor.place(piece("hold"), FRONT, NORTH)
    assert editor.chosen == ("phase", 0, "objective")
    editor.set_objective("destroy", FRONT, NORTH)
    assert editor.chosen == ("phase", 0)
    editor.place(piece("hold"), FRONT, NORTH)
    editor.undo()
    assert editor.chosen == ("phase", 0)


def test_an_objective_that_gives_way_takes_its_limit_along() -> None:
    """The one in its place ends by itself."""
    editor = Editor()
    editor.place(piece("hold"), FRONT, NORTH)
    editor.set_value(("phase", 0, "limit"), 90.0)
    assert not editor.problems
    editor.delete(editor.chosen)
    assert editor.document["phase"][0]["objective"]["kind"] == "survive" and not editor.problems


def test_a_zone_is_there_in_its_phases() -> None:
    editor = Editor()
    editor.place(piece("well"), FRONT, NORTH)
    for _ in range(2):
        editor.add_phase()
    for phases, here in ((None, [True] * 3), ([2], [False, True, False]), ([1, 3], [True, False, True])):
        editor.set_value(("zone", 0, "phases"), phases)
        assert [list_things(editor.document, phase)[0].here for phase in range(3)] == here


def test_there_is_an_end_to_room() -> None:
    editor = Editor()
    for number in range(ASTEROIDS_MAX):
        editor.place(piece("metal"), (math.sin(number), 0.0, math.cos(number)), NORTH)
    with pytest.raises(EditError, match="64 are the most"):
        editor.place(piece("rock"), FRONT, NORTH)
    with pytest.raises(EditError, match="64 are the most"):
        editor.copy(editor.chosen, FRONT)
    for _ in range(PHASES_MAX - 1):
        editor.add_phase()
    with pytest.raises(EditError, match="12 are the most"):
        editor.add_phase()
    assert not editor.problems


def test_whatever_is_done_the_document_fits_the_schema_and_all_of_it_can_be_taken_back() -> None:
    for seed in range(12):
        chance, editor = random.Random(seed), Editor()
        beginning = editor.document
        for _ in range(60):
            try:
                act(editor, chance)
            except EditError as refused:
                assert str(refused).isprintable()
            assert editor.level.phase
            assert tomllib.loads(editor.text) == {
                key: value for key, value in editor.document.items() if value
            }
        while editor.undo():
            pass
        assert editor.document == beginning


def test_so_many_steps_can_be_undone_and_no_more() -> None:
    history = UndoHistory({})
    for step in range(STEPS_MAX + 3):
        history.add(str(step), {"step": step})
    undone = list(iter(history.undo, ""))
    assert undone == [str(step) for step in reversed(range(3, STEPS_MAX + 3))]
    assert history.present == {"step": 2}
