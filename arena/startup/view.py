"""Warm-up of the view: every kernel once, so that nothing is left to compile for the first picture."""

from typing import Any

import numpy as np

from arena.catalogue import kinds, zones
from arena.catalogue.enemies import SHIELDER
from arena.game.hud import Hud, Marker, PlayerHud
from arena.game.scoring.shards import SHARDS_TABLE, create_shards
from arena.jit import hard_end
from arena.sim.kinds import Phase
from arena.sim.tables.events import Event
from arena.sim.world import World, WorldConfig
from arena.sim.zones import add_zone
from arena.view.cameras.shared_camera import SharedCamera
from arena.view.culling import LEVELS, in_view, measure_ships, sort_ships
from arena.view.debug.views import DebugView
from arena.view.editing import place_at
from arena.view.frame import MESHES, Frame, as_numbers
from arena.view.hud.radar import BLINK_TICKS
from arena.view.overlay.arcs import cut_arcs
from arena.view.poses import player_pose
from arena.view.scene import Viewer

CONFIG = WorldConfig(enemies=6, asteroids=4, bullets=4, mines=1, pickups=2)
SIZE = (320, 180)
SAID = "Here."
NEAR, FAR = (0.0, 0.1, 1.0), (0.0, 1.0, 0.5)

SOME_SIZE = 3.0
"""Size of each event: a number that weapons, pickups and modules have."""


def warm_up_view() -> None:
    """Show a world in which something of everything happens, and register for shutdown."""
    hard_end.warm_up()
    shards = create_shards()
    shards.position[0], shards.ends_at[0] = (0.0, 5.0, 52.0), 10_000
    world = World(CONFIG, tables={SHARDS_TABLE: shards})
    try:
        _fill(world)
        viewer, hud = Viewer(), Hud(players=(PlayerHud(line=SAID),), marker=Marker(NEAR, 3.0, ""))
        world.tick = BLINK_TICKS  # when falling bodies are on the radar
        viewer.observe(world, hud)
        viewer.effects.blow_up(world.bodies.position[0], 1.0, 0, 0.0)
        frame = viewer.build(world, hud, 0.5, 1 / 60, SIZE, debug=list(DebugView))
        cut_arcs(frame.overlay.rows(), 1.0)  # only now it is known what words cover
        _sort_ships(frame)
        in_view(world, frame.camera)
        viewer.stick_from_pointer(world, 0.0, 0.0, SIZE)
        place_at(frame.camera, 0.0, 0.0, world.shell_radius)
        _share_view(world, viewer)
    finally:
        world.close()


def _sort_ships(frame: Frame) -> None:
    """Part ships by size, as a renderer does."""
    ships, camera = as_numbers(frame.ships), frame.camera
    size, weights = np.ones(len(ships), np.float32), np.ones(len(MESHES), np.float32)
    measure_ships(ships, camera.eye, camera.forward, camera.near, 1.0, weights, size)
    sort_ships(
        ships, size, 1.0, 1.0, np.empty((LEVELS, *ships.shape), np.float32), np.empty(LEVELS, np.int64)
    )


def _share_view(world: World, viewer: Viewer) -> None:
    """Show the world together with another player."""
    slots = range(2)
    poses, rigs = dict.fromkeys(slots, player_pose(world, 0, 0.5)), dict.fromkeys(slots, viewer.rig)
    shared_camera = SharedCamera()
    for _ in range(2):
        viewer.shared_focus = shared_camera.follow(poses, rigs, world.shell_radius, 1 / 60)[0]
        viewer.move(world, 0.5, 1 / 60)
    viewer.stick_turn(world)


def _fill(world: World) -> None:
    world.spawn_player(0, (0.0, 0.0, 1.0))
    world.place(kinds.ASTEROID.number, NEAR, radius=2.0)
    world.place(kinds.DRONE.number, FAR)
    world.place(kinds.PICKUP.number, NEAR, material=3)
    world.place(kinds.CRATE.number, NEAR)
    world.players.picks[0] = 1
    world.place(kinds.MINE.number, NEAR)
    world.drop_in(kinds.GUNNER.number, NEAR)
    shielder, warded = world.place(SHIELDER.number, NEAR), world.place(kinds.DRONE.number, NEAR)
    world.ships.shielder[warded] = shielder
    lancer = world.place(kinds.LANCER.number, NEAR)
    world.memory.phase[lancer], world.memory.until[lancer] = Phase.WINDUP, 99
    add_zone(world, zones.WELL.number, NEAR, radius=5.0, strength=1.0)
    for kind in Event:
        _tell(world, kind)


def _tell(world: World, kind: Event) -> None:
    events: Any = world.events
    at = int(events.count[0])
    events.kind[at], events.row[at], events.size[at] = kind, 0, SOME_SIZE
    events.position[at] = world.bodies.position[0]
    events.count[0] = at + 1
