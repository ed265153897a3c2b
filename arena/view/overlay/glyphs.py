"""The glyph atlas: both shipped fonts drawn with Pillow and turned into distance fields, with their metrics.

Distances come from the parabola transform of Felzenszwalb & Huttenlocher, "Distance Transforms of Sampled
Functions" (2012), cut off at the spread, seeded with the anti-aliased coverage to stay sub-pixel exact.
"""

import functools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from arena import resources

FONT_FILES = {"display": "Orbitron-Bold.ttf", "body": "Exo2-SemiBold.ttf"}
DIGITS = "body"  # the font of all digits: Orbitron's 0 is like a frame and its 7 like a 1, read at speed
EM = 52  # pixels of the font size that the atlas is drawn at
SPREAD = 10  # pixels of distance kept on either side of an outline
ATLAS_SIZE = 1024
"""Along each edge [texels]; a power of two, or Mesa compiles code of its own for it, a tenth of a second."""
LETTERS = "".join(map(chr, range(32, 127))) + "·×°–—•…äöüÄÖÜßéèà"


@dataclass(frozen=True)
class Font:
    """Metrics of one font, in ems, a row a letter."""

    advance: NDArray[np.float32]  # shape (letters,)
    uv: NDArray[np.float32]  # left, bottom, right, top in the atlas, 0..1, shape (letters, 4)
    box: NDArray[np.float32]  # left, bottom, width, height about the pen on the baseline, shape (letters, 4)
    row: dict[str, int]


@dataclass(frozen=True)
class Atlas:
    """Distance field of all glyphs: 0.5 is the outline, larger is inside."""

    image: NDArray[np.uint8]  # top row first, shape (ATLAS_SIZE, ATLAS_SIZE)
    fonts: dict[str, Font]


@functools.cache
def load_atlas() -> Atlas:
    """Draw the atlas once a process (about a tenth of a second)."""
    paths = {name: str(resources.path(f"assets/fonts/{file}")) for name, file in FONT_FILES.items()}
    basic = ImageFont.Layout.BASIC
    loaded = {name: ImageFont.truetype(path, EM, layout_engine=basic) for name, path in paths.items()}
    drawn = {name: [loaded[DIGITS if one.isdigit() else name] for one in LETTERS] for name in loaded}
    cells = {name: list[tuple[int, ...]]() for name in loaded}  # x, y, left, top, width, height [px]
    x = y = row_height = 0
    for name, faces in drawn.items():
        for letter, font in zip(LETTERS, faces, strict=True):
            left, top, right, bottom = (round(edge) for edge in font.getbbox(letter, anchor="ls"))
            width, height = (2 * ((size + 1) // 2 + SPREAD) for size in (right - left, bottom - top))
            if x + width > ATLAS_SIZE:
                x, y, row_height = 0, y + row_height, 0
            cells[name].append((x, y, left - SPREAD, top - SPREAD, width, height))
            x, row_height = x + width, max(row_height, height)
    image = Image.new("L", (ATLAS_SIZE, y + row_height))
    draw = ImageDraw.Draw(image)
    for name, faces in drawn.items():
        for letter, font, (x, y, left, top, _, _) in zip(LETTERS, faces, cells[name], strict=True):
            draw.text((x - left, y - top), letter, fill=255, font=font, anchor="ls")
    fonts = {name: _metrics(faces, np.array(cells[name])) for name, faces in drawn.items()}
    field = np.zeros((ATLAS_SIZE, ATLAS_SIZE), np.uint8)
    field[: image.height] = distance_field(np.asarray(image))
    return Atlas(field, fonts)


def _metrics(faces: list[ImageFont.FreeTypeFont], cells: NDArray[np.int64]) -> Font:
    x, y, left, top, width, height = cells.T
    uv = np.stack((x, y + height, x + width, y), axis=1) / ATLAS_SIZE
    box = np.stack((left, -top - height, width, height), axis=1) / EM
    lengths = [font.getlength(letter) / EM for font, letter in zip(faces, LETTERS, strict=True)]
    advance = np.array(lengths, np.float32)
    rows = {letter: row for row, letter in enumerate(LETTERS)}
    return Font(advance, uv.astype(np.float32), box.astype(np.float32), rows)


def distance_field(coverage: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Turn anti-aliased coverage, shape (h, w), into distances: 128 on the outline, 255 deep inside."""
    inside = coverage.astype(np.float32) / 255.0
    far = float((SPREAD + 1) ** 2)
    edge = 0.5 - inside
    outer = np.where(inside >= 1.0, 0.0, np.where(inside <= 0.0, far, np.maximum(edge, 0.0) ** 2))
    inner = np.where(inside <= 0.0, 0.0, np.where(inside >= 1.0, far, np.maximum(-edge, 0.0) ** 2))
    signed = np.sqrt(_near(inner.astype(np.float32))) - np.sqrt(_near(outer.astype(np.float32)))
    return np.clip(signed / SPREAD * 127.0 + 128.0, 0.0, 255.0).astype(np.uint8)


def _near(squared: NDArray[np.float32]) -> NDArray[np.float32]:
    """Squared distance to the nearest zero within SPREAD pixels, one axis after the other."""
    for axis in (0, 1):
        source = np.moveaxis(squared, axis, 0)
        result = source.copy()
        for step in range(1, SPREAD + 1):
            np.minimum(result[step:], source[:-step] + np.float32(step * step), out=result[step:])
            np.minimum(result[:-step], source[step:] + np.float32(step * step), out=result[:-step])
        squared = np.moveaxis(result, 0, axis)
    return squared
