"""The learnt pilot: what it makes of an observation, its weights, and its seat in a match."""

import io
import math

import numpy as np
import pytest

from arena import resources
from arena.env.actions import ACTION_SIZE
from arena.env.episodes import EpisodeOptions, Episodes
from arena.env.layout import SPEED
from arena.env.pilot import (
    FILE,
    STEP,
    LearntPilot,
    SeatedPilot,
    read_weights,
    shipped_weights,
    write_weights,
)
from arena.env.policy import BOMB_REST, CIRCLE, LAYOUT, PilotWeights
from arena.game.match import Match

ROW = {name: number for number, name in enumerate(LAYOUT.names)}
WEIGHTS = dict.fromkeys(PilotWeights.column_names, 0.0) | {
    "fear_hunter": 2.0, "fear_bullet": 1.0, "fear_rock": 1.5, "fear_touch": 2.5, "margin_ship": 1.5,
    "margin_bullet": 0.5, "margin_rock": 1.5, "horizon": 0.8, "crowd_reach": 12.0, "keep": 6.0,
    "keep_slack": 2.0, "push_reach": 5.0, "wish": 1.0, "shard_width": 1.0, "shard_few": 4.0,
    "target_rock": -9.0, "rock_reach": 15.0, "lead_speed": 46.0, "fire_reach": 20.0, "bomb_ships": 3.0,
    "bomb_hurt": 0.5, "dash_danger": 1e9, "strike_ships": 1e9, "scatter": -9.0, "lance": -9.0,
}  # fmt: skip
"""A pilot that keeps its distance to the nearest ship, shoots at it, and bombs three."""
RIGHT, UP, AIM_RIGHT, AIM_UP, FIRE, DASH, BOMB, NEXT, PREVIOUS = range(ACTION_SIZE)


def view_of(**rows: float) -> np.ndarray:
    """Observation of a ship in whole health, its nose up, with further rows."""
    view = np.zeros(LAYOUT.size, np.float32)
    usual = {"alive": 1.0, "shield": 1.0, "nose_up": 1.0, "weapon_pulse": 1.0}
    for name, value in (usual | rows).items():
        view[ROW[name]] = value
    return view


def threat(number: int, right: float, up: float, **more: float) -> dict[str, float]:
    """Rows of a ship so many units away, awake."""
    place = {"right": right / LAYOUT.reach, "up": up / LAYOUT.reach}
    rows = {"present": 1.0, "radius": 0.125, "awake": 1.0, **place}
    return {f"threat_{number}_{name}": value for name, value in (rows | more).items()}


def threats(*places: tuple[float, float]) -> dict[str, float]:
    """Rows of several ships."""
    return {name: value for k, place in enumerate(places) for name, value in threat(k, *place).items()}


def act(view: np.ndarray, **weights: float) -> np.ndarray:
    """Action of a pilot that begins."""
    return LearntPilot(WEIGHTS | weights).act(view)[0].copy()


def test_it_aims_at_the_nearest_fires_within_reach_and_keeps_its_distance() -> None:
    far = act(view_of(**threat(0, 0.0, 22.0)))
    near = act(view_of(**threat(0, 3.0, 0.0)), fear_hunter=0.0)
    assert far[:5].tolist() == pytest.approx([0.0, 1.0, 0.0, 1.0, 0.0], abs=1e-6)
    assert near[:5].tolist() == pytest.approx([-1.0, 0.0, 1.0, 0.0, 1.0], abs=1e-6)
    nobody = act(view_of())
    assert nobody[:5].tolist() == pytest.approx([0.0, 1.0, 0.0, 0.0, 0.0], abs=1e-6), "it flies on"
    assert act(view_of(alive=0.0, **threat(0, 3.0, 0.0))).tolist() == [0.0] * ACTION_SIZE


def test_it_leads_what_moves_by_the_flight_of_its_shots() -> None:
    found = act(view_of(**threat(0, 0.0, 10.0, velocity_right=10.0 / SPEED)))
    aside = found[AIM_RIGHT] / found[AIM_UP] * 10.0  # [u] from where it is now
    flight = (math.hypot(aside, 10.0) - 0.7) / 46.0
    assert aside == pytest.approx(10.0 * flight, rel=2e-3) and aside > 1.5


