"""The editor by pad alone, by keys alone, by mouse alone; its files; what others make of them."""

import random
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from arena.app.editor.rows import phase_rows, thing_rows
from arena.app.screens.editor import EditorScreen, open_editor
from arena.app.screens.sandbox import SandboxScreen
from arena.app.storage.level_files import Draft, level_path, list_levels
from arena.app.storage.levels import load_level, load_world
from arena.game.editing.errors import EditError
from arena.game.levels.plan import Boss, Hold
from tests.app.editor.bench import Bench, angle
from tests.app.fakes import screen_of
from tests.full_disk import full_disk
from tests.game.editing.chance import act

MIDDLE = (860.0, 640.0)


@pytest.fixture
def bench() -> Iterator[Bench]:
    """An empty level in the editor."""
    with closing(Bench()) as bench:
        yield bench


def note_files(bench: Bench, times: int = 2) -> None:
    """Let the editor look at its file."""
    bench.disk.again(times)
    bench.frame()


def test_a_pad_alone_builds_three_asteroids_saves_flies_and_comes_back(bench: Bench) -> None:
    bench.take("rock", "pad:rightshoulder")
    for number, way in enumerate(((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))):
        bench.tap(*["pad:rightshoulder"] * (number > 0))
        bench.stick("pad:leftstick", *way, 40)
        bench.tap("pad:a")
    assert bench.status["things"] == ["rock asteroid", "ice asteroid", "metal asteroid"]
    assert all(angle(bench.place(k), bench.place(k + 1)) > 0.15 for k in (0, 1))
    bench.stick("pad:rightstick", 1.0, 0.0, 20)
    assert bench.document["asteroid"][2]["speed"] > 0
    bench.tap("pad:y")
    bench.select("radius", "pad:dpdown")
    bench.hold("pad:dpright", 60)
    assert bench.document["asteroid"][2]["radius"] > 2.4, "a key that is held counts on"
    bench.tap("pad:b", "pad:dpleft")
    assert bench.document["asteroid"][2]["radius"] == 2
    bench.tap("pad:start")
    assert bench.status["tab"] == "level" and bench.status["focused_panel"]
    bench.select("save", "pad:dpdown")
    bench.tap("pad:a")
    assert load_level(level_path("new-level")).level.asteroid[1].material == 1
    bench.tap("pad:back")
    assert bench.status["screen"] == "sandbox"
    assert len(screen_of(bench.services, SandboxScreen).match.world.bodies.alive.nonzero()[0]) >= 5
    bench.frame(20)
    bench.tap("pad:back")
    assert bench.status["screen"] == "editor" and not bench.status["changed"]


def test_keys_alone_place_carry_copy_delete_and_take_back(bench: Bench) -> None:
    bench.take("well", "key:E")
    bench.tap("key:ENTER")
    bench.take("", "key:Q")
    bench.hold("key:W", 60)
    start = bench.status["cursor"]
    assert angle(start, (0, 0, 1)) > 0.3
    bench.tap("key:C")
    assert bench.status["things"] == ["well", "well"]
    second = bench.place(1)
    assert angle(second, start) < 0.01, "a copy comes to the cursor"
    bench.tap("key:SPACE")
    assert bench.status["carried"]
    bench.hold("key:D", 40)
    bench.tap("key:SPACE")
    assert not bench.status["carried"] and angle(bench.place(1), second) > 0.15
    bench.tap("key:Z")
    assert angle(bench.place(1), second) < 1e-3, "a way is one step"
    bench.tap("key:X", "key:DELETE")
    assert bench.status["things"] == ["well"]
    bench.tap("key:Z")
    assert bench.status["things"] == ["well", "well"]


def test_escape_leads_back_step_by_step_and_to_the_rows_of_the_level(bench: Bench) -> None:
    bench.take("rock", "key:E")
    bench.tap("key:ENTER", "key:ESCAPE")
    assert (bench.status["piece"], bench.status["chosen"]) == ("", ["asteroid", 0])
    bench.tap("key:ESCAPE")
    assert (bench.status["chosen"], bench.status["focused_panel"]) == ([], False)
    bench.tap("key:ESCAPE")
    assert (bench.status["tab"], bench.status["focused_panel"]) == ("level", True)
    bench.tap("key:ESCAPE")
    assert not bench.status["focused_panel"]


