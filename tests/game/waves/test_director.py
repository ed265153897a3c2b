"""Waves have a shape: named groups in beats, with a lull, a peak and a last stand, and grow without end."""

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.catalogue.enemies import SHIELDER, SNIPER
from arena.catalogue.kind_row import KINDS
from arena.game.bots.bot import Bot
from arena.game.match import Match
from arena.game.rules import DIFFICULTIES, WAVES, Difficulty
from arena.game.spawning.formations import FORMATIONS
from arena.game.waves.director import (
    advance_waves,
    all_sent,
    count_ships,
    create_waves,
    ships_to_come,
    skip_wave,
    wave_overdue,
)
from arena.game.waves.plans import DEBUTS, BeatName, Group, WavePlan, kinds_of, wave_plan
from arena.game.waves.words import beat_title, describe_groups, describe_wave, join_words
from arena.sim.kinds import Pool
from arena.sim.tables.commands import PlayerCommand
from arena.sim.tables.events import Event
from arena.tuning import VOLLEY
from tests.playing import rules, told

NORMAL = DIFFICULTIES["normal"]
REST = [PlayerCommand()]


def groups_of(plan: WavePlan) -> list[Group]:
    return [group for beat in plan.beats for group in beat.groups]


def weigh(plan: WavePlan) -> float:
    """All of its ships, in drones."""
    return sum(DEBUTS[group.kind].weight * group.count for group in groups_of(plan))


@pytest.mark.parametrize("difficulty", DIFFICULTIES.values(), ids=list(DIFFICULTIES))
def test_waves_grow_without_end(difficulty: Difficulty) -> None:
    plans = [wave_plan(number, difficulty, seed=9) for number in range(1, 40)]
    plain = [weigh(plan) for number, plan in enumerate(plans, 1) if number % WAVES.boss_every]
    assert all(later > earlier for earlier, later in zip(plain[::4], plain[4::4], strict=False))
    for number, plan in enumerate(plans, 1):
        assert [beat.name for beat in plan.beats] == list(BeatName)
        assert plan.boss == (number % WAVES.boss_every == 0)
        for beat in plan.beats:
            assert beat.groups and all(group.count >= 1 for group in beat.groups)
            assert [group.at for group in beat.groups] == sorted(group.at for group in beat.groups)
            assert all(group.formation in FORMATIONS for group in beat.groups)
            assert all(0 <= group.front < beat.fronts for group in beat.groups)
        assert plan == wave_plan(number, difficulty, seed=9)


def test_a_wave_opens_small_peaks_and_ends_with_few_strong_ones() -> None:
    for number in (3, 6, 9):
        plan = wave_plan(number, NORMAL, seed=number)
        opening, build_up, peak, last = plan.beats
        assert {group.kind for group in opening.groups} == {kinds.DRONE.number}
        assert peak.ships > opening.ships and peak.ships > last.ships
        assert kinds.DRONE.number not in {group.kind for group in last.groups}
        assert last.ships <= 0.3 * plan.ships
        assert peak.groups[0].at >= 60, "a lull comes first"
        assert peak.groups[0].formation in NORMAL.shapes
        assert len({group.kind for group in build_up.groups}) == 2


def faces(number: int, seed: int) -> frozenset[int]:
    """Kinds of a wave beside drones."""
    return frozenset(group.kind for group in groups_of(wave_plan(number, NORMAL, seed))) - {
        kinds.DRONE.number
    }


def test_every_wave_but_the_first_brings_one_new_face_at_most_and_shows_it() -> None:
    first = sorted(debut.first for kind, debut in DEBUTS.items() if kind != kinds.DRONE.number)
    for seed in range(4):
        for number in range(1, 12):
            known = kinds_of(number, seed)
            assert len(known) == sum(wave <= number for wave in first)
            new = set(known) - set(kinds_of(number - 1, seed))
            assert number == 1 or len(new) <= 1
            assert new <= faces(number, seed) <= set(known)


def test_the_first_waves_differ_in_kind_from_seed_to_seed() -> None:
    mixes = [{faces(number, seed) for seed in range(100)} for number in (1, 2, 3)]
    assert all(len(found) >= 6 for found in mixes)
    later = {kind for kind, debut in DEBUTS.items() if debut.first > WAVES.dealt_until}
    assert all(not later & mix for found in mixes for mix in found)


