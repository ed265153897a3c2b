"""Flying beside a ghost: from the command line, from the menus, from a replay; and what is seen of it."""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.app.input.actions import Action
from arena.app.menus.menu import Item
from arena.app.play.play_screen import PlayScreen
from arena.app.play.session import GONE
from arena.app.routes import first_screen
from arena.app.screens.modes import ModesScreen
from arena.app.screens.replay import ReplayScreen
from arena.app.screens.title import TitleScreen
from arena.app.services import Options, Services
from arena.app.storage import paths
from arena.app.storage.levels import campaign_setup, load_world
from arena.app.storage.score_table import Result
from arena.app.window.window import WindowError
from arena.cli import main
from arena.game.bots.bot import Bot
from arena.game.match import Match
from arena.game.mode import Setup
from arena.game.modes import MODES
from arena.game.replays.playback import Playback
from arena.game.replays.reader import read_replay
from arena.game.scoring.board import Board

SIZE = (640, 360)
TICKS = 90


def as_chosen(screen: PlayScreen) -> Setup:
    """What a game was made from, less the seats that a window keeps free for who joins later."""
    return replace(screen.match.setup, seats=0)


def record(setup: Setup, name: str = "best") -> Path:
    """Let a bot fly it, into the player's folder."""
    folder = paths.replays_folder()
    folder.mkdir(parents=True, exist_ok=True)
    path, bot = folder / f"{name}.replay", Bot(0)
    with Match(
        setup.mode, setup.seed, setup.players, 1, path, setup.difficulty, setup.level, setup.seats
    ) as match:
        for _ in range(TICKS):
            match.tick([bot.command(match.world), *[GONE] * (setup.seats - 1)])
    return path


def keep(services: Services, setup: Setup, score: int, replay: str = "best.replay") -> None:
    board = MODES[setup.mode].board(setup)
    services.scores.add(Result(board, score, 1, TICKS, setup.seed, replay=replay))


def play_of(services: Services) -> PlayScreen:
    assert isinstance(services.screen, PlayScreen)
    return services.screen


def press(items: list[Item], label: str) -> None:
    [act] = [item.activate for item in items if item.label == label]
    assert act is not None
    act()


def test_a_game_beside_a_ghost_is_the_game_without_one(services: Services) -> None:
    setup = Setup("endless", 8, 1, "hard", seats=4)
    replay = read_replay(record(setup))
    states: list[list[int]] = []
    for arguments in (("play", setup), ("play beside", replay)):
        services.screen.leave_for(*arguments)  # pyright: ignore[reportOptionalMemberAccess]
        play, seen = play_of(services), list[int]()
        services.devices.press("keyboard", "key:D")
        for _ in range(TICKS + 20):
            play.session.tick()
            play.build(0.0, SIZE)
            seen.append(play.match.state_hash())
        states.append(seen)
        services.devices.release("keyboard", "key:D")
    assert states[0] == states[1]
    ghost = play_of(services).session.ghost
    assert ghost is not None and ghost.ended
    playback = Playback(replay, 1)
    playback.jump(TICKS)
    assert ghost.match.state_hash() == playback.match.state_hash() != states[0][TICKS - 1]
    playback.close()


def test_again_beside_a_ghost_is_the_same_game_beside_the_same_ghost(services: Services) -> None:
    replay = read_replay(record(Setup("endless", 8)))
    services.screen.leave_for("play beside", replay)  # pyright: ignore[reportOptionalMemberAccess]
    play_of(services).session.tick()
    play_of(services).restart()
    again = play_of(services)
    assert again.match.world.tick == 0 and as_chosen(again) == replay.header.setup
    assert again.session.ghost is not None and again.session.ghost.match.world.tick == 0


