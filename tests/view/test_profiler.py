"""The profiler's picture: stacks that add up, colours that the legend repeats, counts in words."""

from collections import deque
from collections.abc import Mapping, Sequence

import numpy as np
import pytest

from arena.game.statistics import Statistics
from arena.sim.step import SYSTEMS
from arena.view.overlay import BOX, Overlay
from arena.view.profiler import (
    BUDGET_MS,
    HISTORY,
    SEEN_LEAST,
    FrameTimes,
    ProfilerData,
    TickTable,
    color_of,
    draw_profiler,
    fact_lines,
    frame_stack,
    scale_for,
    stack_bars,
)

WIDE = 16 / 9


def filled() -> ProfilerData:
    """A profiler that has watched for a while."""
    data = ProfilerData()
    for k in range(HISTORY + 50):
        data.ticks.append({"ai": 0.5, "find_contacts": 1.0 + k % 2})
        data.frames.append(FrameTimes(16.0, 3.0, 2.0, 5.0))
    data.statistics = Statistics({"drone": 1200, "asteroid": 4001}, 200, 5001, 321, 45)
    data.draw_calls, data.instances, data.in_view = 23, 1444, 1234
    return data


def test_only_the_last_seconds_are_remembered() -> None:
    data = filled()
    assert len(data.ticks) == len(data.frames) == HISTORY


def stacked(table: TickTable, ticks: Sequence[Mapping[str, float]]) -> dict[str, list[float]]:
    """Times by system as lists."""
    return {name: values.tolist() for name, values in table.stack(ticks).items()}


def test_a_system_that_comes_late_was_zero_before() -> None:
    assert stacked(TickTable(), [{"ai": 1.0}, {"ai": 2.0, "wake": 0.5}, {"wake": 0.25}]) == {
        "ai": [1.0, 2.0, 0.0],
        "wake": [0.0, 0.5, 0.25],
    }
    assert stacked(TickTable(), []) == {}


def test_the_table_is_what_the_ticks_are_however_often_it_is_asked() -> None:
    ticks, table = deque[dict[str, float]](maxlen=HISTORY), TickTable()
    random = np.random.default_rng(1)
    for k in range(3 * HISTORY):
        names = ("ai", "move") if k < HISTORY else ("ai", "wake")
        ticks.append({name: float(random.random()) for name in names})
        if random.random() < 0.3 or k > 2 * HISTORY:
            assert stacked(table, ticks) == stacked(TickTable(), ticks)
    assert set(table.stack(ticks)) == {"ai", "wake"}, "what no tick has any more is gone"


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
    return places[places[:, 2] < 2.0]


def test_ticks_are_stacked_by_system_in_the_colours_of_the_legend() -> None:
    lower, upper = bars_of(0)[-HISTORY:], bars_of(1)[-HISTORY:]
    assert len(lower) == len(upper) == HISTORY
    assert upper[:, 1] - upper[:, 3] == pytest.approx(lower[:, 1] + lower[:, 3], abs=1e-2)
    assert upper[1::2, 3] == pytest.approx(4.0 * lower[1::2, 3], rel=1e-3)  # 2.0 ms on 0.5 ms
    assert (np.diff(lower[:, 0]) > 0).all()


def test_thin_parts_of_a_bar_go_to_those_above_them() -> None:
    thin = SEEN_LEAST * 0.4
    heights = np.array([[10.0, thin], [thin, thin], [thin, thin], [thin, 30.0]])
    ends = stack_bars(heights, top=25.0)
    assert ends[:, 0].tolist() == pytest.approx([0.0, 10.0, 10.0, 10.0, 10.0 + 3 * thin])
    assert ends[:, 1].tolist() == pytest.approx([0.0, 0.0, 0.0, 3 * thin, 25.0])


def test_counts_are_told() -> None:
    data = filled()
    lines = fact_lines(data, data.table.stack(data.ticks))
    assert lines["bodies"] == "5 201"
    assert (lines["awake"], lines["asleep"]) == ("200", "5 001")
    assert (lines["pairs"], lines["contacts"], lines["draw calls"]) == ("321", "45", "23")
    assert lines["in view"] == "1 234"
    assert lines["AI latency"] == "0.50, max 0.50 ms"
    assert "quarantined" not in lines
    data.statistics = data.statistics._replace(quarantined=3)
    assert fact_lines(data, data.table.stack(data.ticks))["quarantined"] == "3"


def test_the_panel_fits_the_screen_even_with_every_system_and_kind() -> None:
    data = filled()
    data.ticks.append({f"system_{k}": 0.1 for k in range(len(SYSTEMS) + 1)})
    data.statistics = data.statistics._replace(kinds={f"kind {k}": 10 for k in range(14)}, quarantined=7)
    data.facts = {"seed": "123456", "tick": "1", "speed": "100%"}
    for shown in (data, ProfilerData()):
        overlay = Overlay(WIDE)
        draw_profiler(overlay, shown)
        place = overlay.instances()["place"]
        assert (place[:, 1] - place[:, 3]).min() > 20.0
        assert (place[:, 1] + place[:, 3]).max() < 900.0
        assert (place[:, 0] + place[:, 2]).max() < 620.0