def test_peaks_bring_enough_gunners_for_a_volley_as_soon_as_they_are_known() -> None:
    gunner, least = kinds.GUNNER.number, VOLLEY.least + 1
    for seed in range(40):
        for number in range(1, 12):
            peak = wave_plan(number, NORMAL, seed).beats[BeatName.PEAK]
            groups = [group for group in peak.groups if group.kind == gunner]
            known = number >= WAVES.volley_from and gunner in kinds_of(number, seed)
            assert len(groups) <= 1 and bool(groups) >= known
            assert not known or groups[0].count >= least


def test_who_does_not_attack_never_stands_last_alone() -> None:
    plans = [wave_plan(number, NORMAL, seed) for number in range(8, 20) for seed in range(20)]
    stands = [{group.kind for group in plan.beats[BeatName.LAST_STAND].groups} for plan in plans]
    helpless = {kinds.CARRIER.number, SHIELDER.number}
    assert all(any(helpless & stand == {one} for stand in stands) for one in helpless)
    assert all(stand - helpless for stand in stands)


def test_difficulty_changes_what_has_to_be_answered() -> None:
    easy, normal, hard = (DIFFICULTIES[name] for name in ("easy", "normal", "hard"))
    assert easy.fall > normal.fall > hard.fall >= 1.0
    assert not {"ring", "pincer", "corridor", "spiral"} & set(easy.shapes)
    assert {"ring", "pincer"} <= set(normal.shapes) and {"ring", "pincer", "corridor"} <= set(hard.shapes)
    for number in (4, 7, 9):
        plans = [wave_plan(number, difficulty, seed=2) for difficulty in (easy, normal, hard)]
        assert plans[0].ships < plans[1].ships < plans[2].ships
        peaks = [plan.beats[BeatName.PEAK] for plan in plans]
        together = [len({group.kind for group in peak.groups} - {kinds.DRONE.number}) for peak in peaks]
        assert together[0] < together[1] < together[2]
        assert peaks[0].fronts <= peaks[1].fronts <= peaks[2].fronts
        assert peaks[0].fronts < peaks[2].fronts


def test_seeds_bring_other_formations_and_the_same_numbers_of_waves() -> None:
    titles = {describe_wave(wave_plan(8, NORMAL, seed)) for seed in range(30)}
    assert len(titles) > 8


def test_words_say_what_comes() -> None:
    plan = wave_plan(2, NORMAL, seed=3)
    peak, last = plan.beats[BeatName.PEAK], plan.beats[BeatName.LAST_STAND]
    assert describe_wave(plan).startswith(f"the {peak.groups[0].formation}: drones")
    assert beat_title(peak) == peak.groups[0].formation.upper()
    assert beat_title(last) == "FINAL GROUP"
    assert describe_groups(last).startswith(f"{last.groups[0].count} ")
    assert describe_wave(wave_plan(WAVES.boss_every, NORMAL)).startswith("a boss, and the ")
    assert join_words(["a"]) == "a" and join_words(["a", "b", "c"]) == "a, b and c"


def test_ships_of_a_group_that_found_no_room_are_to_come_once() -> None:
    plan, waves = wave_plan(3, NORMAL, seed=3), create_waves()
    group = plan.beats[0].groups[0]
    for sent in range(group.count):
        waves.sent[0] = sent
        assert ships_to_come(waves, plan) == plan.ships - sent


def play_beats(match: Match, ticks: int, kill: bool) -> list[tuple[int, BeatName, int]]:
    """(tick, beat, ships alive) of each tick; with `kill` everybody dies on landing."""
    seen: list[tuple[int, BeatName, int]] = []
    world = match.world
    for _ in range(ticks):
        world.bodies.health[0] = 100.0
        world.ships.untouchable_until[0] = world.tick + 10
        if kill:
            rows = world.rows(Pool.ENEMY)
            world.bodies.health[rows[world.bodies.radial_speed[rows] == 0.0]] = 0.0
        match.tick(REST)
        if rules(match).wave > 1:
            break
        seen.append((world.tick, rules(match).beat.name, count_ships(world)))
    return seen


