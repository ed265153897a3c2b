"""`arena shot`: one picture of a named scene, without a window."""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arena import shutdown
from arena.commands import CommandError
from arena.commands.scenes import SCENES, ShotScene, kind_scene
from arena.toml_reader.problems import printable

if TYPE_CHECKING:
    from arena.commands.picture import PicturePainter
    from arena.game.mode import Setup


def run(options: argparse.Namespace) -> int:
    """List the scenes, or play up to one and draw it."""
    if options.list:
        print("\n".join(f"{name:<10} {scene.about}" for name, scene in SCENES.items()))
        return 0
    name, scene = chosen_scene(options)
    from arena.commands.outputs import new_file

    output = new_file(options.output or f"{name}.png", ".png")
    painter = _painter(scene, options)
    measured = _draw(scene, options.tick, painter, output)
    facts = {
        "scene": name,
        "size": list(options.size),
        "quality": options.quality,
        "output": str(output),
    }
    print(json.dumps(facts | measured) if options.json else printable(output), flush=True)
    return 0


def chosen_scene(options: argparse.Namespace) -> tuple[str, ShotScene]:
    """Name and recipe of what is to be drawn.

    Raises:
        CommandError: nothing or two things are named, or something unknown.
    """
    if (options.scene is None) == (options.kind is None):
        both = "" if options.scene is None else ", not both"
        raise CommandError(f"name a --scene, see --list, or a --kind of ship{both}")
    if options.kind is not None:
        return options.kind, kind_scene(options.kind)
    if options.scene not in SCENES:
        raise CommandError(f"there is no scene {options.scene!r}; there are {', '.join(SCENES)}")
    return options.scene, SCENES[options.scene]


def _painter(scene: ShotScene, options: argparse.Namespace) -> "PicturePainter":
    from arena.commands.picture import PicturePainter

    try:
        look = setup_of(scene)[1]
        return PicturePainter(options.size, options.quality, scene.title, look, options.colors, options.hud)
    except Exception as error:  # drivers fail in many ways; the cure is the same
        reason = " ".join(str(error).split())
        raise CommandError(f"cannot draw without OpenGL 3.3: {reason}", CommandError.FAILED) from error


def setup_of(scene: ShotScene) -> "tuple[Setup, str]":
    """Setup of a scene's match, and its palette."""
    from arena.app.play.attract import attract_setup
    from arena.app.storage.levels import campaign_setup, load_world
    from arena.game.mode import Setup

    if scene.title:
        return attract_setup(scene.seed), "terra"
    if not scene.world:
        return Setup(scene.mode or Setup.mode, scene.seed), "terra"
    level = load_world(scene.world)
    return campaign_setup(level, scene.seed), level.level.look


def _draw(scene: ShotScene, tick: int | None, painter: "PicturePainter", output: Path) -> dict[str, Any]:
    from tqdm import tqdm

    from arena.app.play.attract import reinforce
    from arena.commands.picture import WARM_UP_TICKS
    from arena.game.bots.bot import Bot
    from arena.game.match import Match
    from arena.startup.progress_bar import prepare_kernels

    prepare_kernels()
    ticks = scene.ticks if tick is None else tick
    bot = Bot(slot=0)
    setup, _ = setup_of(scene)
    with Match(**asdict(setup)) as match:
        if scene.prepare is not None:
            scene.prepare(match)
        for done in tqdm(range(ticks), desc="playing", delay=0.7, leave=False, file=sys.stderr):
            shutdown.check()
            match.tick([bot.command(match.world)])
            if scene.title:
                reinforce(match)
            if ticks - done <= WARM_UP_TICKS:
                painter.watch(match)
        painter.paint(match)
        painter.save(output)
        return {"tick": match.world.tick} | painter.measure(match)