def test_keys_alone_make_phases_objectives_groups_and_names(bench: Bench) -> None:
    bench.tap("key:TAB")
    assert bench.status["tab"] == "phase"
    bench.select("objective", "key:DOWN")
    bench.tap_until("value", "hold", "key:RIGHT")
    bench.select("add a group", "key:DOWN")
    bench.tap("key:ENTER")
    assert bench.status["tab"] == "thing" and bench.status["chosen"][2] == "group"
    bench.select("formation", "key:DOWN")
    bench.tap("key:RIGHT")
    bench.show_tab("phase", "key:E")
    bench.select("add a phase behind", "key:DOWN")
    bench.tap("key:ENTER")
    assert (bench.status["phase"], bench.status["phases"]) == (1, 2)
    bench.select("name", "key:UP")
    bench.tap("key:ENTER")
    assert bench.status["writing"] == "Phase 2"
    write(bench, "delete", "7", "done")
    assert bench.document["phase"][1]["name"] == "Phase 7"
    level = bench.editor.state.editor.level
    assert isinstance(level.phase[0].objective, Hold) and len(level.phase[0].group) == 1
    assert not bench.status["problems"]


def test_whatever_is_done_the_panel_tells_what_is_chosen(bench: Bench) -> None:
    screen, chance = bench.editor, random.Random(3)
    for _ in range(200):
        with suppress(EditError):
            act(screen.state.editor, chance)
        assert list(thing_rows(screen.state, screen)) and list(phase_rows(screen.state, screen))


def test_only_a_thing_with_a_direction_has_a_row_that_turns_it(bench: Bench) -> None:
    def labels() -> list[str]:
        return [row.label for row in thing_rows(bench.editor.state, bench.editor)]

    for piece, turns in (("rock", True), ("well", False)):
        bench.take(piece, "key:E")
        bench.tap("key:ENTER")
        bench.take("", "key:Q")
        assert ("turn" in labels()) == turns, piece
        bench.hold("key:W", 60)


def test_names_are_typed_on_a_keyboard_and_its_letters_do_nothing_else(bench: Bench) -> None:
    bench.tap("key:ESCAPE")
    bench.select("name", "key:DOWN")
    bench.tap("key:ENTER", *["key:BACKSPACE"] * len("New level"))
    assert bench.status["writing"] == ""
    bench.tap("key:W", "key:A", "key:S", "key:SPACE", "key:X", "key:_7", "key:ENTER")
    assert bench.status["writing"] is None and bench.status["level"] == "Was x7"
    assert bench.status["focused_panel"] and bench.status["row"] == "name"


def write(bench: Bench, *keys: str) -> None:
    """Press some of the grid's keys by the arrows."""
    for key in keys:
        for turn in range(60):
            if bench.status["letter"] == key:
                break
            bench.tap("key:DOWN" if turn % 11 == 10 else "key:RIGHT")
        assert bench.status["letter"] == key
        bench.tap("key:ENTER")


def test_a_mouse_alone_places_drags_rolls_changes_adds_and_flies(bench: Bench) -> None:
    bench.click_piece("metal")
    bench.click(*MIDDLE)
    bench.click_piece("boss")
    bench.click(MIDDLE[0], MIDDLE[1] + 150.0)
    assert bench.status["things"] == ["metal asteroid", "bastion"]
    bench.click_piece("choose, move")
    before = bench.place()
    bench.drag(MIDDLE, (MIDDLE[0] - 200.0, MIDDLE[1] - 40.0))
    after = bench.place()
    assert angle(before, after) > 0.1 and bench.status["tab"] == "thing" and not bench.status["carried"]
    bench.drag((MIDDLE[0], MIDDLE[1] - 100.0), (MIDDLE[0] + 200.0, MIDDLE[1] - 100.0))
    assert bench.place() == after, "an empty place rolls the planet instead"
    bench.click_button("undo")
    assert bench.place() == before
    bench.click_button("redo")
    bench.click_phase(1)
    assert (bench.status["phases"], bench.status["tab"]) == (2, "phase")
    for share, kind in ((0.92, "hold"), (0.6, "survive")):
        bench.click_row("objective", share)
        assert bench.document["phase"][1]["objective"]["kind"] == kind
    bench.click_phase(0)
    bench.click_button("save")
    assert isinstance(load_level(level_path("new-level")).level.phase[0].objective, Boss)
    bench.click_button("play")
    assert bench.status["screen"] == "sandbox"
    bench.tap("mouse:MIDDLE")
    assert bench.status["screen"] == "pause"
    bench.click(960.0, 640.0 - 68.0 * 1.5)
    assert bench.status["screen"] == "editor"