def test_a_wave_that_is_fought_beat_by_beat() -> None:
    """Beats follow each other, the lull is calm, banners say what comes and ships are counted down."""
    with Match(seed=3, workers=1) as match:
        mode, world, plan = rules(match), match.world, wave_plan(1, NORMAL, seed=3)
        assert mode.plan() == plan and ships_to_come(mode.waves, plan) == plan.ships
        said, seen, landed = dict[str, str](), list[tuple[int, BeatName, int]](), 0
        while mode.wave == 1:
            assert ships_to_come(mode.waves, plan) <= plan.ships - landed
            assert all_sent(mode.waves, plan) == (ships_to_come(mode.waves, plan) == 0)
            if (banner := match.hud().banner) is not None:
                said.setdefault(banner.title, banner.line)
                assert 0 <= banner.age < banner.length
            seen += play_beats(match, 1, kill=True)
            ships = world.pools[Pool.ASTEROID].start
            landed += sum(one.event == Event.LANDED and one.row < ships for one in told(world))
    assert landed == plan.ships
    assert list(dict.fromkeys(beat for _, beat, _ in seen)) == list(BeatName)
    calm = [ships for _, beat, ships in seen if beat == BeatName.PEAK]
    assert max(calm[60 : int(WAVES.lull * 60 * 0.9)]) == 0 < max(calm)
    peak = plan.beats[BeatName.PEAK]
    assert said["WAVE 1"] == describe_wave(plan)
    assert said[beat_title(peak)] == describe_groups(peak)
    assert "FINAL GROUP" in said


def test_patience_ends_a_beat_and_a_wave_that_nobody_fights() -> None:
    with Match(seed=3, workers=1) as match:
        match.world.pools[Pool.COMPANION].clear()
        match.world.pools[Pool.ASTEROID].clear()
        plan = wave_plan(1, NORMAL, seed=3)
        patience = sum(beat.patience + WAVES.beat_least for beat in plan.beats) + plan.limit
        seen = play_beats(match, 3 * patience, kill=False)
        first = {beat: next(t for t, b, _ in seen if b == beat) for beat in BeatName}
        for beat, following in zip(plan.beats, plan.beats[1:], strict=False):
            assert first[following.name] - first[beat.name] == pytest.approx(
                beat.groups[-1].at + beat.patience, abs=3
            )
        assert rules(match).wave == 2
        assert match.mode.earnings(match.world)["waves"] == 0
        assert rules(match).enemies_left(match.world) > wave_plan(2, NORMAL, seed=3).ships


@pytest.mark.parametrize(("more", "beat"), [(0, BeatName.BUILD_UP), (1, BeatName.OPENING)])
def test_the_next_beat_comes_with_the_last_ship_too_many(more: int, beat: BeatName) -> None:
    with Match(seed=3, workers=1) as match:
        mode, world = rules(match), match.world
        plan, world.tick = mode.plan(), 1000
        waves, opening = mode.waves, plan.beats[0]
        waves.groups[0], waves.last_sent[0] = len(opening.groups), 1000 - WAVES.beat_least
        for k in range(max(opening.left, WAVES.left_least) + more):
            world.place(kinds.DRONE.number, (1.0, 0.1 * k, -1.0))
        advance_waves(world, waves, plan)
        assert mode.beat.name == beat


@pytest.mark.parametrize(("waited", "overdue"), [(-1, False), (0, True)])
def test_a_wave_is_overdue_at_its_limit(waited: int, overdue: bool) -> None:
    with Match(seed=3, workers=1) as match:
        mode = rules(match)
        skip_wave(mode.waves, mode.plan())
        match.world.tick = int(mode.waves.last_sent[0]) + mode.plan().limit + waited
        assert wave_overdue(match.world, mode.waves, mode.plan()) == overdue


@pytest.mark.parametrize(("skill", "most"), [("middle", 4), ("weak", 4), ("best", 8)])
def test_nobody_is_hit_by_what_could_not_be_seen_for_half_a_second(skill: str, most: int) -> None:
    """Two hundred games are counted by `arena sweep balance`; these, until four hits, are a sample."""
    hits = 0
    for seed in range(1, most + 1):
        bot = Bot(skill=skill)
        with Match(seed=seed, workers=1, difficulty="hard") as match:
            while not match.over and match.world.tick < 5400:
                match.tick([bot.command(match.world)])
            harm = rules(match).team.harm
            assert [KINDS[kind].name for kind in np.flatnonzero(harm.unwarned).tolist()] == []
            assert all(death.warned >= 0.5 for death in match.mode.deaths(match.world))
            hits += int(harm.hits.sum())
        if hits >= 4:
            break
    assert hits >= 4


def test_nor_by_a_sniper_of_a_late_wave() -> None:
    """Games are played until one of the first eight has shown a hit of a sniper."""
    hits, level = 0, f"endless wave {DEBUTS[SNIPER.number].first}"
    for seed in range(1, 9):
        bot = Bot(skill="middle")
        with Match("practice", seed, workers=1, level=level) as match:
            while not match.over and match.world.tick < 3600:
                match.tick([bot.command(match.world)])
            harm = match.world.tables["harm"]
            assert [KINDS[kind].name for kind in np.flatnonzero(harm.unwarned).tolist()] == []
            hits += int(harm.hits[SNIPER.number])
        if hits:
            break
    assert hits
