"""Paint the pictures of README and guide, as `arena shot` draws its scenes.

    .venv/bin/python scripts/paint_readme.py [--only A,B] [--output FOLDER]

`scripts/paint_cast.py` paints the one of the cast.
"""

import argparse
import sys
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont
from tqdm import tqdm

ROOT = Path(__file__).resolve().parent.parent
# The package is found beside this script even where it is not installed.
sys.path.insert(1, str(ROOT))

from benchmarking import Failure, tell_failure  # noqa: E402
from color_vision import STANDARD  # noqa: E402
from gallery import shoot  # noqa: E402

SIZE, QUALITY, SAVED_QUALITY = (1600, 900), "ultra", 86
HEIGHT, MARGIN = 450, 12
"""Of a strip of pictures, and of the words on them [px]."""
FONT = ImageFont.truetype(str(ROOT / "assets" / "fonts" / "Exo2-SemiBold.ttf"), 26)


class Sheet(NamedTuple):
    """One picture: the scenes side by side on it, the part of each from left to right, and words."""

    scenes: tuple[str, ...]
    part: tuple[float, float] = (0.0, 1.0)
    words: tuple[str, ...] = ()
    hud: str = "--hud"  # flag of `arena shot`


SHEETS = {
    "title": Sheet(("title",)),
    "play": Sheet(("crowded",)),
    "tide": Sheet(("tide",)),
    "crates": Sheet(("crates",)),
    "zones": Sheet(("zones",)),
    "worlds": Sheet(
        tuple(f"world{number}" for number in range(1, 6)),
        (0.30, 0.65),
        ("Haven", "Rime", "Forge", "Squall", "Umbra"),
        "--no-hud",
    ),
    "bosses": Sheet(("boss1", "boss3", "boss5"), (0.38, 0.97), ("Bastion", "Matriarch", "Crown"), "--no-hud"),
}


def compose(sheet: Sheet, pictures: list[Image.Image]) -> Image.Image:
    """One picture as it is, or a strip of parts of several."""
    if len(pictures) == 1:
        return pictures[0]
    width, left = SIZE[0] // len(pictures), 0
    strip = Image.new("RGB", (SIZE[0], HEIGHT))
    draw = ImageDraw.Draw(strip)
    for number, (picture, words) in enumerate(zip(pictures, sheet.words, strict=True)):
        first, last = (round(share * SIZE[0]) for share in sheet.part)
        high = min(SIZE[1], round((last - first) * HEIGHT / width))
        piece = picture.crop((first, 0, last, high)).resize((width, HEIGHT), Image.Resampling.LANCZOS)
        left = number * width
        strip.paste(piece, (left, 0))
        draw.text(
            (left + MARGIN, HEIGHT - MARGIN), words, "white", FONT, "ls", stroke_width=2, stroke_fill="black"
        )
    return strip


def main(arguments: list[str]) -> None:
    """Paint what is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--only", default=",".join(SHEETS), metavar="A,B")
    parser.add_argument("--output", type=Path, default=ROOT / "assets" / "pictures", metavar="FOLDER")
    options = parser.parse_args(arguments)
    wanted = options.only.split(",")
    with tell_failure("paint_readme"):
        if unknown := [name for name in wanted if name not in SHEETS]:
            raise Failure(f"no picture {unknown[0]!r}; there is {', '.join(SHEETS)}")
        options.output.mkdir(parents=True, exist_ok=True)
        for name in tqdm(wanted, disable=None):
            sheet, size = SHEETS[name], "x".join(map(str, SIZE))
            pictures = [shoot(scene, QUALITY, STANDARD, size, sheet.hud)[0] for scene in sheet.scenes]
            compose(sheet, pictures).save(options.output / f"{name}.jpg", quality=SAVED_QUALITY)


if __name__ == "__main__":
    main(sys.argv[1:])
