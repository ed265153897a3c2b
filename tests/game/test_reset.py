"""A match that is reset is a new match in every bit, whatever was played in it before."""

from random import Random
from typing import Any

import numpy as np
import pytest

from arena.game.crates import send_crates
from arena.game.match import Match
from arena.game.mode import Request, Setup
from arena.game.modes import MODES
from arena.game.modes.campaign import Campaign
from arena.game.modes.sandbox import format_trial
from arena.game.modes.stress import Load
from arena.game.replays.replay import verify_replay
from arena.sim.kinds import Pool
from arena.sim.tables.commands import Button, PlayerCommand
from tests.game.campaign_levels import group, level, worlds
from tests.sim.tables.test_workspace import poison

PLAYED, COMPARED, LARGE = 60, 600, 120
"""Ticks: played before, compared afterwards, and compared where there are thousands of bodies."""
DAY = "2026-11-22"


def arguments(mode: str, seed: int, players: int) -> dict[str, Any]:
    """Arguments of a match of any mode."""
    text = worlds()[1].text if MODES[mode].spec.needs_level else ""
    special = {
        "sandbox": Request(seed, level=format_trial(worlds()[1].text, 2)),
        "practice": Request(seed, wave=3),
        "stress": Request(seed, level=Load(50, 100, 200).level()),
    }
    setup = MODES[mode].setup_for(special.get(mode, Request(seed, players, level=text, day=DAY)))
    return {
        "mode": mode, "seed": setup.seed, "players": setup.players, "level": setup.level,
        "hulls": setup.hulls, "workers": 1,
    }  # fmt: skip


def commands(random: Random, players: int) -> list[PlayerCommand]:
    """Any sticks, and fire most of the time."""
    return [
        PlayerCommand(
            *(random.randrange(-127, 128) for _ in range(4)),
            buttons=Button(random.choice((1, 1, 1, 1, 3, 5, 9, 16))),
        )
        for _ in range(players)
    ]


def play(match: Match, ticks: int, seed: int) -> list[int]:
    """Play with random commands; hashes now and then, and the last HUD's."""
    random, states = Random(seed), list[int]()
    for tick in range(ticks):
        match.tick(commands(random, match.setup.seats))
        if tick % 60 == 0:
            states.append(match.state_hash())
    return [*states, match.state_hash(), hash(repr(match.hud()))]


def disturb(match: Match) -> None:
    """Leave as much behind as a game can: a boss, crates, a rewound moment, a poisoned workspace."""
    world = match.world
    saved = match.snapshot()
    play(match, PLAYED, 4)
    if world.pools[Pool.ENEMY].available > 20:
        world.place_boss((0.0, 0.6, 0.8))
    send_crates(world, [0])
    play(match, PLAYED, 5)
    match.restore(saved)
    play(match, PLAYED // 3, 6)
    match.array_hashes()  # the minds have decided: nothing else looks at the workspace
    poison(world, np.random.default_rng(7))


CASES = [(mode, 1) for mode in MODES] + [("endless", 4), ("tide", 4), ("campaign", 4)]


@pytest.mark.parametrize(("mode", "players"), CASES)
def test_a_reset_match_is_a_new_one(mode: str, players: int) -> None:
    """At birth, and 600 ticks later, or 120 of a tide. Modes of one seed alone begin the same game again."""
    given = arguments(mode, 9, players)
    before = dict(given)
    if "seed" in MODES[mode].spec.flags:
        before["seed"] = 3
    with Match(**before) as used, Match(**given) as fresh:
        disturb(used)
        arrays = dict(used.world.state.columns())
        used.reset(seed=given["seed"])
        assert all(column is arrays[name] for name, column in used.world.state.columns())
        assert used.setup == fresh.setup
        assert used.array_hashes() == fresh.array_hashes()
        assert used.snapshot() == fresh.snapshot()
        assert (used.hud(), used.over, used.board) == (fresh.hud(), fresh.over, fresh.board)
        assert used.world.events.count[0] == used.world.pair_count == used.world.boss_count == 0
        ticks = COMPARED if used.world.config.capacity < 5000 else LARGE
        assert play(used, ticks, 8) == play(fresh, ticks, 8)
        assert used.snapshot() == fresh.snapshot()


def test_another_level_of_the_same_size_may_follow() -> None:
    first = level(f'objective = {{kind = "survive", seconds = 30}}{group("drone", 3)}')
    second = first.replace("world = 1", "world = 1\nships = 2").replace("30", "40")
    with (
        Match("campaign", 5, level=first, workers=1) as used,
        Match("campaign", 6, level=second, workers=1) as fresh,
    ):
        play(used, PLAYED, 1)
        used.reset(seed=6, level=second)
        assert used.snapshot() == fresh.snapshot()
        assert play(used, PLAYED, 2) == play(fresh, PLAYED, 2)


def test_what_takes_another_world_is_refused_and_changes_nothing() -> None:
    text = worlds()[1].text
    floods = next(world.text for world in worlds().values() if needs_more(world.text))
    with Match("campaign", 5, level=text, workers=1) as match:
        play(match, PLAYED, 1)
        before = match.snapshot()
        with pytest.raises(ValueError, match=r"takes a world of other capacities: make another match"):
            match.reset(level=floods)
        with pytest.raises(ValueError, match="seed must be a whole number"):
            match.reset(seed=-1)
        assert match.snapshot() == before and match.setup.level == text
        assert play(match, 5, 2)


def needs_more(text: str) -> bool:
    """Return whether a level takes another world than the one of the other tests."""
    sizes = [
        Campaign(Setup("campaign", level=one)).world_config().capacity for one in (text, worlds()[1].text)
    ]
    return sizes[0] != sizes[1]


def test_recordings_end_and_begin_with_it(tmp_path: Any) -> None:
    paths = [tmp_path / f"{number}.replay" for number in range(2)]
    with Match("endless", 5, workers=1, record=paths[0]) as match:
        play(match, PLAYED + 7, 1)
        match.reset(seed=6, record=paths[1])
        play(match, PLAYED + 7, 2)
        match.reset(seed=7)
        assert match.recorder is None
        play(match, PLAYED, 3)
    found = [verify_replay(path, 1) for path in paths]
    assert [(one.identical, one.ticks) for one in found] == [(True, PLAYED + 7)] * 2


def test_it_leads_out_of_an_interrupted_tick() -> None:
    with Match("endless", 5, workers=1) as match, Match("endless", 8, workers=1) as fresh:
        match.mode.tick = None  # type: ignore[assignment]
        with pytest.raises(RuntimeError):
            match.tick()
        match.reset(seed=8)
        assert play(match, 5, 1) == play(fresh, 5, 1)
