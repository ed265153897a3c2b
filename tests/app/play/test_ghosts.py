"""Flying beside a ghost: from the command line, from the menus, from a replay; and what is seen of it."""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.app.input.actions import Action
from arena.app.play.play_screen import PlayScreen
from arena.app.routes import first_screen
from arena.app.screens.modes import ModesScreen
from arena.app.screens.replay import ReplayScreen
from arena.app.screens.title import TitleScreen
from arena.app.services import Options, Screen, Services
from arena.app.storage.levels import campaign_setup, load_world
from arena.app.storage.score_table import Result
from arena.app.window.window import WindowError
from arena.cli import main
from arena.game.mode import Setup
from arena.game.modes import MODES
from arena.game.replays.playback import Playback
from arena.game.replays.reader import read_replay
from arena.game.scoring.board import Board
from tests.app.fakes import RECORDED_TICKS, record, screen_of

SIZE = (640, 360)


def as_chosen(screen: PlayScreen) -> Setup:
    """Setup of a game without the seats that a window keeps free for players who join later."""
    return replace(screen.match.setup, seats=0)


def begin(services: Services, label: str, *before: str) -> PlayScreen:
    """Choose lines of the screen of modes; the last one begins a game."""
    services.go_to("modes", TitleScreen(services))
    for line in (*before, label):
        [act] = [item.activate for item in screen_of(services, ModesScreen).menu.items if item.label == line]
        assert act is not None
        act()
    return screen_of(services, PlayScreen)


def keep(services: Services, setup: Setup, score: int, replay: str = "best.replay") -> None:
    board = MODES[setup.mode].board(setup)
    services.scores.add(Result(board, score, 1, RECORDED_TICKS, setup.seed, replay=replay))


def test_a_game_beside_a_ghost_is_the_game_without_one(services: Services) -> None:
    setup = Setup("endless", 8, 1, "hard", seats=4)
    replay = read_replay(record(setup))
    states: list[list[int]] = []
    for arguments in (("play", setup), ("play beside", replay)):
        screen_of(services, Screen).leave_for(*arguments)
        play, seen = screen_of(services, PlayScreen), list[int]()
        services.devices.press("keyboard", "key:D")
        for _ in range(RECORDED_TICKS + 20):
            play.session.tick()
            play.build(0.0, SIZE)
            seen.append(play.match.state_hash())
        states.append(seen)
        services.devices.release("keyboard", "key:D")
    assert states[0] == states[1]
    ghost = screen_of(services, PlayScreen).session.ghost
    assert ghost is not None and ghost.ended
    playback = Playback(replay, 1)
    playback.jump(RECORDED_TICKS)
    assert ghost.match.state_hash() == playback.match.state_hash() != states[0][RECORDED_TICKS - 1]
    playback.close()


def test_again_beside_a_ghost_is_the_same_game_beside_the_same_ghost(services: Services) -> None:
    replay = read_replay(record(Setup("endless", 8)))
    screen_of(services, Screen).leave_for("play beside", replay)
    play = screen_of(services, PlayScreen)
    play.session.tick()
    play.restart()
    again = screen_of(services, PlayScreen)
    assert again.match.world.tick == 0 and as_chosen(again) == replay.header.setup
    assert again.session.ghost is not None and again.session.ghost.match.world.tick == 0


@pytest.mark.parametrize(("asked", "flown"), [(None, 77), (5, 5)])
def test_the_best_run_flies_along_where_that_is_chosen(
    asked: int | None, flown: int, services: Services
) -> None:
    """Of all runs, but where a seed was asked for, of those on that one."""
    services.options = replace(services.options, seed=asked)
    setup = Setup("endless", 77)
    record(setup)
    record(Setup("endless", 5), "worse")
    keep(services, setup, 900)
    keep(services, Setup("endless", 5), 500, "worse.replay")
    keep(services, Setup("endless", 6), 1_000, "gone.replay")
    play = begin(services, "Endless", "Ghost")
    assert as_chosen(play) == Setup("endless", flown)
    assert play.session.ghost is not None and play.session.ghost.match.setup.seed == flown


def test_the_campaign_has_ghosts_too(services: Services) -> None:
    services.ghosts = "best run"
    world = campaign_setup(load_world(1), 31)
    record(world)
    keep(services, world, 100)
    services.go_to("modes", services.screen)
    services.go_to("campaign", services.screen)
    screen_of(services, Screen).update(0.0, [Action.MENU_ACCEPT])
    play = screen_of(services, PlayScreen)
    assert as_chosen(play) == world and play.session.ghost is not None


@pytest.mark.parametrize(
    ("mode", "said"),
    [
        ("Game of the day", "No ghost: there is no run with a replay here yet"),
        ("First flight", "No ghost: First flight has none"),
    ],
)
def test_a_game_without_a_best_run_begins_alone(mode: str, said: str, services: Services) -> None:
    """Boards of other days have no best run of this one."""
    services.scores.add(Result(Board("daily", day="2020-01-01"), 5, 1, 5, 5, replay="best.replay"))
    record(Setup("endless", 3))
    services.ghosts = "best run"
    assert begin(services, mode).session.ghost is None
    assert services.message == said


def test_several_players_fly_beside_a_run_of_as_many_or_are_told(services: Services) -> None:
    services.ghosts, services.players = "best run", 2
    services.go_to("modes", services.screen)
    modes = screen_of(services, ModesScreen)
    modes.menu.selected = [item.label for item in modes.menu.items].index("Ghost")
    assert modes._about()[1] == "of as many players, if there is one:"  # pyright: ignore[reportPrivateUsage]
    alone, together = Setup("endless", 77), Setup("endless", 78, 2)
    record(alone)
    keep(services, alone, 900)
    assert begin(services, "Endless").session.ghost is None
    assert services.message == "No ghost: there is no run of 2 players with a replay here yet"
    record(together, "two")
    keep(services, together, 500, "two.replay")
    play = begin(services, "Endless")
    assert play.session.ghost is not None and as_chosen(play) == replace(together, seats=0)


def test_any_replay_that_is_shown_may_be_flown_beside(services: Services) -> None:
    def race(setup: Setup) -> Screen:
        replay = read_replay(record(setup, setup.mode))
        services.go(ReplayScreen(services, Playback(replay, 1), TitleScreen(services)))
        screen_of(services, Screen).update(0.0, [Action.RACE])
        return screen_of(services, Screen)

    race(Setup("endless", 8))
    assert screen_of(services, PlayScreen).session.ghost is not None
    assert race(Setup("practice", 8, level="endless")).name == "replay"
    assert services.message.startswith("Ghosts fly in campaign, endless, daily")


def test_the_command_line_takes_the_game_from_the_file(services: Services, tmp_path: Path) -> None:
    path = record(Setup("endless", 8, 1, "easy"))
    screen = first_screen(Options(start="play", ghost=path))(services)
    assert isinstance(screen, PlayScreen) and as_chosen(screen) == Setup("endless", 8, 1, "easy")
    screen.close()
    (tmp_path / "none").write_bytes(b"none")
    with pytest.raises(WindowError, match="not an Arena replay"):
        first_screen(Options(start="play", ghost=tmp_path / "none"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seed", "3"], "leave the flags that choose another one out"),
        (["--mode", "daily"], "leave the flags that choose another one out"),
        ([], "missing.replay: cannot read the replay"),
    ],
)
def test_a_ghost_that_cannot_be_is_refused(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--ghost", "missing.replay", *words]) == 2
    assert said in capsys.readouterr().err
