"""Trials: every row can be flown, ends, pays nothing to idlers, and lets the pilot have what it says."""

from dataclasses import asdict, replace

import pytest

from arena.catalogue.hulls import HULLS
from arena.catalogue.medals import MEDALS
from arena.catalogue.skills import SKILLS
from arena.catalogue.targets import TARGETS
from arena.catalogue.trials import TRIALS, TrialRow
from arena.catalogue.weapons import WEAPONS
from arena.game.bots.attempt import LETTERS
from arena.game.match import Match
from arena.game.mode import Request, Setup
from arena.game.modes.trial import BARRED, Trial, find_trial, mark_text, trial_digest, trial_setup
from arena.game.replays.ghost import TargetGhost
from arena.game.rules import TRIAL
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.tables.events import Event
from arena.tuning import TICK_RATE
from tests.playing import told

every_trial = pytest.mark.parametrize("row", TRIALS, ids=lambda row: row.name)
ACTS = {
    Button.FIRE: Event.SHOT,
    Button.BOOST: Event.BOOST,
    Button.BOMB: Event.BOMB,
    Button.NEXT_WEAPON: Event.ARMED,
}
LOUD = Button.FIRE | Button.BOOST | Button.BOMB | Button.NEXT_WEAPON


def begin(row: TrialRow) -> tuple[Match, Trial]:
    match = Match(**asdict(trial_setup(row)), workers=1)
    assert isinstance(match.mode, Trial)
    return match, match.mode


@pytest.mark.slow
@every_trial
def test_an_idle_pilot_has_no_mark(row: TrialRow) -> None:
    match, rules = begin(row)
    with match:
        while not match.over:
            match.tick()
        assert rules.mark(match.world) == 0


@every_trial
def test_a_pilot_has_what_the_row_says(row: TrialRow) -> None:
    match, rules = begin(row)
    barred, seen = sum(BARRED[row.number]), set[Event]()
    with match:
        world = match.world
        assert world.players.bombs[0] == row.rules.bombs and rules.ships_left == row.rules.lives
        assert world.players.weapon[0] == WEAPONS.named(row.rules.weapon).number
        assert world.bodies.health[0] == HULLS.named(row.rules.hull).rules.shield
        for tick in range(20):
            match.tick([PlayerCommand(0, 127, 0, 127, LOUD if tick % 2 else Button.NONE)])
            seen |= {one.event for one in told(world) if one.row == 0}
    for button, event in ACTS.items():
        possible = not button & barred and (button != Button.BOMB or row.rules.bombs > 0)
        assert (event in seen) == possible, button


@pytest.mark.parametrize(("name", "bombs"), [("forty_shots", 0), ("clean_up", 1)])
def test_the_second_ship_has_the_bombs_of_the_trial_too(name: str, bombs: int) -> None:
    match, rules = begin(find_trial(name))
    with match:
        match.world.ships.untouchable_until[0], match.world.bodies.health[0] = 0, -1.0
        for _ in range(200):
            match.tick()
        assert match.world.bodies.generation[0] == 2 and rules.ships_left == 1
        assert match.world.players.bombs[0] == bombs


def test_the_gun_falls_silent_after_the_last_shot() -> None:
    match, rules = begin(find_trial("forty_shots"))
    shots = 0
    with match:
        for _ in range(600):
            match.world.ships.untouchable_until[0] = match.world.tick + 2
            match.tick([PlayerCommand(0, 60, 0, 127, Button.FIRE)])
            shots += sum(one.event == Event.SHOT and one.row == 0 for one in told(match.world))
    assert (shots, rules.shots_left) == (40, 0)


def test_only_time_at_the_stick_is_held() -> None:
    match, rules = begin(find_trial("bare"))
    with match:
        for tick in range(100):
            match.tick([PlayerCommand(127, 0) if tick >= 40 else PlayerCommand()])
        assert rules.mark(match.world) == 100  # 60 ticks are one second


def test_every_trial_is_one_of_a_kind() -> None:
    assert len({row.rules.seed for row in TRIALS}) == len({row.show.title for row in TRIALS}) == len(TRIALS)
    assert all(60 <= row.rules.seconds <= 120 for row in TRIALS)


@pytest.mark.parametrize("text", ["one_heart", "8"])
def test_a_trial_is_asked_for_by_name_or_number(text: str) -> None:
    setup = Trial.setup_for(Request(99, 3, "hard", trial=text))
    assert setup == Setup("trial", 7008, level="one_heart", hulls=("glass",))
    assert Trial.request_of_code(Trial.code_number(setup)).trial == "one_heart"


@pytest.mark.parametrize(
    "change", [{"seed": 1}, {"difficulty": "easy"}, {"players": 2}, {"hulls": ("dart",)}, {"hulls": ()}]
)
def test_a_trial_that_is_changed_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="trial one_heart has a seed"):
        Trial(replace(trial_setup(find_trial("one_heart")), **change))  # type: ignore[arg-type]


