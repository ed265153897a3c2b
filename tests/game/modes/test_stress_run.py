"""The stress load: its counts are held, its state does not depend on workers, and bad flags are refused."""

import json
import math
import tracemalloc
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.game.match import Match
from arena.game.modes.stress import Load, read_load
from arena.game.modes.stress_run import (
    Figures,
    StressConfig,
    _measure,  # pyright: ignore[reportPrivateUsage]
    run_stress,
    stress_match,
)
from arena.game.rules import STRESS
from arena.sim.kinds import Pool, Team
from arena.toml_reader.problems import TomlError

SMALL = {"enemies": 60, "asteroids": 90, "bullets": 120}


def test_counts_are_held_at_the_end_of_every_tick() -> None:
    config = StressConfig(**SMALL, workers=1)
    replaced = 0
    with stress_match(config) as run:
        world = run.world
        for _ in range(240):
            generations = int(world.bodies.generation.sum())
            run.tick()
            replaced += int(world.bodies.generation.sum()) - generations
            counts = [len(world.rows(pool)) for pool in Pool]
            assert counts == [1, 0, config.enemies, 0, config.asteroids, 0, config.bullets]
            assert counts == [world.pools[pool].active for pool in Pool]
        assert replaced > 100


def test_ticks_are_measured_in_milliseconds(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(np.arange(0.0, 100.0, 0.004))
    monkeypatch.setattr("arena.game.modes.stress_run.time", SimpleNamespace(perf_counter=lambda: next(clock)))
    told, config = list[float](), StressConfig(**SMALL, workers=1, ticks=4)
    with stress_match(config) as run:
        figures = _measure(config, run, told.append)
    assert len(figures.tick_ms) == 4 and figures.tick_ms.percentile(50.0) == pytest.approx(4.0)
    assert told == [0.25, 0.5, 0.75, 1.0]


def test_the_mix_is_as_promised() -> None:
    with stress_match(StressConfig(300, 400, 600, workers=1)) as run:
        for _ in range(60):
            run.tick()
        bodies, world = run.world.bodies, run.world
        enemies = bodies.kind[world.rows(Pool.ENEMY)]
        assert np.count_nonzero(enemies == kinds.GUNNER.number) == 100
        assert np.count_nonzero(enemies == kinds.DRONE.number) == 200
        teams = bodies.team[world.rows(Pool.BULLET)]
        assert np.count_nonzero(teams == Team.PLAYERS) == pytest.approx(300, abs=60)
        radii = bodies.radius[world.rows(Pool.ASTEROID)]
        assert 0.4 <= radii.min() < 0.5
        assert 2.0 < radii.max() <= 4.0
        assert np.median(radii) == pytest.approx(math.exp(-0.2), rel=0.2)
        altitude = (
            np.linalg.norm(bodies.position[: world.pools[Pool.ASTEROID].stop], axis=1) - world.shell_radius
        )
        assert 0 < np.count_nonzero(altitude > 0.5) < 100
        assert bodies.alive[0]


def test_players_begin_side_by_side() -> None:
    with Match("stress", players=3, workers=1, level="enemies = 1\nasteroids = 1") as match:
        place = match.world.bodies.position[:3].astype(np.float64)
        gaps = np.linalg.norm(place[:, None] - place[None], axis=2)[np.triu_indices(3, 1)]
        assert 0.5 * STRESS.player_gap < gaps.min() < gaps.max() < 4.0 * STRESS.player_gap


@pytest.mark.parametrize(("enemies", "scale", "ticks"), [(700, 1, 30), (4000, 300, 3)])
def test_workers_change_nothing_and_the_seed_does(enemies: int, scale: int, ticks: int) -> None:
    """With more bodies, too, than any other test of a world has."""

    def state(workers: int, seed: int = 1) -> str:
        config = StressConfig(enemies, 100 * scale, 100 * scale, ticks=ticks, workers=workers, seed=seed)
        return str(run_stress(config)["state_hash"])

    alone = state(1)
    assert state(3) == alone
    assert state(1, seed=2) != alone


def test_the_report_has_the_promised_keys() -> None:
    heard: list[float] = []
    report = run_stress(StressConfig(**SMALL, ticks=120, workers=2, cells=4), heard.append)
    keys = (
        "bodies enemies asteroids bullets ticks workers seed tick_ms systems_ms pairs contacts awake asleep"
    )
    keys += " asleep kinds ai_latency_ms state_hash versions compile_s quarantined"
    assert set(report) == set(keys.split())
    assert set(report["tick_ms"]) == {"p50", "p95", "p99", "max"}
    assert report["bodies"] == 271
    assert report["ticks"] == 120
    assert report["workers"] == 2
    assert (report["awake"], report["asleep"]) == (271, 0)
    assert report["tick_ms"]["p50"] <= report["tick_ms"]["p99"] <= report["tick_ms"]["max"]
    assert "rebuild_grid" in report["systems_ms"]
    assert json.loads(json.dumps(report)) == report
    assert heard == [0.0] * STRESS.warm_up + [k / 120 for k in range(1, 121)]


def test_seconds_end_the_run_by_the_clock() -> None:
    report = run_stress(StressConfig(**SMALL, seconds=0.05, workers=1))
    assert report["ticks"] >= 1


def test_the_memory_of_figures_does_not_grow_with_the_run() -> None:
    figures, match = Figures(), SimpleNamespace(systems_ms={})
    times = np.random.default_rng(3).lognormal(0.0, 0.5, 5_000).tolist()

    def add_all() -> None:
        for duration in times:
            match.systems_ms = {"ai": duration / 4, "move_bodies": duration / 2}
            figures.add(duration, as_match)

    as_match: Any = match
    add_all()
    tracemalloc.start()
    try:
        add_all()
        before = tracemalloc.get_traced_memory()[0]
        add_all()
        grown = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert len(figures.tick_ms) == 15_000
    assert grown < 10_000  # [bytes], of 15,000 durations


def test_empty_loads_run() -> None:
    for counts in ((0, 0, 0), (5, 0, 0), (0, 5, 0), (0, 0, 5)):
        assert run_stress(StressConfig(*counts, ticks=3, workers=1))["bodies"] == 1 + sum(counts)


LEVELS = {
    "dotted keys": ".".join("a" * 30_000) + " = 1",
    "nested arrays": "enemies = " + "[" * 20_000 + "]" * 20_000,
    "nested tables": "enemies = " + "{a = " * 90 + "1" + "}" * 90,
    "a long number": "enemies = " + "9" * 60_000,
    "a number": "enemies = " + "9" * 400,
    "a line": '"a\\nb" = 1',
    "an unknown number": "asteroid = 5",
    "a text": 'enemies = "many"',
    "a truth": "enemies = true",
    "no TOML": "enemies: 5",
    "infinite": "live_radius = inf",
    "cells": "cells = 99999999999",
}


@pytest.mark.parametrize("level", LEVELS)
def test_a_replays_level_that_is_no_load_is_refused_in_a_line(level: str) -> None:
    with pytest.raises(ValueError, match=r"\A[ -~]+\Z"):
        Match("stress", workers=1, level=LEVELS[level])


def test_every_problem_of_a_load_is_told_with_its_line() -> None:
    with pytest.raises(TomlError) as refused:
        read_load('enemis = 3\ncells = 0\nbullets = "many"\nasteroids = 1000001')
    assert refused.value.lines() == [
        'load:1: enemis: is not known; perhaps "enemies" is meant; '
        "a load has enemies, asteroids, bullets, cells, live_radius; correct it or take it out",
        "load:2: cells: 0 is not allowed; write a whole number from 1 to 1024",
        'load:3: bullets: "many" is not allowed; write a whole number from 0 to 1000000',
        "load:4: asteroids: 1000001 is not allowed; write a whole number from 0 to 1000000",
    ]


def test_every_load_is_read_again() -> None:
    most = Load(333_333, 333_333, 333_333, 300, 1.0e-300)  # and the player: as many as there may be
    assert read_load(most.level()) == most


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ({"enemies": 10**9}, "1,000,000 bodies"),
        ({"asteroids": 500_000, "bullets": 500_000}, "1,000,000 bodies"),
        ({"seconds": math.inf}, "seconds"),
        ({"ticks": 5, "seconds": 5.0}, "not both"),
        ({"seed": -1}, "seed"),
    ],
)
def test_bad_numbers_are_refused_before_any_memory_is_taken(arguments: dict[str, object], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        StressConfig(**arguments)  # type: ignore[arg-type]
