"""A mode is one file and one line: this one has a state of its own, and the whole game works with it."""

import io
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.catalogue import kinds
from arena.cli import main
from arena.game.hud import Banner, Hud, PlayerHud, Status
from arena.game.match import Match
from arena.game.mode import Mode, Request
from arena.game.mode_spec import ModeError, ModeSpec
from arena.game.modes import MODES
from arena.game.replays.replay import ReplayError, read_replay, verify_replay
from arena.jit.tables import Table
from arena.sim.kinds import Pool
from arena.sim.system import columns
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.world import World, WorldConfig
from tests.toys.harness import play_stories

FLY = PlayerCommand(90, 60, 127, 0, Button.FIRE)
LENGTH = 90
"""Of a game [ticks]."""


class Tally(Table):
    """State of the toy."""

    flown: NDArray[np.int64]  # ticks with a living player, shape (1,)
    rows: NDArray[np.int32]  # of the rocks that it placed, shape (rocks,)


class Skittles(Mode):
    """A ring of as many rocks as the level says; over after a while. Every tick in flight is a point."""

    spec = ModeSpec(
        name="skittles",
        title="Rock skittles",
        about=("Rocks in a ring:", "knock them over."),
        help="rocks to knock over",
        demo=True,
        music="rime",
        scored=True,
        ghosts=True,
        code=30,
    )
    writes = columns("tally", "flown")
    tally: Tally

    def world_config(self) -> WorldConfig:
        return WorldConfig(self.setup.seed, self.setup.seats, 4, 64, 64)

    def tables(self) -> Mapping[str, Table]:
        rocks = int(self.setup.level or "12")
        return {"tally": Tally(np.zeros(1, np.int64), np.full(rocks, -1, np.int32))}

    def begin(self, world: World) -> None:
        self.tally = world.tables["tally"]
        for slot in range(world.config.players):
            world.spawn_player(slot, (slot, 0.0, 4.0))
        for index in range(len(self.tally.rows)):
            direction = np.array([index - 5.5, 3.0, 16.0])
            self.tally.rows[index] = world.place(kinds.ASTEROID.number, direction, radius=0.8)

    def tick(self, world: World) -> None:
        self.tally.flown[0] += int(world.bodies.alive[0] and not self.over(world))

    def hud(self, world: World) -> Hud:
        left = len(world.rows(Pool.ASTEROID))
        players = (PlayerHud("Knock them over!"),) * world.config.players
        banner = Banner("SKITTLES", "aim well", 40, 90)
        return Hud(players, int(self.tally.flown[0]), status=Status("ROCKS", str(left)), banner=banner)

    def over(self, world: World) -> bool:
        return int(self.tally.flown[0]) >= LENGTH


def test_a_mode_is_one_file_and_one_line(tmp_path: Path) -> None:
    commands, app, *_ = play_stories(
        tmp_path, play_by_commands, play_in_app, play_matches, name_what_is_missing
    )
    assert "skittles: rocks to knock over" in commands and "identical over" in commands
    with pytest.raises(ReplayError, match="skittles"):  # here, where nobody registered it
        verify_replay(tmp_path / "demo" / "demo.replay")
    assert app.split("\n")[:-1] == [
        "play: skittles to rime",
        "reached: 90 in Rock skittles, normal",
        "listed: Rock skittles, normal",
        "demo: demo skittles",
        "on the screen of modes: Rocks in a ring:",
        "beside a ghost: skittles",
    ]


def play_by_commands(folder: Path) -> None:
    """On a machine whose OpenGL is too old to draw: headless commands skip their pictures."""
    os.environ["MESA_GL_VERSION_OVERRIDE"] = "2.1"
    MODES.register(Skittles)
    for command in ("play", "demo"):
        with pytest.raises(SystemExit):
            main([command, "--help"])
    demo = folder / "demo"
    assert main(["demo", "--headless", "--mode", "skittles", "--seconds", "1", "--output", str(demo)]) == 0
    assert main(["replay", "--verify", str(demo / "demo.replay")]) == 0
    assert read_replay(demo / "demo.replay").header.mode == "skittles"


