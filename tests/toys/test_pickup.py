"""A pickup is a row: taken, it gives what it says; left behind as often as its weight says."""

from pathlib import Path

import pytest

from arena.catalogue.kind_row import Guide
from arena.catalogue.pickups import PICKUPS, PickupRow, PickupRules, PickupShow
from tests.toys.harness import play_story
from tests.toys.headless import hold_corpus, plain_kernels, play_recorded, print_kernels, refused_elsewhere

GUIDE = Guide(place=45, title="Crate", look="a bar", answer="Take it.")


def crate(weight: int) -> PickupRow:
    """Two bombs, a ship and a full shield at once."""
    loads = tuple((material, weight) for material in ("rock", "ice", "metal"))
    return PickupRow(
        number=20,
        name="crate",
        rules=PickupRules(heals=True, bombs=2, lives=1, weight=weight, loads=loads),
        show=PickupShow(
            sign=(((-1.0, 0.0), (1.0, 0.0)),), colour="boost", sound="bomb_gained", gain="CRATE", guide=GUIDE
        ),
    )


def test_it_gives_all_that_it_holds_and_is_verified(tmp_path: Path) -> None:
    play_story(take, tmp_path)
    refused_elsewhere(tmp_path)


def take(folder: Path) -> None:
    """Enemies leave it more often than anything else: a bot takes it."""
    PICKUPS.add(crate(weight=1000))
    from arena.catalogue import kinds
    from arena.game.bots.bot import Bot
    from arena.game.match import Match
    from arena.game.spawning.drops import create_drop_table
    from arena.sim.kinds import Pool
    from arena.sim.tables.commands import PlayerCommand
    from arena.sim.tables.events import Event

    drops = create_drop_table()
    assert drops.pickup[drops.share.searchsorted(0.99)] == 20
    bot, seen, given = Bot(skill="best"), set[int](), list[tuple[int, int]]()
    before = [0, 0]

    def pilot(match: Match) -> PlayerCommand:
        players, lives = match.world.players, match.world.tables["lives"]
        before[:] = int(players.bombs[0]), int(lives.left[0])
        return bot.command(match.world)

    def look(match: Match) -> None:
        world, count = match.world, int(match.world.events.count[0])
        rows = world.rows(Pool.PICKUP)
        rows = rows[world.bodies.kind[rows] == kinds.PICKUP.number]
        seen.update(world.bodies.variant[rows].tolist())
        taken = world.events.size[:count][world.events.kind[:count] == Event.COLLECTED]
        if taken.tolist() != [20]:
            return
        players, lives = world.players, world.tables["lives"]
        after = int(players.bombs[0]), int(lives.left[0])
        given.append((after[0] - before[0], after[1] - before[1]))
        assert world.bodies.health[0] == kinds.PLAYER.ship.body.health

    play_recorded(folder, pilot, 3600, look, seed=1)
    assert 20 in seen <= {*drops.pickup.tolist(), *drops.load.tolist()}
    assert given[0] == (2, 1)


def test_no_other_game_and_no_kernel_changes(tmp_path: Path) -> None:
    assert play_story(play_without_it, tmp_path) == plain_kernels()


def play_without_it(folder: Path) -> None:
    """It is there, never left behind, and a game that was recorded before it goes as it went."""
    PICKUPS.add(crate(weight=0))
    print_kernels()
    hold_corpus("endless")


def test_a_pickup_without_effect_is_refused(tmp_path: Path) -> None:
    play_story(do_nothing, tmp_path)


def refuse_match(told: str, rules: PickupRules) -> None:
    """The first match says what is wrong with rules."""
    PICKUPS.add(PickupRow(number=20, name="crate", rules=rules, show=crate(0).show))
    from arena.catalogue.registry import CatalogueError
    from arena.game.match import Match

    with pytest.raises(CatalogueError) as error:
        Match(workers=1)
    assert str(error.value) == f"pickup crate: {told}"


def do_nothing(folder: Path) -> None:
    refuse_match("no effect; give its rules one", PickupRules(weight=3))


def test_it_is_drawn_heard_and_told_of(tmp_path: Path) -> None:
    play_story(show, tmp_path)


def show(folder: Path) -> None:
    """Its sign stands on the radar, its cage on the shell; taken, it sounds and says its gain."""
    row = PICKUPS.add(crate(weight=0))

    from arena.catalogue import kinds
    from arena.sim.tables.events import Event
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
    assert guide_answers(GUIDE) == ["Take it."]
