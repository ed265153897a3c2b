"""Parser of levels: it reads a valid one, and refuses others with line, key and advice."""

import re

import pytest

from arena.catalogue import kinds
from arena.catalogue.bosses import BOSSES
from arena.catalogue.kind_row import KINDS as ships
from arena.game.levels import LevelError, parse_level
from arena.game.levels.plan import Boss, Destroy, Escort, Hold, Race
from arena.game.levels.schema import PHASES_MAX, SHIPS_MAX
from arena.game.phases.groups import group_size
from arena.game.rules import DIFFICULTIES
from arena.toml_text import locate_keys
from tests.game.campaign_levels import level
from tests.game.levels.broken import WHOLE, Broken, broken_levels

KINDS = list(broken_levels())
ADVICE = re.compile(r"\b(write|leave|mend|add|name|give|correct|shorten|put)\b")

WAIT = 'objective = {kind = "survive", seconds = 5}'


def test_there_are_a_hundred_kinds_and_more() -> None:
    assert len({kind.text for kind in KINDS}) >= 100


@pytest.mark.parametrize("broken", KINDS, ids=lambda kind: kind.what)
def test_each_kind_is_refused_with_file_line_key_and_advice(broken: Broken) -> None:
    with pytest.raises(LevelError) as refused:
        parse_level(broken.text, "my.toml")
    problems = refused.value.problems
    told = [found for found in problems if found.key.endswith(broken.key) and broken.line in (0, found.line)]
    assert told, problems
    assert all(ADVICE.search(found.text) for found in problems), problems
    for line in (*refused.value.lines(), str(refused.value)):
        assert re.match(r"my\.toml(:\d+)?: ", line)
        assert line.isprintable() and len(line) < 400, line


def test_a_whole_level_is_read() -> None:
    level = parse_level(WHOLE)
    assert (level.name, level.world, len(level.phase), len(level.zone)) == ("Probe", 2, 7, 1)
    objectives = [phase.objective for phase in level.phase]
    assert objectives[0] == Destroy()
    assert isinstance(objectives[1], Hold) and objectives[1].seconds == 12.0
    assert isinstance(objectives[3], Escort) and len(objectives[3].route) == 3
    assert isinstance(objectives[4], Race) and objectives[4].gates == 8
    assert objectives[6] == Boss(2, (0.0, 0.0, -1.0))
    first, second = level.phase[0].group
    assert (first.kind, first.count, first.bearing, first.after) == (kinds.DRONE.number, 5, 45.0, 0)
    assert (second.after, second.difficulty) == (1, ("easy", "normal", "hard"))
    (asteroid,) = level.asteroid
    assert (asteroid.radius, asteroid.material, asteroid.speed) == (3.5, 2, 2.0)
    assert second.place == pytest.approx((0.0, 2**-0.5, 2**-0.5))


def test_all_problems_are_told_at_once_in_the_order_of_lines() -> None:
    text = WHOLE.replace("world = 2", "world = 9").replace("gates = 8", "gates = 1")
    with pytest.raises(LevelError, match=r"^x:2: world: .* \(and 1 more\)$") as refused:
        parse_level(text, "x")
    assert [problem.line for problem in refused.value.problems] == [
        2,
        WHOLE.splitlines().index("gates = 8") + 1,
    ]


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        (
            'kind = "wind"',
            'kind = "wiind"',
            'kind: "wiind" is not allowed; perhaps "wind" is meant; write ',
        ),
        ('kind = "hold"', 'kind = "holt"', 'kind: "holt" is not allowed; perhaps "hold" is meant; write '),
        ("gates = 8", "gate = 8", 'gate: is not known; perhaps "gates" is meant; a race objective has '),
    ],
)
def test_a_misspelt_word_is_told_with_the_one_that_was_meant(right: str, wrong: str, told: str) -> None:
    assert right in WHOLE
    with pytest.raises(LevelError) as refused:
        parse_level(WHOLE.replace(right, wrong, 1))
    assert told in "\n".join(refused.value.lines())


