"""Paint the named scenes at all qualities side by side, for whoever changes how something looks.

    .venv/bin/python scripts/gallery.py [--scenes A,B] [--qualities A,B] [--eyes A,B] [--size WxH]
                                        [--output FILE.png]

A row for each scene, a column for each quality, with the draw calls of each picture; `arena shot --list`
names the scenes. With --eyes, a column for each quality and each of these: standard, grey (without any
colour), protanopia, deuteranopia, tritanopia (in the set of colours for such eyes, and as they see it).
"""

import argparse
import functools
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from itertools import product
from json import loads
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont
from tqdm import tqdm

ROOT = Path(__file__).resolve().parent.parent
# The package is found beside this script even where it is not installed.
sys.path.insert(1, str(ROOT))

from benchmarking import OUTPUT, Failure, give_up  # noqa: E402
from color_vision import EYES, STANDARD, as_seen  # noqa: E402

from arena.commands.arguments import picture_size  # noqa: E402
from arena.commands.scenes import SCENES  # noqa: E402
from arena.render.tiers import TIERS  # noqa: E402
from arena.view.palette import COLOR_SETS  # noqa: E402

CAPTION = 26
"""Height of the words below a picture [px]."""
FONT = ROOT / "assets" / "fonts" / "Exo2-SemiBold.ttf"


@functools.cache
def shoot(scene: str, quality: str, colors: str, size: str, hud: str = "--hud") -> tuple[Image.Image, int]:
    """Draw a scene in a process of its own, as a user would; returns the picture and its draw calls.

    Raises:
        Failure: it could not be drawn.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "picture.png"
        words = ["shot", "--scene", scene, "--quality", quality, "--size", size, "--output", str(file)]
        ended = subprocess.run(
            [sys.executable, "-P", "-m", "arena", *words, "--colors", colors, "--json", hud],
            capture_output=True,
            text=True,
            check=False,
        )
        if ended.returncode:
            raise Failure(f"{scene}: {ended.stderr.strip().splitlines()[-1]}")
        facts = loads(ended.stdout.strip().splitlines()[-1])
        with Image.open(file) as picture:
            return picture.convert("RGB"), facts["draw_calls"]


def paint(scene: str, quality: str, eyes: str, size: str) -> tuple[Image.Image, str]:
    """Return a scene as one of the `EYES` sees it, and its caption."""
    colors = eyes if eyes in COLOR_SETS else STANDARD
    picture, draw_calls = shoot(scene, quality, colors, size)
    seer = "" if eyes == STANDARD else f", {eyes}"
    seen = Image.fromarray(as_seen(np.asarray(picture), eyes))
    return seen, f"{scene}, {quality}{seer}: {draw_calls} draw calls"


def compose(rows: Sequence[Sequence[tuple[Image.Image, str]]]) -> Image.Image:
    """One sheet of all pictures, each with its words below it."""
    width, height = rows[0][0][0].size
    sheet = Image.new("RGB", (width * len(rows[0]), (height + CAPTION) * len(rows)))
    draw, font = ImageDraw.Draw(sheet), ImageFont.truetype(str(FONT), 16)
    for down, row in enumerate(rows):
        for right, (picture, words) in enumerate(row):
            left, top = width * right, (height + CAPTION) * down
            sheet.paste(picture, (left, top))
            draw.text((left + 8, top + height + 3), words, font=font, fill=(220, 235, 255))
    return sheet


def parse(words: list[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--scenes", default=",".join(SCENES))
    parser.add_argument("--qualities", default=",".join(TIERS))
    parser.add_argument("--eyes", default=STANDARD)
    parser.add_argument("--size", default="640x360")
    parser.add_argument("--output", type=Path, default=OUTPUT / "gallery.png", metavar="FILE")
    return parser.parse_args(words)


def main(words: list[str]) -> None:
    """Paint and write the sheet."""
    options = parse(words)
    scenes, qualities, eyes = (
        words.split(",") for words in (options.scenes, options.qualities, options.eyes)
    )
    try:
        picture_size(options.size)
        for name, known in ((scenes, SCENES), (qualities, TIERS), (eyes, EYES)):
            if unknown := [one for one in name if one not in known]:
                raise Failure(f"{unknown[0]!r} is not known; there are {', '.join(known)}")
        wanted = list(product(scenes, qualities, eyes))
        painted = [paint(*picture, options.size) for picture in tqdm(wanted, unit="picture", disable=None)]
    except (Failure, argparse.ArgumentTypeError) as problem:
        give_up("gallery", Failure(str(problem)))
    count = len(qualities) * len(eyes)
    options.output.parent.mkdir(parents=True, exist_ok=True)
    compose([painted[at : at + count] for at in range(0, len(painted), count)]).save(options.output)
    print(options.output)


if __name__ == "__main__":
    main(sys.argv[1:])
