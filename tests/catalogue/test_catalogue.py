"""Numbers that are stored somewhere stay what they are; the hash covers the rules and nothing else."""

from typing import Any

import pytest

from arena import catalogue
from arena.catalogue import REGISTRIES, catalogue_hash
from arena.catalogue.registry import Registry
from tests.catalogue.rows import Spot, another, changed, spots

NUMBERS = {
    "kind": {
        0: "player", 1: "drone", 2: "gunner", 3: "lancer", 4: "weaver", 5: "miner", 6: "stalker",
        7: "carrier", 8: "boss", 9: "boss_part", 10: "companion", 11: "mine", 12: "freighter",
        13: "asteroid", 14: "pickup", 15: "bullet", 20: "crate",
        16: "sniper",
        17: "volatile", 18: "shielder", 19: "splitter", 24: "runner",
    },
    "weapon": {0: "pulse", 1: "scatter", 2: "lance"},
    "module": {
        0: "rapid", 1: "overcharge", 2: "barrel", 3: "rear", 4: "ricochet", 5: "arc", 6: "frost",
        7: "blast", 8: "twin", 9: "pierce", 10: "broad", 11: "heavy", 12: "split", 13: "plating",
        14: "capacitor", 15: "burner", 16: "trail", 17: "rack", 18: "fallout", 19: "magnet", 20: "repel",
        21: "sparks", 22: "mines", 23: "ram", 24: "orbiters", 25: "wingman",
        32: "storm", 33: "prism", 34: "thunder", 35: "blizzard",
        36: "shrapnel", 37: "reaction", 38: "aegis", 39: "comet", 41: "nova",
    },
    "pickup": {0: "pulse", 1: "scatter", 2: "lance", 3: "shield", 4: "bomb", 5: "multiplier", 6: "life",
               7: "guard"},
    "material": {0: "rock", 1: "ice", 2: "metal"},
    "boss": {0: "bastion", 1: "ram", 2: "matriarch", 3: "sower", 4: "crown", 5: "siege"},
    "part": {0: "turret", 1: "shield", 2: "launcher", 3: "layer", 4: "plate", 5: "mortar"},
    "zone": {1: "wind", 2: "nebula", 3: "well", 4: "repulsor"},
    "hull": {0: "standard", 1: "dart", 2: "bulwark", 3: "comet", 4: "glass"},
    "trial": {
        1: "warm_up", 2: "no_guns", 3: "one_bomb", 4: "lance_only", 5: "scatter_only", 6: "ice_field",
        7: "metal_rain", 8: "one_heart", 9: "crossfire", 10: "in_the_dark", 11: "wells",
        12: "headwind", 13: "minefield", 14: "lancers", 15: "weavers", 16: "snipers", 17: "carriers",
        18: "duel", 19: "ram", 20: "forty_shots", 21: "sprint", 22: "clean_up", 23: "dart",
        24: "bulwark", 25: "comet", 26: "bare", 27: "parade", 28: "repulsors",
        29: "one_spark", 30: "powder",
    },
    "pattern": {0: "fan", 1: "ring", 2: "wall"},
    "skill": {0: "weak", 1: "middle", 2: "best"},
}  # fmt: skip
"""Every number ever given. A new row adds one; one that goes keeps its number here, so nothing takes it."""

SPOTS = [spot for spot in spots() if len(spot.steps) > 1]
RULES = [spot for spot in SPOTS if spot.steps[0] == "rules"]
SHOW = [spot for spot in SPOTS if spot.steps[0] == "show"]


@pytest.mark.parametrize("registry", REGISTRIES, ids=lambda registry: registry.what)
def test_numbers_are_never_given_anew(registry: Registry[Any]) -> None:
    known = NUMBERS[registry.what]
    assert {row.number: row.name for row in registry}.items() <= known.items()
    assert all(0 <= number < registry.most for number in known)


def test_there_is_a_table_for_every_registry() -> None:
    assert sorted(registry.what for registry in REGISTRIES) == sorted(NUMBERS)


def hash_with(monkeypatch: pytest.MonkeyPatch, what: str, number: int, row: Any) -> bytes:
    """The hash of a catalogue in which one row is another."""
    altered: Registry[Any] = Registry(what, 64)
    for one in next(registry for registry in REGISTRIES if registry.what == what):
        altered.add(row if one.number == number else one)
    others = [altered if registry.what == what else registry for registry in REGISTRIES]
    with monkeypatch.context() as patch:
        patch.setattr(catalogue, "REGISTRIES", tuple(others))
        return catalogue_hash()


@pytest.mark.parametrize("spot", RULES, ids=str)
def test_every_field_of_the_rules_changes_the_hash(spot: Spot, monkeypatch: pytest.MonkeyPatch) -> None:
    row = changed(spot.row, spot.steps, another(spot.value))
    assert hash_with(monkeypatch, spot.registry.what, spot.row.number, row) != catalogue_hash()


@pytest.mark.parametrize("spot", SHOW, ids=str)
def test_nothing_that_is_only_shown_changes_the_hash(spot: Spot, monkeypatch: pytest.MonkeyPatch) -> None:
    row = changed(spot.row, spot.steps, another(spot.value))
    assert row != spot.row
    assert hash_with(monkeypatch, spot.registry.what, spot.row.number, row) == catalogue_hash()


@pytest.mark.parametrize("registry", REGISTRIES, ids=lambda registry: registry.what)
@pytest.mark.parametrize(("field", "value"), [("number", 60), ("name", "else")])
def test_a_number_or_name_changes_the_hash(
    registry: Registry[Any], field: str, value: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for row in registry:
        other = changed(row, (field,), value)
        assert hash_with(monkeypatch, registry.what, row.number, other) != catalogue_hash()


def test_the_order_of_rows_does_not_change_the_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    before, turned = catalogue_hash(), list[Registry[Any]]()
    for registry in REGISTRIES:
        other: Registry[Any] = Registry(registry.what, registry.most)
        for row in reversed(list(registry)):
            other.add(row)
        turned.append(other)
    monkeypatch.setattr(catalogue, "REGISTRIES", tuple(turned))
    assert catalogue_hash() == before
