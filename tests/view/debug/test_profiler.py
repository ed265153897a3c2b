"""The profiler's picture: stacks that add up, colours that the legend repeats, counts in words."""

from collections.abc import Iterable, Mapping
from itertools import combinations

import numpy as np
import pytest

from arena.catalogue.kind_row import KINDS
from arena.game.scoring.statistics import Statistics
from arena.render.renderer import PASSES
from arena.sim.step import NAMED_SYSTEMS
from arena.view.debug.profiler import (
    BUDGET_MS,
    FRAMES,
    HISTORY,
    SEEN_LEAST,
    TICKS_A_BAR,
    FrameTimes,
    ProfilerData,
    TickTable,
    color_of,
    draw_profiler,
    fact_lines,
    frame_stack,
    longest,
    scale_for,
    stack_bars,
)
from arena.view.overlay.overlay import BOX, Overlay
from tests.app.screens.text_boxes import written

WIDE = 16 / 9


def filled() -> ProfilerData:
    """A profiler that has watched for a while."""
    data = ProfilerData()
    for k in range(HISTORY + 50):
        data.ticks.append({"ai": 0.5, "find_contacts": 1.0 + k // TICKS_A_BAR % 2})
        data.frames.append(FrameTimes(16.0, 3.0, 2.0, 5.0))
    data.statistics = Statistics({"drone": 1200, "asteroid": 4001}, 200, 5001, 321, 45)
    data.draw_calls, data.instances, data.in_view = 23, 1444, 1234
    return data


def stacked(ticks: Iterable[Mapping[str, float]]) -> dict[str, list[float]]:
    """Times by system of a table of ticks, as lists."""
    table = TickTable()
    for tick in ticks:
        table.append(tick)
    return {name: values.tolist() for name, values in table.stack().items()}


def test_a_system_that_comes_late_was_zero_before() -> None:
    ticks = [{"ai": 1.0}, {"ai": 2.0, "wake": 0.5}, {"wake": 0.25}]
    assert stacked(ticks) == {"ai": [1.0, 2.0, 0.0], "wake": [0.0, 0.5, 0.25]}
    assert stacked([]) == {}
    assert len(filled().frames) == FRAMES, "only the last seconds are kept"


def test_only_the_last_ticks_are_kept_and_in_order() -> None:
    ticks = [{"ai" if k < HISTORY else "move": float(k), "wake": 1.0} for k in range(2 * HISTORY + 7)]
    for count in (1, HISTORY - 1, HISTORY, HISTORY + 5, len(ticks)):
        kept = stacked(ticks[max(0, count - HISTORY) : count])
        assert stacked(ticks[:count]) == kept and len(kept["wake"]) == min(count, HISTORY)
    assert set(kept) == {"move", "wake"}, "what no tick has any more is gone"


def test_parts_of_a_frame_add_up_to_it() -> None:
    stack = frame_stack([FrameTimes(16.0, 3.0, 2.0, 5.0), FrameTimes(4.0, 3.0, 2.0, 5.0)])
    assert list(stack) == ["ticks", "view", "draw", "wait"]
    assert stack["wait"].tolist() == [6.0, 0.0]
    assert frame_stack([])["ticks"].shape == (0,)


def test_scales_hold_nearly_all_bars_and_do_not_tremble() -> None:
    assert scale_for(np.array([])) == 0.25
    assert scale_for(np.full(100, 0.9)) == scale_for(np.full(100, 0.7)) == 1.0
    assert scale_for(np.array([0.9] * 99 + [30.0])) == 1.0
    assert scale_for(np.full(100, BUDGET_MS)) == 33.0
    assert scale_for(np.full(100, 1e9)) == 2000.0


def bars_of(index: int) -> np.ndarray:
    """Upright bars of one colour, (x, y, half width, half height), of a panel drawn from `filled`."""
    overlay = Overlay(WIDE)
    draw_profiler(overlay, filled())
    rows = overlay.instances()
    mine = (rows["shape"] == BOX) & np.all(rows["color"] == np.array(color_of(index), np.float32), axis=1)
    places = rows["place"][mine]
    return places[places[:, 2] < 3.0]


def test_ticks_are_stacked_by_system_in_the_colours_of_the_legend() -> None:
    shown = HISTORY // TICKS_A_BAR
    lower, upper = bars_of(0)[-shown:], bars_of(1)[-shown:]
    assert len(lower) == len(upper) == shown
    assert upper[:, 1] - upper[:, 3] == pytest.approx(lower[:, 1] + lower[:, 3], abs=1e-2)
    assert upper[::2, 3] == pytest.approx(4.0 * lower[::2, 3], rel=1e-3)  # 2.0 ms on 0.5 ms
    assert (np.diff(lower[:, 0]) > 0).all()


def test_thin_parts_of_a_bar_go_to_those_above_them() -> None:
    thin = SEEN_LEAST * 0.4
    heights = np.array([[10.0, thin], [thin, thin], [thin, thin], [thin, 30.0]])
    ends = stack_bars(heights, top=25.0)
    assert ends[:, 0].tolist() == pytest.approx([0.0, 10.0, 10.0, 10.0, 10.0 + 3 * thin])
    assert ends[:, 1].tolist() == pytest.approx([0.0, 0.0, 0.0, 3 * thin, 25.0])


def test_of_ticks_that_share_a_bar_the_longest_is_shown_whole() -> None:
    systems = {"ai": np.array([1.0, 5.0, 2.0, 0.0, 3.0]), "move": np.array([1.0, 0.0, 2.0, 9.0, 3.0])}
    bars = longest(systems, 2, taken=6)  # the first of six is gone, and the one beside it waits for nobody
    assert {name: times.tolist() for name, times in bars.items()} == {"ai": [5.0, 0.0], "move": [0.0, 9.0]}
    assert longest({}, 2, taken=0) == {}


def test_the_same_ticks_share_a_bar_in_every_picture() -> None:
    table, bars = TickTable(), list[list[float]]()
    random = np.random.default_rng(2)
    for _ in range(2 * HISTORY):
        table.append({"ai": float(random.random())})
        bars.append(longest(table.stack(), TICKS_A_BAR, table.taken)["ai"].tolist())
    for before, after in zip(bars, bars[TICKS_A_BAR:], strict=False):
        kept = after[:-1]  # all but the bar that came
        assert not kept or kept == before[-len(kept) :]
    assert len(bars[-1]) in (HISTORY // TICKS_A_BAR - 1, HISTORY // TICKS_A_BAR)


def test_numbers_stay_until_the_page_is_turned_and_graphs_do_not() -> None:
    data = filled()

    def shown() -> tuple[bytes, bytes]:
        overlay = Overlay(WIDE)
        draw_profiler(overlay, data)
        rows = overlay.rows()
        bars = (rows[:, 13] == BOX) & (rows[:, 2] < 3.0)
        return rows[bars].tobytes(), rows[~bars].tobytes()

    graphs, numbers = shown()
    data.draw_calls = 999
    data.frames.append(FrameTimes(16.0, 9.0, 2.0, 5.0))
    later_graphs, later_numbers = shown()
    assert later_numbers == numbers and later_graphs != graphs
    data.turn_page()
    assert shown()[1] != numbers


def test_counts_are_told() -> None:
    data = filled()
    lines = fact_lines(data, data.ticks.stack())
    told = {
        "bodies": "5 201", "awake": "200", "asleep": "5 001", "pairs": "321", "contacts": "45",
        "draw calls": "23", "in view": "1 234", "AI latency": "0.50 ms", "AI at most": "0.50 ms",
    }  # fmt: skip
    assert {name: lines[name] for name in told} == told and "quarantined" not in lines
    data.statistics = data.statistics._replace(quarantined=3)
    assert fact_lines(data, data.ticks.stack())["quarantined"] == "3"


def fullest(*kinds: str, quarantined: int = 0) -> ProfilerData:
    """All that a panel can tell, in long words."""
    data = filled()
    data.ticks.append({name: 1.23456 for name, _ in NAMED_SYSTEMS})
    data.statistics = data.statistics._replace(
        kinds=dict.fromkeys(kinds or KINDS.names, 100_000), quarantined=quarantined
    )
    data.facts = {"seed": "123456789", "tick": "1234567", "speed": "100%", "render scale": "100%"}
    data.note_passes({each.name: 123.4 for each in PASSES})
    return data


def test_no_number_lies_on_the_name_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    with written(monkeypatch) as noted:
        draw_profiler(Overlay(WIDE), fullest())
    assert len(noted) > 100
    for one, other in combinations(noted, 2):
        if one.box.y == other.box.y:
            left, right = sorted((one.box, other.box), key=lambda box: box.x)
            assert left.x + left.width + 3.0 < right.x, (one.string, other.string)


@pytest.mark.parametrize("full", [False, True])
def test_the_panel_fits_the_screen_even_with_every_system_and_kind(full: bool) -> None:
    overlay = Overlay(WIDE)
    shown = fullest(*KINDS.names[:14], quarantined=7) if full else ProfilerData()
    draw_profiler(overlay, shown)
    place = overlay.instances()["place"]
    assert (place[:, 1] - place[:, 3]).min() > 20.0
    assert (place[:, 1] + place[:, 3]).max() < 900.0
    assert (place[:, 0] + place[:, 2]).max() < 745.0


@pytest.mark.parametrize(
    ("height", "counts", "systems"), [(540.0, True, False), (720.0, False, True), (1080.0, True, True)]
)
def test_a_low_panel_tells_less_in_letters_of_the_same_size(
    height: float, counts: bool, systems: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    overlay = Overlay(WIDE, height)
    with written(monkeypatch) as noted:
        draw_profiler(overlay, fullest("drone"))
        rows = overlay.rows()
    words = {text.string for text in noted}
    assert {text.size for text in noted} == {18.0, 20.0, 28.0}
    assert ("draw calls" in words, "rebuild grid" in words) == (counts, systems)
    assert (rows[:, 1] - rows[:, 3]).min() > 0.0