def test_one_key_copies_the_chosen_phase_or_thing(bench: Bench) -> None:
    bench.take("rock", "key:E")
    bench.tap("key:ENTER")
    bench.take("", "key:Q")
    editor, counts = bench.editor.state.editor, list[tuple[int, int]]()
    editor.add_phase()
    for place in (("phase", 0), editor.things[0].path):
        editor.chosen = place
        bench.hold("key:W", 60)
        bench.tap("key:C")
        counts.append((bench.status["phases"], len(bench.status["things"])))
    assert counts == [(3, 1), (3, 2)]


def test_a_dragged_thing_lies_under_the_pointer_and_a_rolled_planet_too(bench: Bench) -> None:
    bench.click_piece("rock")
    bench.click(*MIDDLE)
    bench.click_piece("choose, move")
    target = (MIDDLE[0] + 150.0, MIDDLE[1] + 60.0)
    bench.drag(MIDDLE, target)
    assert angle(bench.place(), bench.editor.state.cursor) < 1e-3
    bench.drag((700.0, 500.0), (760.0, 620.0))
    bench.point(target[0] + 60.0, target[1] + 120.0)
    assert angle(bench.status["cursor"], bench.place()) < 0.12, "the planet went along with the mouse"


def test_what_cannot_be_played_is_told_and_stands_beside_its_thing(bench: Bench) -> None:
    bench.take("carrier", "key:E")
    bench.tap("key:ENTER", "key:TAB")
    bench.show_tab("thing", "key:E")
    bench.select("count", "key:DOWN")
    bench.hold("key:RIGHT", 90)
    assert bench.status["problems"] == ["phase[1].group[1].count"]
    assert bench.editor.panel.row is not None and "too many" in bench.editor.panel.row.problem
    bench.tap("key:F9")
    assert bench.status["screen"] == "editor" and "too many" in bench.said[-1]
    bench.editor.save()
    assert "must be mended" in bench.said[-1]
    bench.editor.open(level_path("new-level"), True)
    note_files(bench, 1)
    assert bench.status["problems"] == ["phase[1].group[1].count"], "it can be opened again and mended"
    assert "kept out" not in bench.said[-1]


def test_an_edit_from_outside_comes_in_and_a_broken_one_is_kept_out(bench: Bench) -> None:
    bench.take("ice", "key:E")
    bench.tap("key:ENTER")
    bench.editor.save()
    path = level_path("new-level")
    note_files(bench)
    assert bench.status["things"] == ["ice asteroid"] and not bench.status["changed"]
    path.write_text(path.read_text().replace('"ice"', '"metal"'))
    note_files(bench)
    assert bench.status["things"] == ["metal asteroid"] and "changed outside" in bench.said[-1]
    assert not bench.status["changed"]
    path.write_text(path.read_text().replace('"metal"', '"cheese"'))
    note_files(bench)
    assert bench.status["things"] == ["metal asteroid"]
    assert "kept out" in bench.said[-1] and " new-level.toml:11: asteroid[1].material" in bench.said[-1]
    bench.tap("key:Z")
    assert bench.status["things"] == ["ice asteroid"], "what came from outside can be taken back"


def test_what_was_written_by_hand_is_put_aside_once(bench: Bench) -> None:
    bench.editor.save()
    path = level_path("new-level")
    aside = path.with_name("new-level.toml.bak")
    assert [file.name for file in path.parent.iterdir()] == ["new-level.toml"]
    by_hand = f"# mine\n{path.read_text()}"
    path.write_text(by_hand)
    note_files(bench, 1)
    for _ in range(2):
        bench.take("ice", "key:E")
        bench.tap("key:ENTER")
        bench.editor.save()
    assert "kept in new-level.toml.bak" in bench.said[-2] and "kept" not in bench.said[-1]
    assert aside.read_text() == by_hand and "#" not in path.read_text()
    path.write_text("# other\n" + path.read_text())
    bench.editor.save()
    assert path.with_name("new-level.toml.bak2").read_text().startswith("# other")
    assert aside.read_text() == by_hand


def test_names_are_checked_and_no_level_takes_anothers_place(bench: Bench) -> None:
    bench.editor.save()
    for name in ("../escape", "CON"):
        bench.editor.filing.save_named(name)
        assert "cannot be the name of a file" in bench.said[-1]
    bench.editor.filing.save_named("other one")
    assert [path.stem for path in list_levels()] == ["new-level", "other one"]
    bench.editor.filing.save_named("new-level")
    assert "already" in bench.said[-1] and bench.status["file"].endswith("other one.toml")
    for number in range(2, 121):
        bench.editor.open(None, False)
        assert bench.editor.filing.stem == f"new-level-{number}"
        level_path(f"new-level-{number}").touch()
    bench.editor.save()
    assert bench.status["file"].endswith("new-level-121.toml")


