"""A zone is a row: its effect is one that there is, turned around."""

from pathlib import Path

import pytest

from arena.catalogue.kind_row import Guide
from arena.catalogue.zones import ZONES, ZoneRow, ZoneRules, ZoneShow
from tests.toys.harness import play_stories
from tests.toys.headless import (
    changed_kernels,
    hold_corpus,
    level,
    make_match,
    play_recorded,
    print_kernels,
    refuse,
    refused_elsewhere,
)

GUIDE = Guide(place=46, title="Fountain", look="rings", answer="Fly around it.")


def fountain(effect: str = "pull", *, hides: bool = True) -> ZoneRow:
    """Zone that pushes out of its middle."""
    return ZoneRow(
        number=6,
        name="fountain",
        rules=ZoneRules(effect=effect, sign=-1.0, hides=hides, usual_radius=10.0, usual_strength=9.0),
        show=ZoneShow(colour="well", mark="rings", about="pushes all bodies out", guide=GUIDE),
    )


def test_a_zone_is_a_row(tmp_path: Path) -> None:
    _, kernels, _ = play_stories(tmp_path, play, play_without_it, lack_an_effect)
    refused_elsewhere(tmp_path)
    assert {module for _, module, _ in changed_kernels(kernels)} <= {"arena.view.marks.zones"}


def play(folder: Path) -> None:
    row = ZONES.add(fountain())
    push(folder, row)
    offer(row)
    show(row)


def push(folder: Path, row: ZoneRow) -> None:
    """A rock, a resting player and its companion leave it; a well in the same place would draw them in."""
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
        text = level(phase, zone + rock)
        play_recorded(folder / kind, lambda _: PlayerCommand(), 90, look, mode="campaign", level=text)
        return {name: places[-1][name] - places[0][name] for name in places[0]}

    out, drawn = drifts(row.name), drifts("well")
    assert out["rock"] > 2.0 and out["player"] > 0.5
    assert drawn["rock"] < 0.0 and drawn["player"] < -0.5
    (folder / row.name / "game.replay").rename(folder / "game.replay")


def offer(row: ZoneRow) -> None:
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


def play_without_it(folder: Path) -> None:
    """It is there, and a game in wind and nebula that was recorded before it goes as it went.

    One that hides would make the radar's kernel anew.
    """
    ZONES.add(fountain(hides=False))
    print_kernels()
    hold_corpus("gates")


def lack_an_effect(folder: Path) -> None:
    ZONES.add(fountain(effect="pulls"))
    refuse("zone fountain: no effect 'pulls'; perhaps 'pull'", make_match)


def show(row: ZoneRow) -> None:
    """Its rings are drawn around its middle; it hides what is in it from the radar."""
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
