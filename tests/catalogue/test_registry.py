"""A row that cannot be used is refused in one line that names it and what is wrong."""

import dataclasses
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arena.catalogue import KINDS, MATERIALS, REGISTRIES, WEAPONS
from arena.catalogue.kind_row import kind_fault
from arena.catalogue.materials import METAL, ROCK, MaterialRow
from arena.catalogue.registry import MISSING, CatalogueError, Registry
from tests.catalogue.rows import Spot, changed, spots
from tests.processes import run_python
from tests.toys.harness import play_story

SPOTS = spots()
NUMBERS = [spot for spot in SPOTS if isinstance(spot.value, float)]


def empty(most: int = 4) -> Registry[MaterialRow]:
    """Room for a few rows."""
    return Registry("material", most)


def row_like(row: MaterialRow = ROCK, **new: Any) -> MaterialRow:
    return dataclasses.replace(row, **new)


def refused(registry: Registry[Any], row: Any) -> str:
    """Message of the error for a row that is refused; the registry stays as it was."""
    before = list(registry)
    with pytest.raises(CatalogueError) as error:
        registry.add(row)
    assert list(registry) == before
    return str(error.value)


def test_a_row_is_found_by_number_and_by_name() -> None:
    registry = empty()
    assert (len(registry), registry.size) == (0, 0)
    registry = empty()
    assert registry.add(METAL) is METAL and registry.add(ROCK) is ROCK
    assert list(registry) == [ROCK, METAL] and registry.names == ("rock", "metal")
    assert registry[2] is METAL and registry[0] is ROCK and registry.named("metal") is METAL
    assert (0 in registry, 1 in registry, 2 in registry, -1 in registry) == (True, False, True, False)
    assert (len(registry), registry.size) == (2, 3)


def test_what_is_not_there_is_said_with_what_is() -> None:
    registry = empty()
    registry.add(ROCK)
    registry.add(METAL)
    with pytest.raises(CatalogueError, match=r"^there is no material 'metals'; perhaps 'metal'$"):
        registry.named("metals")
    with pytest.raises(CatalogueError, match=r"^there is no material 'jelly'; there is rock, metal$"):
        registry.named("jelly")
    for number in (-1, 1, 3):
        with pytest.raises(CatalogueError, match=rf"^there is no material with number {number}$"):
            registry[number]


@pytest.mark.parametrize(
    ("row", "told"),
    [
        (row_like(name="lead"), "number 0 belongs to rock; 3 is free"),
        (row_like(number=1), "the name is taken by number 0"),
        (row_like(number=4, name="lead"), "number 4 is not within 0 to 3"),
        (row_like(number=-1, name="lead"), "number -1 is not within 0 to 3"),
        *((row_like(number=1, name=name), "a name is a-z, 0-9 and _, from a letter on, at most 32 of them")
          for name in ("", "Lead", "2lead", "_lead", "le ad", "lé", "lead\n", "a" * 33)),
    ],
)  # fmt: skip
def test_a_number_or_name_that_cannot_be_is_refused(row: MaterialRow, told: str) -> None:
    registry = empty()
    registry.add(ROCK)
    assert refused(registry, row) == f"material {row.name}: {told}"


def test_a_free_number_is_told_beyond_those_of_modules_to_come() -> None:
    registry = empty()
    for number in (0, 2):
        registry.add(row_like(number=number, name=f"a_{number}"))
    assert refused(registry, row_like(number=2, name="lead")).endswith("; 3 is free")
    registry.add(row_like(number=3, name="a_3"))
    assert refused(registry, row_like(number=2, name="lead")).endswith("; 1 is free")


def test_names_and_numbers_go_up_to_their_bounds() -> None:
    registry = empty()
    for number, name in ((0, "a"), (3, "z" * 32), (1, "a_1")):
        registry.add(row_like(number=number, name=name))
    assert registry.names == ("a", "a_1", "z" * 32)


@pytest.mark.parametrize("spot", SPOTS, ids=str)
def test_a_field_that_nobody_gave_is_named(spot: Spot) -> None:
    registry: Registry[Any] = Registry(spot.registry.what, spot.registry.most)
    row = changed(spot.row, spot.steps)
    if spot.is_required:
        name = "missing" if spot.steps == ("name",) else spot.row.name
        assert refused(registry, row) == f"{spot.registry.what} {name}: {spot.way} is missing"
    else:
        registry.add(row)
        assert "missing" in refused(registry, changed(spot.row, spot.steps, MISSING))