def test_it_circles_to_the_right_first_and_then_the_other_way() -> None:
    pilot = LearntPilot(WEIGHTS | {"circling": 1.0, "fear_hunter": 0.0})
    view = view_of(**threat(0, 0.0, WEIGHTS["keep"]))
    sides = [float(np.sign(pilot.act(view)[0][RIGHT])) for _ in range(2 * CIRCLE)]
    assert sides == [1.0] * (CIRCLE - 1) + [-1.0] * CIRCLE + [1.0]


def test_a_dash_leaves_danger_and_is_let_go_before_the_next() -> None:
    wall = threats(*((2.0 * k, -4.0) for k in range(-4, 5)))
    wall |= {f"threat_{k}_velocity_up": 30.0 / SPEED for k in range(9)}
    view, pilot = view_of(boost=1.0, **wall), LearntPilot(WEIGHTS | {"dash_danger": 0.1})
    assert [float(pilot.act(view)[0, DASH]) for _ in range(4)] == [1.0, 0.0, 1.0, 0.0]
    assert act(view_of(boost=0.9, **wall), dash_danger=0.1)[DASH] == 0.0
    assert act(view, dash_danger=1e6)[DASH] == 0.0


def test_a_dash_strikes_what_lies_in_its_way() -> None:
    view = view_of(boost=1.0, **threats((3.0, 0.0), (5.0, 0.0), (7.0, 0.0)))
    found = act(view, strike_ships=3.0)
    assert found[[RIGHT, UP, DASH]].tolist() == pytest.approx([1.0, 0.0, 1.0])
    assert act(view, strike_ships=4.0)[DASH] == 0.0
    for name, value in (("mine", 1.0), ("radius", 0.5), ("up", 0.2), ("altitude", 0.5)):
        view[ROW[f"threat_0_{name}"]], before = value, view[ROW[f"threat_0_{name}"]]
        assert act(view, strike_ships=3.0)[DASH] == 0.0, name
        view[ROW[f"threat_0_{name}"]] = before


def test_bombs_are_for_many_fewer_when_hurt_with_a_rest_between() -> None:
    two, three = threats((4.0, 1.0), (5.0, 1.0)), threats((4.0, 1.0), (5.0, 1.0), (6.0, 1.0))
    assert [act(view_of(bombs=0.1, **ships))[BOMB] for ships in (two, three)] == [0.0, 1.0]
    assert act(view_of(bombs=0.1, shield=0.3, **two))[BOMB] == 1.0
    assert act(view_of(bombs=0.0, **three))[BOMB] == 0.0
    assert act(view_of(bombs=0.1, **three | {"threat_2_altitude": 0.5}))[BOMB] == 0.0
    pilot = LearntPilot(WEIGHTS)
    bombs = [float(pilot.act(view_of(bombs=0.2, **three))[0, BOMB]) for _ in range(BOMB_REST + 1)]
    assert bombs == [1.0, *[0.0] * (BOMB_REST - 1), 1.0]


def test_weapons_are_changed_on_the_shorter_way_press_by_press() -> None:
    view = view_of(**threat(0, 3.0, 0.0))
    pilot = LearntPilot(WEIGHTS | {"scatter": 1.0})
    assert [pilot.act(view)[0, [NEXT, PREVIOUS]].tolist() for _ in range(2)] == [[1.0, 0.0], [0.0, 0.0]]
    assert act(view, lance=1.0)[[NEXT, PREVIOUS]].tolist() == [0.0, 1.0]
    assert act(view, lance=1.0, weapon_loyal=2.0)[[NEXT, PREVIOUS]].tolist() == [0.0, 0.0]


def test_shards_pickups_crates_and_goals_draw_it() -> None:
    shard = {"shard_0_present": 1.0, "shard_0_right": -0.2}
    pickup = {"pickup_0_present": 1.0, "pickup_0_right": 0.2}
    crate = pickup | {"pickup_0_crate": 1.0}
    for rows, weights, side in (
        (shard, {"shards": 9.0, "shard_few": 0.5}, -1.0),
        (pickup, {"pickup": 90.0}, 1.0),
        (crate, {"crate": 90.0}, 1.0),
        (crate, {"pickup": 90.0}, 0.0),
        ({"goal_right": 0.5}, {"goal": 90.0}, 1.0),
    ):
        assert act(view_of(**rows), **weights)[RIGHT] == pytest.approx(side, abs=1e-6), rows
    for right, up in ((0.2, 0.2), (0.2, -0.2)):
        aside = view_of(**shard | {"shard_0_right": right, "shard_0_up": up})
        found = act(aside, shards=9.0, shard_few=0.5)
        assert found[[RIGHT, UP]].tolist() == pytest.approx([0.5**0.5, math.copysign(0.5**0.5, up)], abs=1e-6)


