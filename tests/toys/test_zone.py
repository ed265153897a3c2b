"""A zone is a row: its effect is one that there is, turned around."""

from pathlib import Path

import pytest

from arena.catalogue.kind_row import Guide
from arena.catalogue.zones import ZONES, ZoneRow, ZoneRules, ZoneShow
from tests.toys.harness import play_story
from tests.toys.headless import (
    hold_corpus,
    level,
    plain_kernels,
    play_recorded,
    print_kernels,
    refused_elsewhere,
)

GUIDE = Guide(place=46, title="Fountain", look="rings", answer="Fly around it.")


def fountain(effect: str = "pull", *, hides: bool = True) -> ZoneRow:
    """What pushes out of its middle."""
    return ZoneRow(
        number=6,
        name="fountain",
        rules=ZoneRules(effect=effect, sign=-1.0, hides=hides, usual_radius=10.0, usual_strength=9.0),
        show=ZoneShow(colour="well", mark="rings", about="pushes all bodies out", guide=GUIDE),
    )


def test_a_level_places_it_and_it_pushes_out(tmp_path: Path) -> None:
    play_story(push, tmp_path)
    refused_elsewhere(tmp_path)


def push(folder: Path) -> None:
    """A rock, a resting player and its companion leave it; a well in the same place would draw them in."""
    row = ZONES.add(fountain())
    import numpy as np

    from arena.game.match import Match
    from arena.sim.kinds import Pool
    from arena.sim.tables.commands import PlayerCommand

    def drifts(kind: str) -> dict[str, float]:
        """[u] by which each body went away from the middle."""
        zone = f'[[zone]]\nkind = "{kind}"\nplace = [0.1, 0, 1]\nradius = 12\nstrength = 9\n'
        rock = "[[asteroid]]\nplace = [0.1, 0.06, 1]\nradius = 1.0\n"
        middle, places = np.array([0.1, 0.0, 1.0]) / np.sqrt(1.01) * 52.0, list[dict[str, float]]()

        def look(match: Match) -> None:
            world = match.world
            rows = {"player": 0, "rock": int(world.rows(Pool.ASTEROID)[0])}
            far = np.linalg.norm(world.bodies.position[list(rows.values())] - middle, axis=1)
            places.append(dict(zip(rows, far.tolist(), strict=True)))
            if len(places) == 1:
                mask = int(world.zone_mask[rows["rock"]])
                assert mask == 1 << ZONES.named(kind).number

        phase = 'objective = {kind = "survive", seconds = 5}\n'
        (folder / kind).mkdir()
        play_recorded(
            folder / kind,
            lambda _: PlayerCommand(),
            90,
            look,
            mode="campaign",
            level=level(phase, zone + rock),
        )
        return {name: places[-1][name] - places[0][name] for name in places[0]}

    out, drawn = drifts(row.name), drifts("well")
    assert out["rock"] > 2.0 and out["player"] > 0.5
    assert drawn["rock"] < 0.0 and drawn["player"] < -0.5
    (folder / row.name / "game.replay").rename(folder / "game.replay")


def test_it_is_offered_by_the_editor_and_refused_by_its_right_name(tmp_path: Path) -> None:
    play_story(offer, tmp_path)


def offer(folder: Path) -> None:
    row = ZONES.add(fountain())
    from arena.game.editing.templates import PIECES, new_zone
    from arena.game.levels.parser import parse_level
    from arena.sim.world import World, WorldConfig
    from arena.sim.zones import add_zone

    assert row.show.about in {piece.about for piece in PIECES if piece.name == "fountain"}
    made = new_zone("fountain", (0.0, 0.0, 1.0), (0.0, 1.0, 0.0))
    assert (made["radius"], made["strength"], "axis" in made) == (10.0, 9.0, False)
    zone = '[[zone]]\nkind = "fountains"\nplace = [0, 0, 1]\nradius = 9\nstrength = 2\n'
    with pytest.raises(ValueError, match='one of "wind", "nebula", "well", "repulsor", "fountain"'):
        parse_level(level('objective = {kind = "survive", seconds = 5}\n', zone))
    with pytest.raises(
        ValueError, match="there is no zone of kind 5; there is wind, nebula, well, repulsor, fountain"
    ):
        add_zone(World(WorldConfig()), 5, (0.0, 0.0, 1.0), 5.0, 1.0)


def test_no_other_game_and_no_kernel_but_that_of_its_marks_changes(tmp_path: Path) -> None:
    changed = set(play_story(play_without_it, tmp_path).split("\n")) ^ set(plain_kernels().split("\n"))
    assert {line.split()[1] for line in changed} <= {"arena.view.marks.zones"}


def play_without_it(folder: Path) -> None:
    """It is there, and a game in wind and nebula that was recorded before it goes as it went.

    One that hides would make the radar's kernel anew.
    """
    ZONES.add(fountain(hides=False))
    print_kernels()
    hold_corpus("gates")


def test_an_effect_that_is_not_there_is_told(tmp_path: Path) -> None:
    play_story(lack_an_effect, tmp_path)


def lack_an_effect(folder: Path) -> None:
    ZONES.add(fountain(effect="pulls"))
    from arena.catalogue.registry import CatalogueError
    from arena.sim.world import World, WorldConfig

    with pytest.raises(CatalogueError, match=r"^zone fountain: no effect 'pulls'; perhaps 'pull'$"):
        World(WorldConfig())


def test_it_is_drawn_and_told_of(tmp_path: Path) -> None:
    play_story(show, tmp_path)


def show(folder: Path) -> None:
    """Its rings are drawn around its middle; it hides what is in it from the radar."""
    row = ZONES.add(fountain())
    import numpy as np

    from arena.catalogue import kinds
    from arena.sim.zones import add_zone
    from tests.toys.drawn import ahead, assert_drawn, guide_answers, palette_offers, quiet_match, radar_dots

    with quiet_match() as match:
        world, middle = match.world, ahead(match)
        assert_drawn(
            match,
            lambda: add_zone(world, row.number, tuple(middle), 4.0, 9.0),
            lambda: np.array([middle]) * world.shell_radius,
            reach=120.0,
        )
        drone = world.place(kinds.DRONE.number, middle)
        assert radar_dots(world, middle) > 0
        world.zone_mask[drone] = 1 << row.number
        assert radar_dots(world, middle) == 0
    assert guide_answers(GUIDE) == ["Fly around it."]
    assert palette_offers("fountain")
