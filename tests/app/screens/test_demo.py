"""The demo screen: its pilot is the one that the command asks for, in the next game as well."""

from collections.abc import Callable

from arena.app.screens.demo import RESTART_TICKS, DemoScreen
from arena.game.match import Match
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.world import World
from tests.app.fakes import services_for


def test_the_chosen_pilot_flies_every_game_of_a_demo_by_command_alone() -> None:
    seated = list[Match]()

    def take_seat(match: Match) -> Callable[[World], PlayerCommand]:
        seated.append(match)
        return lambda world: PlayerCommand(0, 127, 127, 0, Button.FIRE)

    services = services_for(pilot=take_seat, workers=1)
    DemoScreen(services, 3).close()
    assert not seated, "from the title the best bot plays"
    screen = DemoScreen(services, 3, leave=True)
    first = screen.match
    screen.update(0.0, [])
    screen.update(0.05, [])
    assert seated == [first] and first.world.players.held[0] == Button.FIRE
    first.mode.lives.left[0] = 0  # pyright: ignore[reportAttributeAccessIssue]
    first.world.pools[0].give(0)
    now = 0.1
    while screen.match is first and now < 0.1 + 2.0 * RESTART_TICKS / 60.0:
        screen.update(now, [])
        now += 0.05
    assert seated == [first, screen.match] and screen.match.setup.seed == 4
    screen.close()