def crowded(seed: int) -> np.ndarray:
    """Observation with every list full, of bodies anywhere."""
    random = np.random.default_rng(seed)
    view = view_of(boost=1.0, bombs=0.3, velocity_up=0.2)
    for name, row in ROW.items():
        if name.split("_")[0] in ("threat", "bullet", "rock", "pickup", "shard"):
            directed = name.endswith(("right", "up"))
            view[row] = random.uniform(-1.0, 1.0) if directed else random.integers(2) / 2.0
            view[row] = 1.0 if name.endswith("present") else view[row]
    return view


def turned(view: np.ndarray) -> np.ndarray:
    """The same sight, turned to the left by a quarter."""
    found = view.copy()
    for name, row in ROW.items():
        if name.endswith("right"):
            up = ROW[name.removesuffix("right") + "up"]
            found[row], found[up] = -view[up], view[row]
    return found


@pytest.mark.parametrize("seed", range(6))
def test_it_turns_with_its_ship_and_the_order_of_bodies_does_not_matter(seed: int) -> None:
    view, weights = crowded(seed), shipped_weights()
    here, there = act(view, **weights), act(turned(view), **weights)
    assert there[:4].tolist() == pytest.approx(
        [-here[UP], here[RIGHT], -here[AIM_UP], here[AIM_RIGHT]], abs=1e-5
    )
    assert there[FIRE:].tolist() == here[FIRE:].tolist()
    for name, count in (("bullet", LAYOUT.bullets), ("shard", LAYOUT.shards)):
        first, width = ROW[f"{name}_0_present"], ROW[f"{name}_1_present"] - ROW[f"{name}_0_present"]
        rows = view[first : first + count * width].reshape(count, width)
        rows[:] = rows[::-1].copy()
    assert act(view, **weights).tolist() == pytest.approx(here.tolist(), abs=1e-5)


def test_weights_are_written_and_read_and_damaged_ones_refused() -> None:
    data = write_weights(WEIGHTS)
    assert read_weights(data) == WEIGHTS and write_weights(WEIGHTS) == data
    pickled = io.BytesIO()
    np.savez(pickled, names=np.array(list(WEIGHTS), object), values=np.array(list(WEIGHTS.values())))
    for broken in (b"", data[:200], data[:-30], pickled.getvalue()):  # a pickle runs what it holds
        with pytest.raises(ValueError, match="cannot be read"):
            read_weights(broken)
    cases: list[tuple[dict[str, float], str]] = [
        ({name: value for name, value in WEIGHTS.items() if name != "keep"}, "another pilot: keep"),
        (WEIGHTS | {"luck": 1.0}, "another pilot: luck"),
        (WEIGHTS | {"keep": math.nan}, "keep is not finite"),
    ]
    for weights, told in cases:
        with pytest.raises(ValueError, match=told):
            LearntPilot(weights)


def test_the_shipped_weights_have_their_licence_and_command_beside_them() -> None:
    assert set(shipped_weights()) == set(PilotWeights.column_names)
    words = resources.text(FILE.replace(".npz", ".txt"))
    assert "MIT" in words and "scripts/train_pilot.py train" in words


def test_in_a_seat_it_plays_the_game_of_its_environment() -> None:
    game = Episodes(EpisodeOptions(layout=LAYOUT, frame_skip=STEP, limit=6.0))
    view, pilot = np.zeros((1, LAYOUT.size), np.float32), LearntPilot(shipped_weights())
    game.begin(11)
    while not game.ended:
        game.observe(view)
        game.step(pilot.act(view[0]))
    with Match("endless", 11, workers=1) as match:
        seated = SeatedPilot(match)
        for _ in range(360):
            match.tick([seated.command(match.world)])
        assert match.state_hash() == game.match.state_hash() and match.world.tick == 360
    game.close()


def test_each_seat_has_its_own_sight() -> None:
    with Match("endless", 11, players=2, workers=1) as match:
        pilots = [SeatedPilot(match, slot=slot) for slot in (0, 1)]
        commands = list[tuple[object, ...]]()
        for _ in range(120):
            given = [pilot.command(match.world) for pilot in pilots]
            commands.append(tuple(given))
            match.tick(given)
    assert any(first != second for first, second in commands)
