"""`BOSS_RULES`: bosses, stages, parts and volleys of the catalogue as one table for kernels.

Systems, minds and views hand it to their kernels as an argument, so a changed number compiles nothing.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena import tuning
from arena.catalogue import kinds
from arena.catalogue.boss_row import BOSSES, PARTS, Attack, BossRules, BossStage, Charge, Ring, Volley, Well
from arena.catalogue.kind_row import KINDS
from arena.sim.bosses.columns import BossTable, PartTable, StageTable, VolleyTable
from arena.sim.bosses.deeds import DEEDS

NO_VOLLEY = Volley(arms=0, interval=1, speed=1.0, damage=0.0)
NO_ATTACK = Attack(deed="", windup=0, act=0)
NO_CHARGE = Charge(reach=0.0, aligned=1.0, lock=0)
NO_WELL = Well(radius=0.0, opening=1, narrowest=0.0)
STAGES_MOST = max(len(boss.rules.stages) for boss in BOSSES)
PARTS_MOST = max(len(boss.rules.ring.parts) for boss in BOSSES)


def create_boss_table() -> BossTable:
    """Build the table from the catalogue.

    Raises:
        CatalogueError: a row names a part, deed or kind that does not exist.
    """
    parts = BOSSES.resolve_all("part", lambda boss: boss.rules.ring.parts, PARTS.numbers)
    volleys: list[tuple[Volley, float]] = [(NO_VOLLEY, 0.0)]  # with the range of their bullets [u]

    dash = kinds.BOSS.ship.dash

    def well(boss: BossRules) -> Well:
        return boss.well or NO_WELL

    return BossTable(
        health=of_bosses(lambda boss: boss.health),
        radius=of_bosses(lambda boss: boss.radius),
        shielded=of_bosses(lambda boss: boss.shielded),
        stagger=of_bosses(lambda boss: boss.stagger, np.int64),
        stage_count=of_bosses(lambda boss: len(boss.stages), np.int64),
        dash_speed=of_bosses(lambda _: dash.speed if dash else 0.0),
        range=of_bosses(lambda boss: boss.approach.range),
        band=of_bosses(lambda boss: boss.approach.band),
        strafe=of_bosses(lambda boss: boss.approach.strafe),
        nose_turn=of_bosses(lambda boss: boss.approach.nose_turn) * (tuning.MIND.think_interval * tuning.DT),
        regroup=of_bosses(lambda boss: boss.ring.regroup) * tuning.DT,
        turns_by_itself=of_bosses(lambda boss: boss.ring.arc is None, np.bool_),
        part=BOSSES.column(lambda boss: (*parts[boss.number], *[0] * PARTS_MOST)[:PARTS_MOST], np.int64),
        angle=of_bosses(lambda boss: place_angles(boss.ring)),
        well_radius=of_bosses(lambda boss: well(boss).radius),
        well_opening=of_bosses(lambda boss: well(boss).opening, np.int64),
        well_narrowest=of_bosses(lambda boss: well(boss).narrowest),
        stages=create_stage_table(volleys),
        parts=create_part_table(volleys),
        volleys=create_volley_table(volleys),
    )


def create_stage_table(volleys: list[tuple[Volley, float]]) -> StageTable:
    """Build the stages' table, and append their patterns of fire to `volleys`."""
    BOSSES.resolve_all("brood", lambda boss: [stage.brood for stage in boss.rules.stages], KINDS.numbers)

    def charge(stage: BossStage) -> Charge:
        return stage.charge or NO_CHARGE

    return StageTable(
        health=of_stages(lambda stage: stage.health),
        thrust=of_stages(lambda stage: stage.thrust),
        windup=of_stages(lambda stage: stage.cycle.windup, np.int64),
        act=of_stages(lambda stage: stage.cycle.act, np.int64),
        rest=of_stages(lambda stage: stage.cycle.rest, np.int64),
        charges=of_stages(lambda stage: stage.charge is not None, np.bool_),
        charge_reach=of_stages(lambda stage: charge(stage).reach),
        charge_aligned=of_stages(lambda stage: charge(stage).aligned),
        charge_lock=of_stages(lambda stage: charge(stage).lock, np.int64),
        gap=of_stages(lambda stage: stage.ring.gap),
        turn=of_stages(lambda stage: stage.ring.turn) * tuning.DT,
        sway=of_stages(lambda stage: stage.ring.sway),
        sway_ticks=of_stages(lambda stage: stage.ring.sway_ticks, np.int64),
        part_rest=of_stages(lambda stage: stage.part_rest, np.int64),
        mines=of_stages(lambda stage: stage.mines, np.int64),
        brood=of_stages(lambda stage: KINDS.numbers[stage.brood] if stage.brood else -1, np.int64),
        pull=of_stages(lambda stage: stage.pull),
        volley=of_stages(lambda stage: add_volley(volleys, stage.fire, kinds.BOSS.ship.gun.range), np.int64),
    )