def test_an_unknown_trial_is_named() -> None:
    with pytest.raises(ValueError, match="trial 'one_hart' is not known; perhaps 'one_heart' is meant"):
        find_trial("one_hart")


def test_a_time_that_is_left_counts_only_at_the_goal() -> None:
    match, rules = begin(find_trial("duel"))
    with match:
        for _ in range(60):
            match.tick([PlayerCommand(127, 0)])
        hud = match.hud()
        assert (rules.mark(match.world), hud.score, hud.time) == (0, 0, "119.00 s")
        assert rules.score_most(match.world) == 11_900
        rules.state.reached[0], rules.state.ended[0] = 1, 60
        match.tick()
        assert rules.mark(match.world) == match.hud().score == 11_900


def test_only_the_rest_of_a_time_can_be_held_out() -> None:
    match, rules = begin(find_trial("bare"))
    with match:
        for tick in range(120):
            match.tick([PlayerCommand(127, 0) if tick >= 60 else PlayerCommand()])
        assert (rules.mark(match.world), rules.score_most(match.world)) == (100, 5900)
        assert match.hud().time == "1.00 s"


@pytest.mark.parametrize(("name", "reached"), [("bare", True), ("duel", False)])
def test_a_trial_ends_with_its_time_and_not_before(name: str, reached: bool) -> None:
    """Holding out is the goal where there is no other."""
    match, rules = begin(find_trial(name))
    with match:
        rules.limit = 20
        while not match.over and match.world.tick < 60:
            match.tick([PlayerCommand(127, 0)])
        assert (match.world.tick, int(rules.state.ended[0])) == (20, 20)
        assert bool(rules.state.reached[0]) == reached


@pytest.mark.parametrize(
    ("name", "told"), [("duel", "19.98 s left for"), ("bare", "97.00 s to"), ("one_spark", "9 700 to")]
)
def test_what_lacks_is_told_in_the_measure_of_the_trial(name: str, told: str) -> None:
    """After one tick of 120 s."""
    match, rules = begin(find_trial(name))
    with match:
        match.tick()
        assert rules.lack_text(match.world, 300, 10_000) == told


@pytest.mark.slow
def test_tide_with_one_shot_ends_when_its_cascade_is_over() -> None:
    row = find_trial("one_spark")
    match, rules = begin(row)
    with match:
        for tick in range(2000):
            match.world.ships.untouchable_until[0] = tick + 2
            match.tick([PlayerCommand(0, 60, 0, 127, Button.FIRE if tick >= 100 else Button.NONE)])
            if match.over:
                break
        fired = int(rules.state.fired_at[0])
        assert 100 <= fired <= 110 and rules.state.shots[0] == 1 and match.won
        assert match.world.tick == fired + row.rules.after_shots * TICK_RATE


def test_thirty_trials_have_four_targets_each_and_none_is_stale() -> None:
    stale = [
        row.name for row in TRIALS if row.name not in TARGETS or TARGETS[row.name].digest != trial_digest(row)
    ]
    assert not stale, f"stale: {', '.join(stale)}; find them anew: python scripts/record_trials.py"
    assert len(TRIALS.names) == 30 and list(TARGETS) == list(TRIALS.names)
    for row in TRIALS:
        targets = TARGETS[row.name].targets
        marks = [one.mark for one in targets]
        assert len(marks) == len(MEDALS) and 0 < marks[0] < marks[1] < marks[2] < marks[3], row.name
        assert all(one.skill in SKILLS.names and set(one.letters) <= set(LETTERS) for one in targets)


@pytest.mark.slow
@pytest.mark.parametrize("row", [row for row in TRIALS if row.number % 2 == 0], ids=lambda row: row.name)
def test_a_ghost_reaches_its_target(row: TrialRow) -> None:
    """One in eight of all targets; `scripts/record_trials.py` has flown every one."""
    place = row.number // 2 % len(MEDALS)
    target = TARGETS[row.name].targets[place]
    ghost = TargetGhost(trial_setup(row), target, MEDALS[place])
    while not ghost.ended:
        ghost.tick()
    assert ghost.score == target.mark
    ghost.close()


def test_a_digest_changes_with_the_trials_own_rules_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    row, other = find_trial("duel"), find_trial("ram")
    before = trial_digest(row)
    changed = replace(row, rules=replace(row.rules, seconds=119.0))
    assert trial_digest(changed) != before
    assert trial_digest(replace(row, show=other.show)) == before
    monkeypatch.setattr("arena.game.rules.TRIAL", TRIAL._replace(banner=171))
    assert trial_digest(row) != before


@pytest.mark.parametrize(
    ("name", "told"), [("warm_up", "12 345"), ("duel", "123.45 s"), ("bare", "123.45 s")]
)
def test_a_mark_is_told_in_its_measure(name: str, told: str) -> None:
    row = find_trial(name)
    assert mark_text(row, 12_345) == Trial.score_text(Trial.board(trial_setup(row)), 12_345) == told
