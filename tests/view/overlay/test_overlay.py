"""Text is laid out by its metrics; primitives arrive in drawing order."""

import math

import numpy as np
import pytest

from arena.view.overlay.glyphs import SPREAD, distance_field, load_atlas
from arena.view.overlay.layout import Line, Rank, Slot
from arena.view.overlay.overlay import ARC, BLOCKS_KEPT, BOX, DART, GLYPH, HEIGHT, LINE, SHADE, Overlay


def test_text_is_anchored():
    overlay = Overlay(16 / 9)
    width = overlay.text_width("WAVE 12", 40, "display")
    for anchor, left in (("left", 500.0), ("center", 500.0 - width / 2), ("right", 500.0 - width)):
        overlay = Overlay(16 / 9)
        assert overlay.text("WAVE 12", 500, 300, 40, anchor=anchor, font="display") == pytest.approx(width)
        rows = overlay.instances()
        assert rows["shape"].tolist() == [*[SHADE] * 7, *[GLYPH] * 7]
        first, last = rows["place"][0], rows["place"][-1]
        assert first[0] - first[2] == pytest.approx(left, abs=9.0)
        assert last[0] + last[2] == pytest.approx(left + width, abs=9.0)


def test_text_scales_and_spaces():
    overlay = Overlay(1.0)
    assert overlay.text_width("abc", 56) == pytest.approx(2 * overlay.text_width("abc", 28))
    assert overlay.text_width("abc", 28, spacing=0.5) == pytest.approx(overlay.text_width("abc", 28) + 28.0)
    assert overlay.text_width("") == overlay.text("", 0, 0) == 0.0
    assert overlay.text_width("\u4e2d") == overlay.text_width("?"), "an unknown letter"
    assert set(load_atlas().fonts) == {"display", "body"}
    assert overlay.text_width("SCORE", 28, "display") > 1.1 * overlay.text_width("SCORE", 28, "body")


def test_order_is_kept_between_shapes_and_text():
    overlay = Overlay(1.0)
    overlay.rect(0, 0, 10, 10, (1, 0, 0, 1))
    overlay.text("A", 5, 5)
    overlay.ring(50, 50, 20, 4, 0.25, (1, 1, 1, 1))
    overlay.add(np.array([[0.0] * 13 + [BOX], [0.0] * 13 + [LINE]], np.float32))
    assert overlay.instances()["shape"].tolist() == [BOX, SHADE, GLYPH, ARC, BOX, LINE]
    overlay.rect(0, 0, 1, 1, (1, 1, 1, 1))
    assert len(overlay.instances()) == 7
    assert overlay.instances().flags.c_contiguous


def test_an_empty_arc_is_not_drawn_and_a_full_one_is_closed():
    overlay = Overlay(1.0)
    overlay.ring(0, 0, 20, 4, 0.0, (1, 1, 1, 1))
    assert len(overlay.instances()) == 0
    overlay.ring(0, 0, 20, 4, 1.5, (1, 1, 1, 1))
    assert overlay.instances()["uv"][0, 3] == pytest.approx(math.cos(math.pi))


def test_distance_field_is_exact_for_a_box():
    image = np.zeros((40, 60), np.uint8)
    image[10:30, 20:40] = 255
    field = distance_field(image).astype(float) - 128
    unit = 127 / SPREAD
    assert field[20, 22] == pytest.approx(3 * unit, abs=1.5)
    assert field[20, 16] == pytest.approx(-4 * unit, abs=1.5)
    assert field[7, 17] == pytest.approx(-math.hypot(3, 3) * unit, abs=1.5)
    assert field[0, 0] == pytest.approx(-128, abs=1)


def test_what_is_scaled_keeps_its_pivot_and_letters_their_place_in_the_atlas() -> None:
    plain, scaled = Overlay(1.5), Overlay(1.5)
    for overlay, scale in ((plain, 1.0), (scaled, 0.5)):
        with overlay.scaled(100.0, 200.0, scale):
            overlay.ring(140.0, 200.0, 20.0, 4.0, 0.5, (1.0, 1.0, 1.0, 1.0))
            overlay.text("A", 100.0, 220.0, 24.0)
        overlay.disc(10.0, 10.0, 5.0, (1.0, 1.0, 1.0, 1.0))
    ring, shade, letter, disc = scaled.instances()
    assert ring["place"].tolist() == [120.0, 200.0, 12.0, 12.0]
    assert ring["uv"][:2].tolist() == [10.0, 2.0] and (ring["uv"][2:] == plain.instances()[0]["uv"][2:]).all()
    assert (shade["uv"] == letter["uv"]).all() and (letter["uv"] == plain.instances()[2]["uv"]).all()
    assert letter["place"][1] - 200.0 == pytest.approx((plain.instances()[2]["place"][1] - 200.0) / 2)
    assert disc["place"].tolist() == [10.0, 10.0, 5.0, 5.0]


def test_what_is_remembered_is_drawn_once_for_a_key_and_a_size_and_lit_as_asked() -> None:
    drawn = list[str]()

    def block(overlay: Overlay, key: str) -> None:
        def draw() -> None:
            drawn.append(key)
            overlay.text(key, 10.0, 20.0)

        overlay.disc(1.0, 1.0, 1.0, (1.0, 1.0, 1.0, 1.0))
        overlay.remember(key, draw)

    plain, again, wide, low = Overlay(1.25), Overlay(1.25), Overlay(1.5), Overlay(2.5, HEIGHT / 2)
    for overlay in (plain, again, wide, low):
        block(overlay, "score")
    assert drawn == ["score"] * 3 and low.width == plain.width
    assert (plain.rows() == again.rows()).all() and len(plain.rows()) == 11
    assert plain.instances()["shape"].tolist() == [BOX, *[SHADE] * 5, *[GLYPH] * 5]
    assert (wide.rows() == plain.rows()).all()
    for number in range(BLOCKS_KEPT):
        block(plain, f"{number}")
    block(plain, "score")
    assert drawn.count("score") == 4
    one, other = object(), object()
    for version in (one, one, other):
        plain.remember("lives", lambda: drawn.append("lives"), version)
    assert drawn.count("lives") == 2, "and once more for another version"


def test_marks_lie_above_words_and_beside_them() -> None:
    overlay, heights = Overlay(16 / 9), list[float]()

    def draw(y: float) -> None:
        heights.append(y)
        overlay.dart(960.0, y, 12.0, 0.0, (1.0, 0.0, 0.0, 1.0))
        overlay.add_label("3s", 300.0, y, 22.0, (1.0, 1.0, 1.0, 1.0))

    for x, y in ((960.0, 40.0), (970.0, 30.0), (1400.0, 40.0), (960.0, 500.0), (965.0, 510.0)):
        overlay.add_mark(x, y, 20.0, draw)
    words = Line(Slot.BOTTOM, Rank.SPEECH, 400.0, 42.0, lambda x, y, scale: overlay.text("words", x, y))
    overlay.add_line(words)
    rows = overlay.instances()
    assert heights == [78.0, 118.0, 40.0, 500.0, 510.0], "two that gave way stand one above the other"
    last_word = np.flatnonzero(rows["shape"] == GLYPH)[len("words") - 1]
    assert (np.flatnonzero(rows["shape"] == DART) > last_word).all()
    assert (rows["shape"] == GLYPH).sum() > len("words"), "labels that a mark adds are drawn, too"