@pytest.mark.parametrize("spot", SPOTS, ids=str)
def test_a_value_of_another_type_is_named(spot: Spot) -> None:
    registry: Registry[Any] = Registry(spot.registry.what, spot.registry.most)
    told = refused(registry, changed(spot.row, spot.steps, b"seven"))
    name = "b'seven'" if spot.steps == ("name",) else spot.row.name
    assert told.startswith(f"{spot.registry.what} {name}: {spot.way} is b'seven', not ")
    if isinstance(spot.value, float):
        assert f"{spot.way} is True, not" in refused(registry, changed(spot.row, spot.steps, True))
        registry.add(changed(spot.row, spot.steps, 1))


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_a_number_that_is_not_finite_is_named(value: float) -> None:
    for spot in NUMBERS:
        registry: Registry[Any] = Registry(spot.registry.what, spot.registry.most)
        row = changed(spot.row, spot.steps, float(value))
        told = f"{spot.registry.what} {spot.row.name}: {spot.way} is {value}, not a finite number"
        assert refused(registry, row) == told


def test_a_factor_that_is_not_finite_is_named() -> None:
    registry: Registry[Any] = Registry("weapon", 8)
    row = changed(WEAPONS[1], ("rules", "materials"), {"rock": 1.0, "ice": float("nan")})
    assert refused(registry, row) == "weapon scatter: rules.materials.ice is nan, not a finite number"


def test_every_field_can_be_reached() -> None:
    """Rows that the other tests change are the rows of the catalogue but for that one field."""
    for spot in NUMBERS:
        assert changed(spot.row, spot.steps, spot.value) == spot.row
        assert changed(spot.row, spot.steps, spot.value + 1.0) != spot.row


def test_every_type_of_row_and_part_is_tried() -> None:
    tried = {type(spot.row).__name__ for spot in SPOTS}
    assert len(tried) == len(REGISTRIES)
    assert {"behaviour", "dash", "weapon", "debut"} < {step for spot in SPOTS for step in spot.steps}


@pytest.mark.parametrize(
    "use",
    [
        Registry[MaterialRow].seal,
        lambda registry: registry.size,
        lambda registry: registry.column(lambda row: row.rules.share),
        lambda registry: registry.resolve("mesh", lambda row: row.show.mesh, {"rock": 1}),
        lambda registry: registry.resolve_all("mesh", lambda row: (row.show.mesh,), {"rock": 1}),
    ],
    ids=["seal", "size", "column", "resolve", "resolve_all"],
)  # fmt: skip
def test_a_registry_that_was_used_takes_no_more_rows(use: Any) -> None:
    registry = empty()
    registry.add(ROCK)
    use(registry)
    told = "material metal: the catalogue is sealed; add rows before arena.sim is imported"
    assert refused(registry, METAL) == told


def test_the_first_world_seals_the_catalogue(tmp_path: Path) -> None:
    play_story(add_rows_too_late, tmp_path)


def add_rows_too_late(folder: Path) -> None:
    from arena.game.match import Match

    with Match(workers=1):
        for registry in REGISTRIES:
            row = dataclasses.replace(next(iter(registry)), number=registry.most - 1, name="late")
            assert refused(registry, row).startswith(f"{registry.what} late: the catalogue is sealed")


def test_columns_hold_each_row_at_its_number() -> None:
    registry = empty()
    for row in (METAL, ROCK):
        registry.add(row)
    assert registry.column(lambda row: len(row.name)).tolist() == [4.0, 0.0, 5.0]
    column = registry.column(lambda row: (row.number, 7), np.int16, -1)
    assert column.dtype == np.int16 and column.tolist() == [[0, 7], [-1, -1], [2, 7]]


