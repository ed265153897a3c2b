"""Lines of the overlay never lie over each other, nor over what is reserved, at any shape of window."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.view.overlay.layout import EDGES, Box, Line, Placed, Rank, Slot, clear_of, hud_corners, lay_out

HEIGHT = 1080.0
SIZES = [(1280, 720), (800, 600), (2560, 1080), (600, 800), (320, 180)]


def line(slot: Slot, rank: Rank, width: float, height: float = 50.0) -> Line:
    """A line that draws nothing."""
    return Line(slot, rank, width, height, lambda x, y, scale: None)


def clear(placed: list[Placed], reserved: tuple[Box, ...], width: float) -> bool:
    """Return whether lines touch neither each other nor a reserved box, and all lie in the picture."""
    boxes = [item.box for item in placed]
    apart = not any(first.overlaps(second) for first, second in combinations(boxes, 2))
    free = not any(box.overlaps(other) for box in boxes for other in reserved)
    inside = all(box.x >= 0 and box.x + box.width <= width + 1e-6 for box in boxes)
    return apart and free and inside and all(box.y >= 0 and box.y + box.height <= HEIGHT for box in boxes)


@pytest.mark.parametrize("size", SIZES)
def test_everything_that_can_be_said_at_once_has_a_place_of_its_own(size: tuple[int, int]) -> None:
    width = HEIGHT * size[0] / size[1]
    lines = [
        line(Slot.BOTTOM, Rank.HINT, 500.0, 60.0),
        line(Slot.BOTTOM, Rank.PROGRESS, 930.0, 76.0),
        line(Slot.BOTTOM, Rank.SPEECH, 620.0, 54.0),
        line(Slot.BOTTOM, Rank.WARNING, 380.0, 44.0),
        line(Slot.TOP, Rank.TOAST, 700.0, 56.0),
    ]
    corners = hud_corners(width, HEIGHT)
    placed = lay_out(lines, width, HEIGHT, corners)
    assert len(placed) == len(lines)
    assert clear(placed, corners, width)


def test_a_line_alone_stands_at_its_edge() -> None:
    (low,) = lay_out([line(Slot.BOTTOM, Rank.SPEECH, 400.0)], 1920.0, HEIGHT, ())
    assert low.box == Box(760.0, EDGES["bottom"], 400.0, 50.0) and low.scale == 1.0
    (high,) = lay_out([line(Slot.TOP, Rank.TOAST, 400.0)], 1920.0, HEIGHT, ())
    assert high.box.y + high.box.height == HEIGHT - EDGES["top"]


def test_lines_stack_by_rank_whatever_their_order() -> None:
    lines = [line(Slot.BOTTOM, rank, 300.0) for rank in (Rank.WARNING, Rank.HINT, Rank.SPEECH)]
    ranks = [item.line.rank for item in sorted(lay_out(lines, 1920.0, HEIGHT, ()), key=lambda p: p.box.y)]
    assert ranks == [Rank.HINT, Rank.SPEECH, Rank.WARNING]


def test_a_line_wider_than_the_picture_is_drawn_smaller() -> None:
    (placed,) = lay_out([line(Slot.BOTTOM, Rank.HINT, 2000.0, 60.0)], 1000.0, HEIGHT, ())
    assert placed.scale < 0.5 and placed.box.height == pytest.approx(60.0 * placed.scale)
    assert placed.box.x >= 0.0


def test_what_finds_no_room_is_left_out_the_least_important_first() -> None:
    lines = [line(Slot.BOTTOM, rank, 300.0, 250.0) for rank in (Rank.WARNING, Rank.HINT, Rank.PROGRESS)]
    assert [item.line.rank for item in lay_out(lines, 1920.0, HEIGHT, ())] == [Rank.HINT, Rank.PROGRESS]


def test_a_line_a_little_too_wide_shrinks_between_the_corners_and_a_long_one_moves_in() -> None:
    corners = (Box(0.0, 0.0, 400.0, 130.0), Box(1100.0, 0.0, 400.0, 300.0))
    (short,) = lay_out([line(Slot.BOTTOM, Rank.SPEECH, 800.0)], 1500.0, HEIGHT, corners)
    assert short.box.y == EDGES["bottom"] and short.scale == pytest.approx(700.0 / 800.0)
    (aside,) = lay_out([line(Slot.BOTTOM, Rank.SPEECH, 1200.0, 60.0)], 1500.0, HEIGHT, corners)
    assert aside.box.y == 130.0 and aside.box.x + aside.box.width == 1100.0
    (long,) = lay_out([line(Slot.BOTTOM, Rank.SPEECH, 2000.0)], 1500.0, HEIGHT, corners)
    assert long.box.y == 300.0 and long.scale == pytest.approx(1456.0 / 2000.0)


def test_lines_at_the_foot_leave_things_in_the_world_free_and_those_at_the_top_stay() -> None:
    lines, thing = [line(slot, Rank.SPEECH, 800.0) for slot in Slot], Box(400.0, 0.0, 200.0, HEIGHT)
    foot, top = lay_out(lines, 1500.0, HEIGHT, (), [thing])
    assert foot.box.x == 600.0 and foot.scale == 1.0 and not foot.box.overlaps(thing)
    assert top.box == lay_out(lines, 1500.0, HEIGHT, ())[1].box


BOXES = st.builds(Box, st.floats(0, 1500), st.floats(0, 1000), st.floats(1, 500), st.floats(1, 400))
LINES = st.builds(line, st.sampled_from(Slot), st.sampled_from(Rank), st.floats(10, 2500), st.floats(10, 120))


@given(st.lists(LINES, max_size=8), st.lists(BOXES, max_size=5))
def test_no_two_lines_ever_overlap(lines: list[Line], reserved: list[Box]) -> None:
    assert clear(lay_out(lines, 1600.0, HEIGHT, reserved), tuple(reserved), 1600.0)


MARK = Box(480.0, 40.0, 40.0, 40.0)
"""Of a mark near the lower edge."""
SPEECH, OFFER = Box(300.0, 16.0, 400.0, 50.0), Box(100.0, 76.0, 800.0, 74.0)


@pytest.mark.parametrize(
    ("mark", "taken", "bottom"),
    [
        (MARK, [], 40.0),
        (MARK, [SPEECH], 66.0),
        (MARK, [OFFER, SPEECH], 150.0),
        (MARK, [SPEECH, OFFER, Box(510.0, 150.0, 40.0, 40.0)], 190.0),
        (MARK._replace(x=720.0), [SPEECH], 40.0),
        (MARK._replace(y=1000.0), [SPEECH._replace(y=1010.0)], 970.0),
        (MARK._replace(y=1000.0), [SPEECH._replace(y=1010.0), OFFER._replace(y=930.0)], 890.0),
    ],
)
def test_a_mark_gives_way_to_lines_towards_the_middle(mark: Box, taken: list[Box], bottom: float) -> None:
    box = clear_of(mark, taken, HEIGHT)
    assert box == mark._replace(y=bottom) and not any(box.overlaps(other) for other in taken)
