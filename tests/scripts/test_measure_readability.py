"""Readability is measured on pictures whose contrast is known, and on a moment of a game."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

SQUARE = np.array([[(13, 13), (28, 13), (28, 28)], [(13, 13), (28, 28), (13, 28)]], float)


@pytest.fixture(scope="module")
def measure(scripts: Any) -> Any:
    """Functions by which the script measures."""
    return scripts.readability


def judge(measure: Any, full: Any, bare: Any) -> Any:
    """Judgement of a square, with `full` as the picture and `bare` as the one without it."""
    thing = measure.Thing("drone", "ships", 0, (20.5, 20.5), 10.0, SQUARE)
    return measure.judge(measure.Sight(thing, (0, 0), full, bare))


def judged(measure: Any, full: Any, bare: Any) -> float | None:
    """Its contrast; None where it is hidden."""
    found = judge(measure, full, bare)
    return None if found is None else found.contrast


def greys(ground: int, thing: int, rim: int | None = None, around: int | None = None) -> tuple[Any, Any]:
    """Pictures with and without a square, which may have a rim, and a dark line around it."""
    bare = np.full((41, 41, 3), ground, np.uint8)
    full = bare.copy()
    if around is not None:
        full[10:31, 10:31] = around
    full[13:28, 13:28] = thing if rim is None else rim
    full[15:26, 15:26] = thing
    return full, bare


@pytest.mark.parametrize(
    ("picture", "least", "most"),
    [
        (greys(0, 255), 20.9, 21.1),
        (greys(255, 0), 20.9, 21.1),  # dark on bright is as good
        (greys(118, 135), 1.2, 1.4),
        (greys(30, 45), 1.0, 1.3),
        (greys(30, 45, rim=200), 6.0, 99.0),  # a rim is enough on dark ground
        (greys(200, 120, rim=200), 1.0, 3.0),
        (greys(200, 120, rim=200, around=5), 6.0, 99.0),  # and in a dark line on any
        (greys(160, 25, around=5), 3.0, 99.0),  # which tells a dark thing by itself
    ],
)
def test_contrast_is_that_of_luminance(
    measure: Any, picture: tuple[Any, Any], least: float, most: float
) -> None:
    assert least < (judged(measure, *picture) or 0.0) < most


def test_shade_without_an_edge_is_no_outline(measure: Any) -> None:
    """Fade over many pixels counts as no outline."""
    full, bare = greys(140, 128)
    away = np.abs(np.mgrid[-20:21, -20:21]).max(axis=0)
    shade = np.clip(1.0 - 0.5 * (1.0 - (away - 8) / 12.0), 0.0, 1.0)[..., None]
    full[away > 7] = (bare * shade)[away > 7].astype(np.uint8)
    full[13:28, 13:28] = 80
    assert (judged(measure, full, bare) or 9.0) < 3.0


def test_most_of_an_outline_must_stand_out(measure: Any) -> None:
    """A square on a border of two grounds has no contrast along half of its outline; beside it, it has."""
    contrasts = list[float]()
    for edge in (20, 12):
        bare = np.full((41, 41, 3), 200, np.uint8)
        bare[:, edge:] = 20
        full = bare.copy()
        full[13:28, 13:28] = 170
        contrasts.append(judged(measure, full, bare) or 0.0)
    assert contrasts[0] < 3.0 < contrasts[1]


def test_a_lamp_is_no_outline(measure: Any) -> None:
    full, bare = greys(60, 75)
    full[19:22, 19:22] = 255
    assert (judged(measure, full, bare) or 9.0) < 3.0


def test_what_is_hidden_is_not_judged(measure: Any) -> None:
    assert judged(measure, *greys(90, 90)) is None


def test_it_is_known_how_much_of_a_thing_is_in_sight(script: Any, measure: Any) -> None:
    full, bare = greys(60, 200)
    whole = judge(measure, full, bare)
    full[:, 18:] = bare[:, 18:]
    third = judge(measure, full, bare)
    assert (whole.in_sight, third.in_sight) == pytest.approx((1.0, 5 / 15))
    counts = {
        line.split("  ")[0]: int(line[12:18])
        for line in script.report([whole, whole, third]).splitlines()[2:]
    }
    assert counts == {"drone": 3, "all": 3, "in sight": 2}


def test_things_near_each_other_are_left_out_apart_unless_they_are_as_one(measure: Any) -> None:
    def thing(name: str, x: float) -> Any:
        return measure.Thing(name, "bullets", 0, (x, 0.0), 5.0, SQUARE)

    def together(*things: Any) -> list[int]:
        return sorted(len(group) for group in measure.apart(list(things)))

    assert together(thing("bullet", 0.0), thing("bullet", 20.0)) == [1, 1]
    assert together(thing("bullet", 0.0), thing("bullet", 50.0)) == [2]
    assert together(thing("bullet", 0.0), thing("bullet", 1.0)) == [2]
    assert together(thing("bullet", 0.0), thing("drone", 1.0)) == [1, 1]


def test_a_thing_is_apart_by_hue_alone_and_ink_is_told_from_light(measure: Any) -> None:
    bare = np.full((41, 41, 3), 90, np.uint8)
    full = bare.copy()
    full[13:28, 13:28] = (200, 0, 60)
    red = judge(measure, full, bare)
    assert red.apart[0] > 0.15 > red.apart[1] and red.ink == 0.0
    inked, _ = greys(90, 200, around=5)
    plain, _ = greys(90, 200)
    assert judge(measure, inked, bare).ink > 0.8 > 0.01 > judge(measure, plain, bare).ink
    assert judge(measure, plain, bare).apart[1] > 0.15
    speck = bare.copy()
    speck[13:28, 13:28] = 92
    speck[13:28:5, 13:28] = 255  # thin lines are gone once they are blurred
    assert judge(measure, speck, bare).apart[2] < judge(measure, plain, bare).apart[2]


@pytest.mark.slow
@pytest.mark.gl
@pytest.mark.usefixtures("small_planet")
def test_silhouettes_cover_what_is_drawn(script: Any, measure: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "LATEST", script.EARLIEST + 1)
    frame = next(
        frame for frame in script.watch(5, (640, 360), script.ViewSettings()) if measure.lethal_things(frame)
    )
    renderer = script.Renderer(script.offscreen_context(), "low")
    frame.overlay = script.Overlay(frame.camera.aspect)
    things = measure.lethal_things(frame)[:3]
    full = script.picture(renderer, frame, frame.size_px)
    for thing in things:
        bare = script.picture(renderer, measure.without(frame, [thing]), frame.size_px)
        sight = measure.look_at(thing, full, bare)
        shape = measure.draw_silhouette(sight)
        changed = np.abs(sight.full.astype(int) - sight.bare).max(axis=-1) > measure.CHANGED
        assert changed[shape].mean() > 0.8, thing.name


@pytest.mark.gl
@pytest.mark.parametrize("kind", ["drone", "carrier"])
def test_silhouettes_are_as_large_as_what_is_drawn(
    script: Any, measure: Any, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its dark line, 3 pixels wide, lies around them in high contrast."""
    monkeypatch.setattr(script, "EARLIEST", 2)
    monkeypatch.setattr(script, "LATEST", 3)
    frame = next(script.watch(1, (1280, 720), script.ViewSettings(high_contrast=True)))
    frame.overlay, frame.bullets = script.Overlay(frame.camera.aspect), frame.bullets[:0]
    frame.ships = frame.ships[:1].copy()
    frame.ships["kind"], frame.ships["scale"] = measure.MESHES.index(kind), 2.5
    (thing,) = measure.lethal_things(frame)
    renderer = script.Renderer(script.offscreen_context(), "low")
    full = script.picture(renderer, frame, frame.size_px)
    frame.high_contrast = False
    sight = measure.look_at(thing, full, script.picture(renderer, frame, frame.size_px))
    lines = np.argwhere(np.abs(sight.full.astype(int) - sight.bare).max(axis=-1) > 60)
    measured = np.argwhere(measure.draw_silhouette(sight))
    beyond = np.concatenate(
        [measured.min(axis=0) - lines.min(axis=0), lines.max(axis=0) - measured.max(axis=0)]
    )
    assert len(lines) > 100 and beyond.min() >= -3 and beyond.max() <= 6, beyond


@pytest.mark.slow
@pytest.mark.gl
@pytest.mark.usefixtures("small_planet")
def test_moments_of_games_are_measured(
    script: Any,
    measure: Any,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(script, "EARLIEST", 3)
    monkeypatch.setattr(script, "LATEST", 4)
    script.main(["--moments", "2", "--size", "320x180", "--output", str(tmp_path), "--colors", "tritanopia"])
    table = capsys.readouterr().out.splitlines()
    assert table[0].split()[:2] == ["seen", "colour"] and table[-3].startswith("all")
    assert table[-2].startswith("in sight") and table[-1].startswith("hidden")
    assert (tmp_path / "worst.png").exists() and (tmp_path / "enough.png").exists()
