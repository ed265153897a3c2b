"""The render scale: fewer pixels where frames are late, more where there is room, and no pumping."""

import itertools
import random

from hypothesis import given
from hypothesis import strategies as st

from arena.app.window.render_scale import CALM_SECONDS, LOOK_SECONDS, ROOM, STEPS, RenderScale

BUDGET = 15.0


def play(scale: RenderScale, cost: "list[tuple[float, float]]", seconds: float, began: float) -> list[float]:
    """Shares over a time in which a frame takes a fixed and a per-pixel part, picked anew for each frame."""
    shares, now, chance = list[float](), began, random.Random(1)
    while now < began + seconds:
        fixed, pixels = chance.choice(cost)
        scale.note(fixed + pixels * scale.share**2, BUDGET, now)
        shares.append(scale.share)
        now += 1 / 60
    return shares


def changes(shares: list[float]) -> int:
    """Number of changes of the scale."""
    return sum(one != other for one, other in itertools.pairwise(shares))


@given(st.floats(0.0, 12.0), st.floats(0.1, 80.0))
def test_a_steady_load_is_met_in_steps_and_then_left_alone(fixed: float, pixels: float) -> None:
    scale = RenderScale()
    shares = play(scale, [(fixed, pixels)], 40.0, 0.0)
    assert changes(shares) <= len(STEPS) - 1
    assert all(STEPS.index(b) - STEPS.index(a) in (0, 1) for a, b in itertools.pairwise(shares))
    assert fixed + pixels * scale.share**2 <= BUDGET or scale.share == STEPS[-1]
    above = [step for step in STEPS if step > scale.share]
    assert not above or fixed + pixels * above[-1] ** 2 > BUDGET


def test_it_comes_back_when_there_is_room_but_not_at_once() -> None:
    scale = RenderScale()
    play(scale, [(5.0, 40.0)], 10.0, 0.0)
    assert scale.share == 0.5
    shares = play(scale, [(1.0, 4.0)], CALM_SECONDS * 4, 10.0)
    assert shares[round(60 * (CALM_SECONDS - LOOK_SECONDS))] == 0.5
    assert shares[-1] == 1.0 and changes(shares) == 3
    rises = [frame for frame, (one, other) in enumerate(itertools.pairwise(shares)) if one != other]
    assert all(b - a >= 60 * CALM_SECONDS - 1 for a, b in itertools.pairwise(rises)), "each after a calm"


def test_a_load_that_comes_and_goes_does_not_make_it_pump() -> None:
    scale, now, shares = RenderScale(), 0.0, list[float]()
    for _ in range(20):
        for cost in ((2.0, 20.0), (1.0, 4.0)):
            shares += play(scale, [cost], 1.5, now)
            now += 1.5
    assert changes(shares) <= 2


def test_a_few_slow_frames_do_not_count() -> None:
    scale = RenderScale()
    shares = play(scale, [(2.0, 6.0)] * 9 + [(200.0, 6.0)], 20.0, 0.0)
    assert changes(shares) == 0


def test_no_more_pixels_while_they_would_take_all_the_room() -> None:
    scale = RenderScale((1.0, 0.5))
    play(scale, [(0.0, 40.0)], 2.0, 0.0)
    assert scale.share == 0.5
    play(scale, [(0.0, BUDGET * ROOM * 1.1)], 20.0, 2.0)
    assert scale.share == 0.5
    play(scale, [(0.0, BUDGET * ROOM * 0.9)], 20.0, 22.0)
    assert scale.share == 1.0
