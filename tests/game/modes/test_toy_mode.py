"""A mode is one file: this one brings its own, and everything that a match can do works with it."""

import io
from collections.abc import Iterator, Mapping
from typing import ClassVar

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.game.hud import Banner, Hud, PlayerHud, Status
from arena.game.match import Match
from arena.game.mode import Mode
from arena.game.modes import MODES
from arena.game.replays.replay import ReplayError, read_replay, verify_replay
from arena.jit.tables import Table
from arena.render.offscreen import offscreen_context, picture
from arena.render.renderer import Renderer
from arena.sim.kinds import Kind, Pool
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.world import World, WorldConfig
from arena.view.scene import Viewer

FLY = PlayerCommand(90, 60, 127, 0, Button.FIRE)


class Tally(Table):
    """What the toy remembers."""

    flown: NDArray[np.int64]  # ticks with a living player, shape (1,)
    rows: NDArray[np.int32]  # of the rocks that it placed, shape (rocks,)


class Skittles(Mode):
    """A ring of as many rocks as the level says; over when half of them are gone, or after ten seconds."""

    name: ClassVar[str] = "skittles"
    tally: Tally

    def world_config(self) -> WorldConfig:
        return WorldConfig(self.setup.seed, self.setup.players, 4, 64, 64)

    def tables(self) -> Mapping[str, Table]:
        rocks = int(self.setup.level or "12")
        return {"tally": Tally(np.zeros(1, np.int64), np.full(rocks, -1, np.int32))}

    def begin(self, world: World) -> None:
        self.tally = world.tables["tally"]
        for slot in range(world.config.players):
            world.spawn_player(slot, (slot, 0.0, 4.0))
        for index in range(len(self.tally.rows)):
            direction = np.array([index - 5.5, 3.0, 16.0])
            self.tally.rows[index] = world.place(Kind.ASTEROID, direction, radius=0.8)

    def tick(self, world: World) -> None:
        self.tally.flown[0] += int(world.bodies.alive[0])

    def hud(self, world: World) -> Hud:
        left = len(world.rows(Pool.ASTEROID))
        players = (PlayerHud("Knock them over!"),) * world.config.players
        return Hud(players, status=Status("ROCKS", str(left)), banner=Banner("SKITTLES", "aim well", 40, 90))

    def over(self, world: World) -> bool:
        return int(self.tally.flown[0]) >= 600


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One line in the registry."""
    monkeypatch.setitem(MODES, Skittles.name, Skittles)
    yield


def test_it_is_played_to_its_end() -> None:
    with Match("skittles", seed=2, players=2, workers=1) as match:
        while not match.over:
            match.tick([FLY, PlayerCommand()])
        assert match.world.tick == 600
        assert match.world.tables["tally"].flown[0] == 600


def test_its_state_is_hashed_saved_and_taken_back() -> None:
    with Match("skittles", workers=1) as match, Match("skittles", workers=2) as other:
        for _ in range(50):
            match.tick([FLY])
        before, saved = match.array_hashes(), match.snapshot()
        match.mode.tick(match.world)
        after = match.array_hashes()
        assert [name for name in before if before[name] != after[name]] == ["tally.flown"]
        for copy in (match, other):
            copy.restore(saved)
            assert copy.array_hashes() == before
            for _ in range(20):
                copy.tick([FLY])
        assert match.state_hash() == other.state_hash()
        assert other.world.tables["tally"].flown[0] == 70


def test_its_recording_verifies_and_names_mode_and_level() -> None:
    stream = io.BytesIO()
    with Match("skittles", seed=9, workers=2, record=stream, level="7") as match:
        for _ in range(150):
            match.tick([FLY])
        assert len(match.world.tables["tally"].rows) == 7
    header = read_replay(stream.getvalue()).header
    assert (header.mode, header.level, "tally.flown" in header.array_names) == ("skittles", "7", True)
    assert verify_replay(stream.getvalue(), workers=1).identical


def test_a_release_without_it_refuses_its_recording(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.BytesIO()
    with Match("skittles", workers=1, record=stream) as match:
        match.tick()
    monkeypatch.delitem(MODES, "skittles")
    with pytest.raises(ReplayError, match="skittles"):
        verify_replay(stream.getvalue())


@pytest.mark.parametrize("level", ["11", "012"])
def test_another_level_is_another_game(level: str) -> None:
    with Match("skittles", workers=1) as match, Match("skittles", workers=1, level=level) as other:
        saved = match.snapshot()
        with pytest.raises(ValueError, match="from another level"):
            other.restore(saved)


@pytest.mark.gl
def test_it_is_shown() -> None:
    context = offscreen_context()
    viewer, size = Viewer(), (320, 180)
    with Match("skittles", workers=1) as match:
        match.tick([FLY])
        viewer.observe(match.world, match.hud())
        shown = viewer.build(match.world, match.hud(), 1.0, 1 / 60, size)
        bare = viewer.build(match.world, None, 1.0, 0.0, size)
        assert sum(map(len, shown.asteroids.values())) == 12
        renderer = Renderer(context, "low")
        pixels = [picture(renderer, frame, size).astype(int) for frame in (shown, bare)]
        assert np.abs(pixels[0] - pixels[1]).max(axis=2)[:60].max() > 60  # the banner, above
    context.release()