def test_a_phase_sends_as_many_ships_as_there_may_be_and_no_more() -> None:
    assert SHIPS_MAX == 2560 == 2 * 40 * 30 + 40 * 4
    more = '[[phase.group]]\nkind = "drone"\ncount = 40\nevery = 8\ntimes = '
    whole = COMES.replace("count = 20", "count = 40\ntimes = 30\nevery = 8") + f"{more}30\n{more}4\n"
    assert sum(group.count * group.times for group in parse_level(whole).phase[0].group) == 2560
    with pytest.raises(LevelError, match=r"sends 2561 ships; write 2560 at most"):
        parse_level(f'{whole}[[phase.group]]\nkind = "drone"\ncount = 1\n')


def test_each_difficulty_has_as_many_ships_as_there_may_be() -> None:
    hard = '[[phase.group]]\nkind = "drone"\ncount = 40\nevery = 8\ntimes = 30\ndifficulty = ["hard"]\n'
    assert len(parse_level(COMES + hard * 2).phase[0].group) == 3
    with pytest.raises(LevelError, match=r"sends 3620 ships; write 2560 at most"):
        parse_level(COMES + hard * 3)


def test_a_group_has_as_many_carriers_as_there_may_be_and_a_zone_the_last_phase() -> None:
    """One more of either is refused."""
    carrier, zone = 'kind = "carrier"\ncount = ', "phases = [1, "
    last = len(parse_level(WHOLE).phase)
    text = WHOLE.replace(f"{carrier}1", f"{carrier}6").replace(f"{zone}2]", f"{zone}{last}]")
    level = parse_level(text)
    assert 6 in [group.count for phase in level.phase for group in phase.group]
    assert last in level.zone[0].phases
    for wrong in (
        text.replace(f"{carrier}6", f"{carrier}7"),
        text.replace(f"{zone}{last}]", f"{zone}{last + 1}]"),
    ):
        with pytest.raises(LevelError):
            parse_level(wrong)


def test_a_level_has_as_many_phases_as_there_may_be_and_no_more() -> None:
    text = level(*[WAIT] * PHASES_MAX)
    assert len(parse_level(text, "probe.toml").phase) == PHASES_MAX
    with pytest.raises(LevelError, match=f"there are {PHASES_MAX + 1}; write 1 to {PHASES_MAX} tables"):
        parse_level(level(*[WAIT] * (PHASES_MAX + 1)), "probe.toml")


def test_keys_are_located_however_they_are_written() -> None:
    text = 'a.b = 1 # [c]\n"d e" = """x\ny"""\n[[f]]\n[[f]]\ng = [1,\n {h = 2}]\n[f.i]\nj = "="\n'
    lines = locate_keys(text)
    assert lines["a", "b"] == 1
    assert lines["d e",] == 2
    assert (lines["f", 0], lines["f", 1]) == (4, 5)
    assert (lines["f", 1, "g", 0], lines["f", 1, "g", 1, "h"]) == (6, 7)
    assert lines["f", 1, "i", "j"] == 9


COMES = """name = "x"
world = 1
[[phase]]
name = "y"
objective = { kind = "destroy" }
[[phase.group]]
kind = "drone"
count = 20
"""


@pytest.mark.parametrize(
    ("kind", "sizes"), [("drone", (17, 20, 24)), ("carrier", (20, 20, 20)), ("asteroid", (20, 20, 20))]
)
def test_difficulty_changes_how_many_ships_come(kind: str, sizes: tuple[int, ...]) -> None:
    group = parse_level(COMES).phase[0].group[0]._replace(kind=ships.numbers[kind])
    assert tuple(group_size(group, DIFFICULTIES[name]) for name in ("easy", "normal", "hard")) == sizes


def test_a_phase_has_any_boss_there_is_and_no_other() -> None:
    whole = "variant = 2"
    assert WHOLE.count(whole) == 1
    for number in range(1, len(BOSSES) + 1):
        objective = parse_level(WHOLE.replace(whole, f"variant = {number}")).phase[6].objective
        assert isinstance(objective, Boss) and objective.variant == number
    with pytest.raises(LevelError, match="variant: "):
        parse_level(WHOLE.replace(whole, f"variant = {len(BOSSES) + 1}"))