def create_part_table(volleys: list[tuple[Volley, float]]) -> PartTable:
    """Build the parts' table, and append their patterns of fire to `volleys`."""
    deeds = PARTS.resolve("deed", lambda part: part.rules.attack and part.rules.attack.deed, DEEDS)
    reach = kinds.BOSS_PART.ship.gun.range

    def of_attacks(value: Callable[[Attack], Any], dtype: type[np.generic] = np.float64) -> NDArray[Any]:
        return PARTS.column(lambda part: value(part.rules.attack or NO_ATTACK), dtype)

    return PartTable(
        radius=PARTS.column(lambda part: part.rules.radius),
        shields=PARTS.column(lambda part: part.rules.shields, np.bool_),
        deed=PARTS.column(lambda part: deeds.get(part.number, 0), np.int64),
        windup=of_attacks(lambda attack: attack.windup, np.int64),
        act=of_attacks(lambda attack: attack.act, np.int64),
        aims=of_attacks(lambda attack: attack.aims, np.bool_),
        speeds=of_attacks(lambda attack: attack.speeds),
        spread=of_attacks(lambda attack: attack.spread),
        most=of_attacks(lambda attack: attack.most, np.int64),
        volley=of_attacks(lambda attack: add_volley(volleys, attack.volley, reach), np.int64),
    )


def create_volley_table(volleys: list[tuple[Volley, float]]) -> VolleyTable:
    """Build the table of all patterns of fire."""

    def of_volleys(value: Callable[[Volley], Any], dtype: type[np.generic] = np.float64) -> NDArray[Any]:
        return np.array([value(volley) for volley, _ in volleys], dtype)

    speed, reach = of_volleys(lambda volley: volley.speed), np.array([reach for _, reach in volleys])
    return VolleyTable(
        arms=of_volleys(lambda volley: volley.arms, np.int64),
        interval=of_volleys(lambda volley: volley.interval, np.int64),
        speed=speed,
        damage=of_volleys(lambda volley: volley.damage, np.float32),
        life=np.round(reach / np.maximum(speed, 1.0) * tuning.TICK_RATE).astype(np.int64),
        spin=of_volleys(lambda volley: volley.spin),
        fan=of_volleys(lambda volley: volley.fan),
        fan_ticks=of_volleys(lambda volley: volley.fan_ticks, np.int64),
        offset=of_volleys(lambda volley: volley.offset - 0.5 * (volley.arc or 0.0)),
        arc=of_volleys(lambda volley: 2.0 * math.pi if volley.arc is None else volley.arc),
        gaps=of_volleys(lambda volley: max(1, volley.arms - (volley.arc is not None)), np.int64),
        left_out=of_volleys(lambda volley: volley.gap, np.int64),
    )


def add_volley(volleys: list[tuple[Volley, float]], volley: Volley | None, reach: float) -> int:
    """Append a pattern; returns its row, 0 for None."""
    if volley is None:
        return 0
    volleys.append((volley, reach))
    return len(volleys) - 1


def of_bosses(value: Callable[[BossRules], Any], dtype: type[np.generic] = np.float64) -> NDArray[Any]:
    """A value of every boss, shape (bosses, ...)."""
    return BOSSES.column(lambda boss: value(boss.rules), dtype)


def of_stages(value: Callable[[BossStage], Any], dtype: type[np.generic] = np.float64) -> NDArray[Any]:
    """A value of every stage, shape (bosses, STAGES_MOST); the last one of a boss is repeated."""

    def values(boss: BossRules) -> list[Any]:
        own = [value(stage) for stage in boss.stages]
        return [*own, *[own[-1]] * (STAGES_MOST - len(own))]

    return of_bosses(values, dtype)


def place_angles(ring: Ring) -> list[float]:
    """Angles [rad] from the ring's axis to each of its places."""
    count = len(ring.parts)
    if ring.arc is None:
        return [2.0 * math.pi * k / max(count, 1) for k in range(PARTS_MOST)]
    return [ring.arc * (k / (count - 1) - 0.5) if count > 1 else 0.0 for k in range(PARTS_MOST)]


BOSS_RULES = create_boss_table()