def test_names_are_bound_to_what_they_stand_for() -> None:
    registry = empty()
    for row in (METAL, ROCK):
        registry.add(row)
    meshes = {"rock": 5, "metal": 6, "mud": 7}
    assert registry.resolve("mesh", lambda row: row.show.mesh, meshes) == {0: 5, 2: 6}
    assert registry.resolve("mesh", lambda row: row.show.mesh if row is METAL else None, meshes) == {2: 6}
    assert registry.resolve_all("mesh", lambda row: ("mud", None, row.show.mesh), meshes) == {
        0: (7, 5),
        2: (7, 6),
    }
    assert registry.numbers == {"rock": 0, "metal": 2}


@pytest.mark.parametrize(
    ("choices", "told"),
    [
        ({"rocks": 1, "metal": 2}, "material rock: no mesh 'rock'; perhaps 'rocks'"),
        ({"rock": 1, "jelly": 2, "mud": 3}, "material metal: no mesh 'metal'; there is rock, jelly, mud"),
    ],
)
def test_a_name_that_stands_for_nothing_is_told_with_its_row_and_field(
    choices: dict[str, int], told: str
) -> None:
    registry = empty()
    for row in (METAL, ROCK):
        registry.add(row)
    with pytest.raises(CatalogueError, match=f"^{re.escape(told)}$"):
        registry.resolve("mesh", lambda row: row.show.mesh, choices)
    with pytest.raises(CatalogueError, match=f"^{re.escape(told)}$"):
        registry.resolve_all("mesh", lambda row: (None, row.show.mesh), choices)


def test_the_order_in_which_rows_are_added_means_nothing() -> None:
    for registry in (KINDS, MATERIALS):
        other: Registry[Any] = Registry(registry.what, registry.most)
        for row in reversed(list(registry)):
            other.add(row)
        assert list(other) == list(registry) and other.names == registry.names
        assert (other.column(lambda row: len(row.name)) == registry.column(lambda row: len(row.name))).all()
        own = {row.name: row.number for row in registry}
        assert list(other.resolve("name", lambda row: row.name, own).items()) == [
            (number, number) for number in sorted(own.values())
        ]


def test_a_kind_without_a_hull_or_a_weapon_says_so() -> None:
    with pytest.raises(ValueError, match="kind asteroid has no hull"):
        KINDS.named("asteroid").ship  # noqa: B018
    with pytest.raises(ValueError, match="this ship has no gun"):
        KINDS.named("freighter").ship.gun  # noqa: B018
    assert KINDS.named("gunner").ship.gun.damage > 0.0


ODD = """
import dataclasses, importlib, sys
from arena.catalogue.kinds import GUNNER, KINDS
show = dataclasses.replace(GUNNER.show, {field}="lancr")
KINDS.add(dataclasses.replace(GUNNER, number=23, name="odd", show=show))
try:
    importlib.import_module("{module}")
except ValueError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("field", "module", "told"),
    [
        ("hull", "arena.render.hull_maps", "kind odd: no hull 'lancr'; perhaps 'lancer'"),
        ("colour", "arena.view.palette", "kind odd: no colour 'lancr'; perhaps 'lancer'"),
        ("killed_sound", "arena.app.sound.cues", "kind odd: no sound of its end 'lancr'"),
        ("blast", "arena.view.effects.effects", "kind odd: no blast 'lancr'"),
    ],
)
def test_names_that_rows_give_are_resolved_at_import(field: str, module: str, told: str) -> None:
    assert run_python(ODD.format(field=field, module=module)).startswith(told)


@pytest.mark.parametrize(
    ("steps", "value", "told"),
    [
        (("rules", "ship"), None, "rules.ship is missing: the pool enemy is of ships"),
        (("rules", "ship", "body", "radius"), -1.0, "rules.ship.body needs a radius and health above 0"),
        (("rules", "ship", "body", "health"), 0.0, "rules.ship.body needs a radius and health above 0"),
        (("show", "hull"), None, "show.hull and show.colour are missing: it comes in waves"),
        (("show", "colour"), None, "show.hull and show.colour are missing: it comes in waves"),
    ],
)
def test_a_kind_whose_fields_do_not_fit_together_is_refused(
    steps: tuple[str, ...], value: Any, told: str
) -> None:
    registry: Registry[Any] = Registry("kind", 32, kind_fault)
    row = KINDS.named("gunner")
    assert registry.add(row) is row
    other = changed(changed(changed(row, steps, value), ("number",), 23), ("name",), "odd")
    assert refused(registry, other) == f"kind odd: {told}"
