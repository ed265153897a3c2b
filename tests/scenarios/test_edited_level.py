"""From nothing to a level that is played: built by the editor's actions, saved, loaded, flown, verified."""

from pathlib import Path

import pytest

from arena.app.storage.level_files import level_path, save_level
from arena.app.storage.levels import load_level
from arena.game.bots.bot import Bot
from arena.game.editing.editor import Editor
from arena.game.editing.templates import PIECES, Piece
from arena.game.levels.plan import Boss, Hold
from arena.game.match import Match
from arena.game.replays.replay import verify_replay

UP = (0.0, 1.0, 0.0)
TICKS_MAX = 60 * 180


def piece(name: str) -> Piece:
    """The one of that name."""
    return next(found for found in PIECES if found.name == name)


def build() -> Editor:
    """Two asteroids, two zones, a ring to hold under fire, and a boss."""
    editor = Editor()
    editor.set_value(("name",), "From nothing")
    editor.place(piece("rock"), (0.3, 0.0, 1.0), UP)
    editor.place(piece("metal"), (-0.3, 0.1, 1.0), UP)
    editor.turn(editor.chosen, 30.0)
    editor.place(piece("wind"), (0.5, 0.5, 1.0), UP)
    editor.place(piece("nebula"), (-0.6, 0.2, 1.0), UP)
    editor.place(piece("hold"), (0.2, 0.2, 1.0), UP)
    editor.set_value((*editor.chosen, "seconds"), 8)
    editor.place(piece("drone"), (0.0, -0.5, 1.0), UP)
    editor.add_phase()
    editor.place(piece("boss"), (0.2, 0.9, 1.0), UP)
    return editor


def test_a_level_built_from_nothing_is_saved_loaded_won_by_the_bot_and_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    editor, path = build(), level_path("from nothing")
    assert not editor.problems
    save_level(path, editor.text)
    file, record = load_level(path), tmp_path / "from-nothing.arp"
    assert file.level == editor.level
    assert [type(phase.objective) for phase in file.level.phase] == [Hold, Boss]
    assert (len(file.level.zone), len(file.level.asteroid)) == (2, 2)
    with Match("campaign", seed=3, workers=1, level=file.text, record=record) as match:
        bot = Bot()
        while not match.over and match.world.tick < TICKS_MAX:
            match.tick([bot.command(match.world)])
        assert match.won, match.mode.results(match.world)
    assert verify_replay(record, workers=1).identical
