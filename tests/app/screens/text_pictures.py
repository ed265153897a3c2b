"""Contrast and legibility of texts, measured on rendered pictures.

Contrast: strokes, as the font file draws them, against what lies within a few pixels of them, the soft shade
that the letters bring included.

Legibility: a line is read where the picture correlates with the same line in the letters of the font's file.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from scipy.ndimage import binary_dilation

from arena import resources
from arena.render.composite import Composite, viewport_of
from arena.render.offscreen import picture
from arena.render.renderer import Renderer
from arena.view.overlay.glyphs import DIGITS, FONT_FILES, load_atlas
from tests.app.screens.text_boxes import DESCENT, Text

WANTED = 4.5
SOLID_STROKE, REACH_SHARE = 0.8, 0.13
"""Coverage of a pixel that belongs to a stroke, and reach of the ground over the size of letters."""
READ = 0.8
"""Correlation at which a line is read."""
FINE, MARGIN = 8, 4
"""Parts of a pixel that letters are drawn with, and room around a line [px]."""


def place_of(text: Text, composite: Composite) -> tuple[float, float, float]:
    """Left end and baseline of a line in its picture, from the upper left, and its virtual pixel [px]."""
    views = [viewport_of(view) for view in composite.views if view.overlay is text.overlay]
    left, bottom, _, height = views[0] if views else (0, 0, *composite.size_px)
    pixel = height / text.overlay.height
    baseline = text.box.y + DESCENT * text.size
    return left + text.box.x * pixel, composite.size_px[1] - bottom - baseline * pixel, pixel


def letters_of(
    text: Text, left: float, baseline: float, pixel: float
) -> tuple[NDArray[np.float64], int, int]:
    """A line as the fonts' files draw it, with a margin, and the row and column where that begins."""
    size = text.size * pixel
    basic, faces = ImageFont.Layout.BASIC, dict[str, ImageFont.FreeTypeFont]()
    for name, file in FONT_FILES.items():
        path = str(resources.path(f"assets/fonts/{file}"))
        faces[name] = ImageFont.truetype(path, FINE * size, layout_engine=basic)
    column, row = int(left) - MARGIN, int(baseline - size) - MARGIN
    wide, high = int(text.box.width * pixel) + 2 * MARGIN + 2, int(1.4 * size) + 2 * MARGIN + 2
    image = Image.new("L", (wide * FINE, high * FINE))
    draw, pen, metrics = ImageDraw.Draw(image), left - column, load_atlas().fonts[text.font]
    for letter in text.string:
        face = faces[DIGITS if letter.isdigit() else text.font]
        draw.text((pen * FINE, (baseline - row) * FINE), letter, fill=255, font=face, anchor="ls")
        pen += (float(metrics.advance[metrics.row[letter]]) + text.spacing) * size
    fine = np.asarray(image, np.float64) / 255.0
    return fine.reshape(high, FINE, wide, FINE).mean((1, 3)), row, column


def likeness(text: Text, composite: Composite, pixels: NDArray[np.float64]) -> float:
    """Greatest correlation of a line with a picture's brightness at its place, or a pixel beside."""
    ink, row, column = letters_of(text, *place_of(text, composite))
    near = np.asarray(binary_dilation(ink > 0.3, iterations=2), np.bool_)
    shifted = (
        _part(pixels, row + down - 1, column + right - 1, ink.shape) for down, right in np.ndindex(3, 3)
    )
    return max(
        float(np.corrcoef(seen[near], ink[near])[0, 1]) if seen[near].std() > 0.0 else -1.0
        for seen in shifted
    )


def _part(pixels: NDArray[np.float64], row: int, column: int, shape: tuple[int, ...]) -> NDArray[np.float64]:
    """Part of a picture; beyond its rim it goes on as at the rim."""
    rows, columns = (
        np.clip(np.arange(start, start + length), 0, whole - 1)
        for start, length, whole in zip((row, column), shape, pixels.shape, strict=True)
    )
    return pixels[np.ix_(rows, columns)]


def unread(renderer: Renderer, composite: Composite, texts: Sequence[Text]) -> list[str]:
    """The texts of a picture that nobody could read, with their correlations."""
    pixels = picture(renderer, composite, composite.size_px).max(axis=2) / 255.0
    found = [(text, likeness(text, composite, pixels)) for text in texts if text.string.strip()]
    return [f"{text.string!r} {like:.2f}" for text, like in found if like < READ]


def contrast_of(text: Text, composite: Composite, light: NDArray[np.float64]) -> float:
    """Contrast of a line's strokes with the brighter part of what lies around them, shade included."""
    ink, row, column = letters_of(text, *place_of(text, composite))
    seen = _part(light, row, column, ink.shape)
    strokes = ink > min(SOLID_STROKE, 0.9 * ink.max())
    reach = max(2, round(REACH_SHARE * text.size * composite.size_px[1] / text.overlay.height))
    ground = np.asarray(binary_dilation(strokes, iterations=reach), np.bool_) & (ink < 0.05)
    one, other = float(np.median(seen[strokes])), float(np.quantile(seen[ground], 0.75))
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def too_faint(renderer: Renderer, composite: Composite, texts: Sequence[Text], luminance: Any) -> list[str]:
    """The texts of a picture whose contrast is not enough."""
    light = luminance(picture(renderer, composite, composite.size_px))
    found = [(text, contrast_of(text, composite, light)) for text in texts if text.string.strip()]
    return [f"{text.string!r} {contrast:.1f}" for text, contrast in found if contrast < WANTED]