def test_leaving_with_changes_asks_once_and_rescues_them(bench: Bench) -> None:
    bench.take("rock", "key:E")
    bench.tap("key:ENTER")
    bench.editor.open(None, False)
    assert bench.status["things"] == ["rock asteroid"] and "not saved" in bench.said[-1]
    bench.editor.close()
    assert len(load_level(level_path("unsaved")).level.asteroid) == 1
    assert bench.said[-1] == "Changes that were not saved are kept in unsaved"
    rescued = level_path("unsaved").read_bytes()
    with closing(Bench(open_editor)) as another:  # what was rescued may be missed yet
        another.take("rock", "key:E")
        another.tap("key:ENTER")
        another.editor.close()
        assert another.said[-1] == "Changes that were not saved are kept in unsaved-2"
    assert level_path("unsaved").read_bytes() == rescued and level_path("unsaved-2").exists()


@pytest.mark.parametrize("old", [False, True])
def test_what_a_full_disk_does_not_take_is_told_and_stays_unsaved(bench: Bench, old: bool) -> None:
    if old:
        bench.editor.save()
    path = level_path("new-level")
    before = path.read_bytes() if old else b""
    bench.take("rock", "key:E")
    bench.tap("key:ENTER")
    with full_disk(100):
        bench.editor.save()
    assert bench.said[-1] == "Not saved: File too large"
    assert bench.status["changed"], "whoever leaves now is asked"
    assert [file.name for file in path.parent.iterdir()] == [path.name] * old
    assert not old or path.read_bytes() == before
    note_files(bench)
    bench.editor.save()
    assert bench.said[-1] == "Saved as new-level" and not bench.status["changed"]
    assert len(load_level(path).level.asteroid) == 1


def test_a_shipped_world_is_opened_as_a_copy() -> None:
    world = load_world(2)
    with closing(Bench(open_editor, level=world)) as bench:
        assert bench.status["file"] == "" and bench.status["phases"] == 6
        bench.editor.save()
        assert bench.status["file"] == str(level_path(world.level.name.lower()))
        assert load_level(Path(bench.status["file"])).level == world.level
        own = Draft(Path(bench.status["file"]), world.text)
    with closing(Bench(lambda services: EditorScreen(services, own, own=True))) as again:
        assert again.status["file"] == str(own.path)


def test_a_flight_from_a_later_phase_begins_there_and_restarts_there(bench: Bench) -> None:
    bench.editor.state.editor.add_phase()
    bench.editor.play(2)
    screen = screen_of(bench.services, SandboxScreen)
    assert screen.match.hud().progress == 2
    bench.frame(30)
    bench.tap("key:R")
    again = screen_of(bench.services, SandboxScreen)
    assert again is not screen and again.match.hud().progress == 2
    again.back()
    assert bench.status["screen"] == "editor"


def test_a_level_that_is_changed_outside_while_it_is_flown_is_flown_anew_with_a_key(bench: Bench) -> None:
    bench.editor.save()
    bench.tap("key:F9")
    path = level_path("new-level")
    well = '\n[[zone]]\nkind = "well"\nplace = [1, 0, 0]\nradius = 9\nstrength = 5\n'
    path.write_text(path.read_text() + well)
    bench.disk.again(2)
    bench.frame(3)
    told = [line for line in bench.said if "flies it as it is now" in line]
    assert told == ["The level was changed: R flies it as it is now"]
    assert not screen_of(bench.services, SandboxScreen).match.world.zones.kind.any()
    bench.tap("key:R")
    assert screen_of(bench.services, SandboxScreen).match.world.zones.kind.any()


def test_a_sandbox_that_is_closed_closes_the_editor_behind_it(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a window does that is closed in the middle of a try; going back to the editor does not."""
    closed: list[str] = []
    monkeypatch.setattr(bench.editor, "close", lambda: closed.append("editor"))
    bench.tap("pad:back")
    sandbox = screen_of(bench.services, SandboxScreen)
    sandbox.back()
    assert closed == [] and bench.services.screen is bench.editor
    bench.tap("pad:back")
    screen_of(bench.services, SandboxScreen).close()
    assert closed == ["editor"]
