"""Paint the README's picture of the cast: each kind of "Who is who" around the player's ship, by name.

.venv/bin/python scripts/paint_cast.py [--output FILE.jpg]
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

ROOT = Path(__file__).resolve().parent.parent
# The package is found beside this script even where it is not installed.
sys.path.insert(1, str(ROOT))

from arena.app.play.attract import tangent_frame  # noqa: E402
from arena.catalogue import modules  # noqa: E402
from arena.catalogue.kinds import KINDS  # noqa: E402
from arena.game.match import Match  # noqa: E402
from arena.render.offscreen import offscreen_context, picture  # noqa: E402
from arena.render.renderer import Renderer  # noqa: E402
from arena.sim.kinds import Pool  # noqa: E402
from arena.sim.world import World  # noqa: E402
from arena.sphere import exp_map, unit  # noqa: E402
from arena.view.cameras.camera import project  # noqa: E402
from arena.view.frame import Camera, Frame  # noqa: E402
from arena.view.hud.modules import CRATE_SIGN, module_color  # noqa: E402
from arena.view.overlay.layout import figure_scale  # noqa: E402
from arena.view.overlay.signs import draw_sign  # noqa: E402
from arena.view.scene import CALM, Viewer  # noqa: E402
from arena.view.settings import ViewSettings  # noqa: E402

SIZE, CUT, KEPT = (2400, 1715), (490, 190, 1904, 1200), (1400, 1000)
"""Size of the whole picture, and the part that is kept: left, top, right, bottom [px], and its size."""
SEED = 2
PLACES = {
    "drone": (5.2, 2.6), "volatile": (9.8, 2.6), "gunner": (5.2, -1.4), "lancer": (9.8, -1.4),
    "weaver": (5.0, -5.4), "stalker": (9.6, -5.4), "miner": (0.0, -5.4), "mine": (-5.0, -5.4),
    "splitter": (-10.6, -5.2), "sniper": (-5.2, -1.4), "shielder": (-10.6, -0.4), "crate": (-5.6, 4.6),
    "runner": (-13.6, 5.6), "carrier": (-10.0, 13.0),
}  # fmt: skip
"""Places to the right of and above the player's ship [u]."""
BOSS, WINGMAN = (7.0, 17.0), (0.0, 4.8)
BELOW, LETTERS = 1.2, 34
"""Name below a body, over its radius, and the size of its letters [px]."""
FONT = ROOT / "assets" / "fonts" / "Exo2-SemiBold.ttf"


def stage(match: Match) -> dict[int, str]:
    """Place the cast; returns names by row."""
    world = match.world
    for pool in (Pool.ASTEROID, Pool.ENEMY):
        world.pools[pool].clear()
    here, up, right = tangent_frame(world)

    def at(place: tuple[float, float]) -> np.ndarray:
        return unit(exp_map(here, right * place[0] + up * place[1]))

    names = {0: "you"}
    for name, place in PLACES.items():
        row = world.place(KINDS.named(name).number, at(place))
        world.bodies.heading[row] = up
        names[row] = name
    names[world.place_boss(at(BOSS))] = "boss"
    world.players.picks[0] = 1  # for whom crates stay
    match.tick()  # which gives the boss its parts
    wingman = int(world.rows(Pool.COMPANION)[0])
    for column in (world.bodies.position, world.bodies.previous_position):
        column[wingman] = at(WINGMAN) * world.shell_radius
    names[wingman] = "wingman"
    return names


def place_of(camera: Camera, point: np.ndarray, size: tuple[float, float]) -> tuple[float, float]:
    """Place of a point [u] in a picture of a size, from its lower left."""
    (spot,), _ = project(camera, np.asarray(point, np.float64)[None])
    return (float(spot[0]) + 1.0) * 0.5 * size[0], (float(spot[1]) + 1.0) * 0.5 * size[1]


def draw_module(frame: Frame, world: World, crate: int) -> None:
    """Draw the sign of a module in a crate."""
    overlay = frame.overlay
    x, y = place_of(frame.camera, world.bodies.position[crate], (overlay.width, overlay.height))
    size = CRATE_SIGN * figure_scale(overlay.height)
    color = (*module_color(frame.palette, modules.RICOCHET), 1.0)
    draw_sign(overlay, modules.RICOCHET.show.sign, x, y, size, color, 1.2)


def write_names(image: Image.Image, camera: Camera, world: World, names: dict[int, str]) -> None:
    """Write each name below its body."""
    draw, font = ImageDraw.Draw(image), ImageFont.truetype(str(FONT), LETTERS)
    for row, name in names.items():
        low = world.bodies.position[row] - camera.up * (BELOW * float(world.bodies.radius[row]) + 0.2)
        x, y = place_of(camera, low, SIZE)
        draw.text((x, SIZE[1] - y), name, "white", font, "ma", stroke_width=4, stroke_fill=(0, 3, 8))


def main(words: Sequence[str] | None = None) -> None:
    """Paint it."""
    parser = argparse.ArgumentParser(description="Paint the README's picture of the cast.")
    parser.add_argument("--output", type=Path, default=ROOT / "assets" / "pictures" / "cast.jpg")
    output = parser.parse_args(words).output
    renderer = Renderer(offscreen_context(), "high")
    with Match("endless", SEED, workers=1) as match:
        names, viewer = stage(match), Viewer(0, match.mode.look, ViewSettings())
        frame = viewer.still_frame(match.world, 0.0, 0.0, SIZE)
        frame.calm = CALM  # as in play: ships stand out from the ground
        draw_module(frame, match.world, next(row for row in names if names[row] == "crate"))
        image = Image.fromarray(picture(renderer, frame, SIZE))
        write_names(image, frame.camera, match.world, names)
        image.crop(CUT).resize(KEPT, Image.Resampling.LANCZOS).save(output, quality=82)
    print(output)


if __name__ == "__main__":
    main()