def play_in_app(folder: Path) -> None:
    MODES.register(Skittles)
    import arena.commands.window
    from arena.app.menus.menu_screen import FOOT, MenuScreen
    from arena.app.play.match_screen import MatchScreen
    from arena.app.play.play_screen import PlayScreen
    from arena.app.routes import ROUTES, first_screen
    from arena.app.screens.modes import ModesScreen
    from arena.app.storage import paths
    from arena.app.storage.challenges import code_of_score, take_up
    from arena.app.storage.replay_list import list_replays
    from arena.game.modes import board_title
    from arena.view.overlay.overlay import Overlay
    from tests.app.fakes import services_for

    asked: dict[str, Any] = {}
    arena.commands.window.open_window = lambda start, *_, **details: asked.update(details, start=start) or 0
    assert main(["play", "--mode", "skittles", "--seed", "7"]) == 0
    services = services_for(workers=1, **{name: value for name, value in asked.items() if value is not None})
    services.routes, services.settings.lessons_done = ROUTES, True
    services.go(first_screen(services.options)(services))
    play = services.screen
    assert isinstance(play, PlayScreen) and play.match.setup == Skittles.setup_for(Request(7))
    now = 0.0
    while services.screen is play:
        play.update(now := now + 0.1, [])
    print("play:", play.match.setup.mode, "to", play.session._hearing.situation.theme)  # pyright: ignore[reportPrivateUsage]
    result = play.result
    assert result is not None and services.scores.best(result.board) == result.score
    print("reached:", result.score, "in", board_title(result.board))
    code = code_of_score(result.board, result.seed)
    assert code is not None and take_up(code) == play.match.setup
    assert isinstance(services.screen, MenuScreen)
    shown = {item.label: item.value() for item in services.screen.menu.items if item.value is not None}
    assert shown["Challenge"] == code
    services.screen.close()
    print("listed:", *(entry.mode for entry in list_replays(paths.replays_folder(), services.scores)))

    assert main(["demo", "--mode", "skittles"]) == 0
    others = services_for(workers=1, mode=asked["mode"], start=asked["start"])
    bots = first_screen(others.options)(others)
    assert isinstance(bots, MatchScreen)
    print("demo:", bots.name, bots.session.match.setup.mode)
    bots.close()
    services.ghosts = "best run"
    services.go_to("title")
    services.go_to("modes", services.screen)
    modes = services.screen
    assert isinstance(modes, ModesScreen)
    labels = [item.label for item in modes.menu.items]
    modes.menu.selected = labels.index("Rock skittles")
    place = modes.place(1600.0)
    assert place.y - place.high * min(place.rows, len(labels)) >= FOOT, (
        "with one mode more the menu still fits"
    )
    print("on the screen of modes:", modes._about()[0])  # pyright: ignore[reportPrivateUsage]
    begin = modes.menu.items[modes.menu.selected].activate
    assert begin is not None and modes._best() == result.score  # pyright: ignore[reportPrivateUsage]
    begin()
    again = services.screen
    assert isinstance(again, PlayScreen) and again.session.ghost is not None
    print("beside a ghost:", again.session.ghost.match.setup.mode)
    words, write = list[str](), Overlay.text

    def note(self: Overlay, text: str, *given: Any, **named: Any) -> float:
        words.append(text)
        return write(self, text, *given, **named)

    Overlay.text = note  # pyright: ignore[reportAttributeAccessIssue]
    again.build(0.0, (1280, 720)).views[0].overlay.rows()
    assert {"SKITTLES", "ROCKS"} <= set(words)
    again.close()


def play_matches(folder: Path) -> None:
    MODES.register(Skittles)
    with Match("skittles", workers=1) as match, Match("skittles", workers=2) as other:
        for _ in range(50):
            match.tick([FLY])
        before, saved = match.array_hashes(), match.snapshot()
        match.mode.tick(match.world)
        after = match.array_hashes()
        assert [name for name in before if before[name] != after[name]] == [*Skittles.writes]
        for copy in (match, other):
            copy.restore(saved)
            assert copy.array_hashes() == before
            for _ in range(20):
                copy.tick([FLY])
        assert match.state_hash() == other.state_hash()
        assert other.world.tables["tally"].flown[0] == 70
    stream = io.BytesIO()
    with Match("skittles", seed=9, players=2, workers=2, record=stream, level="7") as match:
        while not match.over:
            match.tick([FLY, PlayerCommand()])
        assert match.world.tick == LENGTH and len(match.world.tables["tally"].rows) == 7
    header = read_replay(stream.getvalue()).header
    assert (header.mode, header.level, "tally.flown" in header.array_names) == ("skittles", "7", True)
    assert verify_replay(stream.getvalue(), workers=1).identical
    for level in ("11", "012"):
        with (
            Match("skittles", workers=1, level=level) as match,
            pytest.raises(ValueError, match="another level"),
        ):
            match.restore(saved)


def name_what_is_missing(folder: Path) -> None:
    class Polka(Skittles):
        spec = replace(Skittles.spec, name="polka", code=None, music="polka")

    MODES.register(Polka)
    with pytest.raises(ModeError, match=r"^mode 'polka': music 'polka' is not known; there is world, tour, "):
        import arena.app.routes as routes
    Polka.spec = replace(Polka.spec, music="tour")
    import arena.app.routes as routes

    for field in ("chooser", "opens", "screen"):
        with pytest.raises(
            ModeError, match=rf"^mode 'polka': {field} 'attic' is not known; there is campaign, "
        ):
            routes.resolve(replace(Polka.spec, **{field: "attic"}))
    with pytest.raises(ModeError, match="mode 'skittles': it is registered after the screens were resolved"):
        MODES.register(Skittles)
