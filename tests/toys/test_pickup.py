"""A pickup is a row: taken, it gives what it says; left behind as often as its weight says."""

from pathlib import Path

from arena.catalogue.kind_row import Guide
from arena.catalogue.pickups import PICKUPS, PickupRow, PickupRules, PickupShow
from tests.toys.harness import play_stories
from tests.toys.headless import (
    changed_kernels,
    hold_corpus,
    make_match,
    play_recorded,
    print_kernels,
    refuse,
    refused_elsewhere,
)

GUIDE = Guide(place=45, title="Crate", look="a C", answer="Take it.")


def crate(weight: int) -> PickupRow:
    """Two bombs, a ship, a full shield and energy for the lance, at once."""
    return PickupRow(
        number=20,
        name="crate",
        rules=PickupRules(energy="lance", heals=True, bombs=2, multiplies=True, lives=1, weight=weight),
        show=PickupShow(sign="C", colour="boost", sound="bomb_gained", gain="CRATE", guide=GUIDE),
    )


def test_a_pickup_is_a_row(tmp_path: Path) -> None:
    _, kernels, *_ = play_stories(tmp_path, take, play_without_it, feed_nothing)
    refused_elsewhere(tmp_path)
    assert changed_kernels(kernels) == []


def take(folder: Path) -> None:
    """Enemies leave it instead of energy, for its weight is more than what is left: a bot takes it."""
    row = PICKUPS.add(crate(weight=1000))
    from arena.catalogue import kinds
    from arena.game.bots.bot import Bot
    from arena.game.match import Match
    from arena.game.scoring.points import PICKUP_CHARGE
    from arena.sim.kinds import Pool
    from arena.sim.tables.commands import PlayerCommand
    from arena.sim.tables.events import Event

    bot, seen, given = Bot(skill="best"), set[int](), list[tuple[int, ...]]()

    def held(match: Match) -> tuple[int, int, int]:
        players, lives = match.world.players, match.world.tables["lives"]
        return int(players.energy[0, 2]), int(players.bombs[0]), int(lives.left[0])

    before = (0, 0, 0)

    def pilot(match: Match) -> PlayerCommand:
        nonlocal before
        before = held(match)
        return bot.command(match.world)

    def look(match: Match) -> bool:
        world, count = match.world, int(match.world.events.count[0])
        seen.update(world.bodies.variant[world.rows(Pool.PICKUP)].tolist())
        taken = world.events.size[:count][world.events.kind[:count] == Event.COLLECTED]
        if taken.tolist() == [20]:
            given.append(tuple(after - was for was, after in zip(before, held(match), strict=True)))
            assert world.bodies.health[0] == kinds.PLAYER.ship.health
            assert world.tables["score"].charge[0] >= PICKUP_CHARGE
        return bool(given)

    play_recorded(folder, pilot, 2400, look, seed=6)
    assert 20 in seen <= {20, *range(3, 7)}
    assert given == [(1, 2, 1)]
    show(row)


def play_without_it(folder: Path) -> None:
    """It is there, never left behind, and a game that was recorded before it goes as it went."""
    PICKUPS.add(crate(weight=0))
    print_kernels()
    hold_corpus("endless")


def feed_nothing(folder: Path) -> None:
    rules = PickupRules(energy="lances", heals=False, bombs=0, multiplies=False, lives=0, weight=0)
    PICKUPS.add(PickupRow(number=20, name="crate", rules=rules, show=crate(0).show))
    refuse("pickup crate: no weapon to feed 'lances'; perhaps 'lance'", make_match)


def show(row: PickupRow) -> None:
    """Its sign stands on the radar, its ring on the shell; taken, it sounds and says its gain."""
    import numpy as np

    from arena.catalogue import kinds
    from arena.sim.tables.events import Event
    from arena.view.hud.popups import gain_text
    from tests.toys.drawn import ahead, assert_drawn, guide_answers, heard, quiet_match, radar_dots

    with quiet_match() as match:
        world, placed = match.world, list[int]()
        assert_drawn(
            match,
            lambda: placed.append(world.place(kinds.PICKUP.number, ahead(match), material=row.number)),
            lambda: world.bodies.position[placed],
            reach=40.0,
        )
        assert radar_dots(world, world.bodies.position[placed[0]]) > 0 == radar_dots(world, -ahead(match))
    assert heard(Event.COLLECTED, kinds.PICKUP.number, row.number) == ["bomb_gained"]
    assert gain_text(row.number, np.zeros(3, np.int64)) == "CRATE"
    assert guide_answers(GUIDE) == ["Take it."]