def test_the_best_run_flies_along_where_that_is_chosen(services: Services) -> None:
    setup = Setup("endless", 77)
    record(setup)
    record(Setup("endless", 5), "worse")
    keep(services, setup, 900)
    keep(services, Setup("endless", 5), 500, "worse.replay")
    keep(services, Setup("endless", 6), 1_000, "gone.replay")
    services.go_to("modes", services.screen)
    modes = services.screen
    assert isinstance(modes, ModesScreen)
    press(modes.menu.items, "Ghost")
    press(modes.menu.items, "Endless")
    play = play_of(services)
    assert as_chosen(play) == setup and play.session.ghost is not None


def test_the_campaign_and_the_day_have_ghosts_too(services: Services) -> None:
    services.beside_best = True
    services.settings.difficulty = "normal"
    world = campaign_setup(load_world(1), 31)
    record(world)
    keep(services, world, 100)
    services.go_to("modes", services.screen)
    services.go_to("campaign", services.screen)
    assert services.screen is not None
    services.screen.update(0.0, [Action.MENU_ACCEPT])
    play = play_of(services)
    assert as_chosen(play) == world and play.session.ghost is not None


def test_a_game_without_a_best_run_begins_alone(services: Services) -> None:
    services.beside_best = True
    services.go_to("modes", services.screen)
    assert isinstance(services.screen, ModesScreen)
    press(services.screen.menu.items, "Game of the day")
    assert play_of(services).session.ghost is None
    assert services.message == "No ghost: there is no run with a replay here yet"


def test_several_players_fly_beside_a_run_of_as_many_or_are_told(services: Services) -> None:
    services.beside_best, services.players = True, 2
    services.go_to("modes", services.screen)
    modes = services.screen
    assert isinstance(modes, ModesScreen)
    modes.menu.selected = [item.label for item in modes.menu.items].index("Ghost")
    assert modes._about()[1] == "of as many players, if there is one:"  # pyright: ignore[reportPrivateUsage]
    alone, together = Setup("endless", 77), Setup("endless", 78, 2)
    record(alone)
    keep(services, alone, 900)
    press(modes.menu.items, "Endless")
    play = play_of(services)
    assert play.session.ghost is None
    assert services.message == "No ghost: there is no run of 2 players with a replay here yet"
    record(together, "two")
    keep(services, together, 500, "two.replay")
    play.leave_for("modes", TitleScreen(services))
    assert isinstance(services.screen, ModesScreen)
    press(services.screen.menu.items, "Endless")
    play = play_of(services)
    assert play.session.ghost is not None and as_chosen(play) == replace(together, seats=0)


def test_a_mode_without_ghosts_says_so(services: Services) -> None:
    services.beside_best = True
    services.go_to("modes", services.screen)
    assert isinstance(services.screen, ModesScreen)
    press(services.screen.menu.items, "First flight")
    assert play_of(services).match.setup.mode == "lessons"
    assert services.message == "No ghost: First flight has none"


def test_any_replay_that_is_shown_may_be_flown_beside(services: Services) -> None:
    replay = read_replay(record(Setup("endless", 8)))
    services.go(ReplayScreen(services, Playback(replay, 1), services.screen))
    assert services.screen is not None
    services.screen.update(0.0, [Action.RACE])
    assert play_of(services).session.ghost is not None
    practice = read_replay(record(Setup("practice", 8, level="endless"), "practice"))
    services.screen.leave_for("title")
    services.go(ReplayScreen(services, Playback(practice, 1), services.screen))
    services.screen.update(0.0, [Action.RACE])
    assert services.screen.name == "replay"
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


def test_boards_of_other_days_have_no_best_run_of_this_one(services: Services) -> None:
    services.scores.add(Result(Board("daily", day="2020-01-01"), 5, 1, 5, 5, replay="best.replay"))
    record(Setup("endless", 3))
    services.beside_best = True
    services.go_to("modes", services.screen)
    assert isinstance(services.screen, ModesScreen)
    press(services.screen.menu.items, "Game of the day")
    assert play_of(services).session.ghost is None
