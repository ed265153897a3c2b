"""The viewer: holds the state of a picture (camera, effects, popups) and builds a frame of any world."""

import math
from collections.abc import Collection, Sequence

import numpy as np

from arena.game.hud import Hud
from arena.jit.annotations import F64
from arena.sim.kinds import Pool
from arena.sim.world import World
from arena.sphere import tangent_frame
from arena.tuning import ARENA, DT, TICK_RATE
from arena.view.cameras.camera import LEAD_TIME, SHAKE_REACH, Rig, stick_of
from arena.view.cameras.framing import DISTANCE_MAX, Director, Zoom
from arena.view.cameras.shared_camera import SharedFocus, blend_frame, carry_frame, view_turn
from arena.view.cameras.title_camera import REACH, FightCamera, clear_foreground
from arena.view.culling import cap_lens, make_lens
from arena.view.debug.profiler import ProfilerData, draw_profiler
from arena.view.debug.views import DebugView, draw_debug
from arena.view.effects.effects import Effects
from arena.view.effects.wrecks import Wreck
from arena.view.frame import NEAR_FADE, SHIP_DTYPE, Camera, Frame
from arena.view.hud.element import HudPicture, Instruments
from arena.view.hud.elements import draw_hud
from arena.view.hud.tags import ghost_ships
from arena.view.instances import BodyInstances
from arena.view.lattice import LatticeView
from arena.view.marks.marks import Marks
from arena.view.marks.warnings import falling_rows
from arena.view.overlay.layout import Pane
from arena.view.overlay.overlay import Overlay, canvas_height, legible_scale
from arena.view.palette import load_palette
from arena.view.poses import player_pose
from arena.view.settings import DEFAULTS, ViewSettings

HUD_LEAST, PANE_LEAST = (960.0, 540.0), (640.0, 400.0)
"""Room that the head-up display needs in a window, and in a part of one [virtual px]."""
CALM, CONTRAST_CALM = 0.68, 0.88
"""Darkening of the ground in play: the usual, and with high contrast."""
TITLE_CALM = 0.15
"""The same behind a menu."""
TITLE_FACING = -1.0
"""There, where the eye is near and low, ships lie as they fly."""
TITLE_LEAD = 0.09
"""[s] of flight that it looks ahead: the ship stays where the picture wants it."""
TITLE_NEAR_FADE = 12.0
"""Near-fade distance of the title picture [u]: its fight is nearer than in play."""
STILL_ZOOM = 0.6
"""Of a camera that does not move with danger."""
SKIPPED = 2.0 * TICK_RATE
"""Ticks between two pictures from which on effects do not go on where they were."""
PLANET_ZOOM = 6.0
"""Of a camera that shows the whole planet, with room for signs around it."""
LONG = 100.0  # [s], after which a camera is where it wants to be


class Viewer:
    """Shows a world to one player."""

    def __init__(
        self, player: int = 0, palette: str = "terra", settings: ViewSettings = DEFAULTS,
        rig: Rig | None = None,
    ) -> None:  # fmt: skip
        """Look after player `player`, in the colours of a world, see `load_palette`.

        Its settings may change at any time, but for the colours, of which each viewer has one set. Another
        camera than the usual one is given as `rig`.
        """
        self.player = player
        self.palette = load_palette(palette, settings.colors)
        self.effects = Effects(self.palette)
        self.settings = settings
        self.ghost: World | None = None
        """Another game, whose players are shown as ghosts; only read."""
        self.tagged = False
        """True if ships show their player's number: there are several players."""
        self.pane = Pane.WHOLE
        """Part of the window that the picture fills."""
        self.shared_focus: SharedFocus | None = None
        """Shared focus with other players, see `arena.view.cameras.shared_camera`."""
        self.others: Sequence[int] = ()
        """Other players who look at this picture, too."""
        self.camera: Camera | None = None
        self._lens: F64 | None = None
        self._bodies, self._marks = BodyInstances(self.palette), Marks(self.palette)
        self._lattice, self._falling = LatticeView(self.palette.scenery.lattice), np.empty(0, np.int32)
        self.rig, self._zoom, self._fight = rig or Rig(), Zoom(), FightCamera()
        self._director = Director(self.palette.scenery)
        self.instruments = Instruments(self.palette, player)
        self._time_s = 0.0
        self._seen_tick, self._shown_tick = -1, math.nan
        self._wreck, self._ships = Wreck(), np.empty(0, SHIP_DTYPE)

    def observe(self, world: World, hud: Hud) -> None:
        """Take in one tick; call it after every tick, before the events are cleared."""
        lens = self._lens
        if lens is None:
            place = world.bodies.position[self.player]
            lens = cap_lens(place, DISTANCE_MAX, world.planet_radius, highest(world))
        if not 0 <= world.tick - self._seen_tick <= 1:
            self.effects.clear()  # a jump in a replay, or a rewind
            self._wreck.clear()
            self._director.clear()
        self._seen_tick = world.tick
        self._wreck.observe(world, self._ships, self.effects)
        self.effects.observe(world, self.player, lens)
        self._director.observe(world, self.player)
        self.instruments.popups.observe(world, 0 if hud.time else hud.score or 0)

    def build(
        self, world: World, hud: Hud | None, alpha: float, elapsed_s: float, size_px: tuple[int, int],
        profiler: ProfilerData | None = None, debug: Collection[DebugView] = (),
    ) -> Frame:  # fmt: skip
        """Make the picture between the last two ticks, with a profiler and debug views where given.

        `hud` None leaves the overlay empty; `alpha` 0 shows the previous tick, 1 the last one; `elapsed_s`,
        the time since the last build, moves camera and effects, 0 holds them (pause).
        """
        aspect = _aspect(size_px)
        self.move(world, alpha, elapsed_s)
        still = self.settings.reduced_motion
        zoom = STILL_ZOOM if still else self._zoom.share
        framing = self._director.framing(zoom, still)
        camera = self.rig.camera(world.shell_radius, aspect, self._shake(), zoom, framing)
        frame = self._frame(world, alpha, camera, size_px)
        frame.calm = CONTRAST_CALM if self.settings.high_contrast else CALM
        if self.effects.hurt > 0.01:
            frame.overlay.vignette((0.9, 0.06, 0.08, 0.6 * self.effects.hurt))
        if hud is not None:
            frame.night = hud.night
            self._draw_hud(frame, world, hud, alpha)
        if debug:
            draw_debug(frame, world, alpha, debug)
        if profiler is not None:
            draw_profiler(frame.overlay, profiler)
        return frame

    def title_frame(self, world: World, alpha: float, elapsed_s: float, size_px: tuple[int, int]) -> Frame:
        """The same world over its player's ship to the fight, without a HUD; a menu has room at the left."""
        self._advance(world, alpha, elapsed_s)
        pose = player_pose(world, self.player, alpha)
        lead = world.bodies.velocity[self.player] * np.float64(TITLE_LEAD / world.shell_radius)
        self.rig.follow(pose.position, pose.up, lead, elapsed_s)
        focus, up = self.rig.focus, self.rig.up
        assert focus is not None and up is not None
        enemies = world.bodies.position[world.rows(Pool.ENEMY)] - focus * world.shell_radius
        turn_s = 0.0 if self.settings.reduced_motion else elapsed_s
        camera = self._fight.camera(
            (focus, up), enemies / REACH, world.shell_radius, _aspect(size_px), turn_s
        )
        frame = self._frame(world, alpha, camera, size_px, TITLE_NEAR_FADE)
        frame.calm, frame.facing = TITLE_CALM, TITLE_FACING
        clear_foreground(frame)
        return frame

    def still_frame(self, world: World, zoom: float, elapsed_s: float, size_px: tuple[int, int]) -> Frame:
        """A world that is not ticked, from above its player's place at once, without a HUD.

        `zoom` is how far back the camera stands: 0 as in calm play, 1 as in danger, more for an overview.
        """
        self._advance(world, 1.0, elapsed_s)
        pose, still = player_pose(world, self.player, 1.0), np.zeros(3)
        self.rig.follow(pose.position, pose.up, still, LONG)
        camera = self.rig.overview(world.shell_radius, _aspect(size_px), zoom)
        return self._frame(world, 1.0, camera, size_px)

    def planet_frame(
        self, world: World, place: F64, alpha: float, elapsed_s: float, size_px: tuple[int, int]
    ) -> Frame:
        """The whole planet from above a place (unit), to which the camera glides, without a HUD."""
        self._advance(world, alpha, elapsed_s)
        focus, up = self.rig.focus, tangent_frame(place)[0]
        if focus is not None and self.rig.up is not None:
            up = np.array(carry_frame(focus, self.rig.up, place)[1])
        self.rig.follow(place, up, np.zeros(3), elapsed_s)
        camera = self.rig.overview(world.shell_radius, _aspect(size_px), PLANET_ZOOM)
        return self._frame(world, alpha, camera, size_px)

    def stick_from_pointer(
        self, world: World, x_px: float, y_px: float, size_px: tuple[int, int], player: int | None = None
    ) -> tuple[float, float]:
        """Direction from a ship to the pointer (pixels from the lower left), as a stick of length 0 or 1."""
        if self._lens is None:
            return 0.0, 0.0
        x, y = 2.0 * x_px / max(1, size_px[0]) - 1.0, 2.0 * y_px / max(1, size_px[1]) - 1.0
        bodies, players, slot = world.bodies, world.players, self.player if player is None else player
        return stick_of(self._lens, x, y, bodies, players, slot, world.shell_radius)

    def stick_turn(self, world: World) -> float:
        """Angle of the picture against the ship's frame [rad], clockwise; 0 in a view of its own."""
        focus, up = self.rig.focus, self.rig.up
        if self.shared_focus is None or focus is None or up is None:
            return 0.0
        place, own = world.bodies.position[self.player], world.players.up[self.player]
        return float(view_turn(place.astype(np.float64), own.astype(np.float64), focus, up))

    def move(self, world: World, alpha: float, elapsed_s: float) -> None:
        """Let camera and effects go on, whether a picture is made or not."""
        self._advance(world, alpha, elapsed_s)
        self._follow(world, alpha, elapsed_s)

    def _advance(self, world: World, alpha: float, elapsed_s: float) -> None:
        """Let time pass; for effects it is the world's, which stands still or runs slowly now and then."""
        self._time_s = (self._time_s + elapsed_s) % 3600.0
        self.effects.limit_flashes = self.settings.flash_limit
        self._director.advance(elapsed_s)
        shown, before = world.tick + alpha, self._shown_tick
        self._shown_tick = shown
        passed = DT * (shown - before) if before <= shown <= before + SKIPPED else 0.0
        self.effects.advance(elapsed_s, passed)

    def _shake(self) -> tuple[float, float]:
        share = 0.0 if self.settings.reduced_motion else self.settings.shake
        reach = SHAKE_REACH * self.effects.shake**2 * share
        t = self._time_s * 38.0
        return reach * math.sin(t) * math.cos(t * 0.37), reach * math.cos(t * 1.19 + 1.0)

    def _follow(self, world: World, alpha: float, elapsed_s: float) -> None:
        pose = player_pose(world, self.player, alpha)
        lead = world.bodies.velocity[self.player] * np.float64(LEAD_TIME / world.shell_radius)
        place, up, share, spread = pose.position, pose.up, 0.0, 0.0
        if self.shared_focus is not None:
            focus, focus_up, share, spread = self.shared_focus
            place, up = np.array(blend_frame(place, up, focus, focus_up, share))
        self.rig.follow(place, up, lead * (1.0 - share), elapsed_s)
        self._zoom.follow(world, place, elapsed_s, share * spread)

    def _frame(
        self, world: World, alpha: float, camera: Camera, size_px: tuple[int, int], near: float = NEAR_FADE
    ) -> Frame:
        self.camera = camera
        self._lens = lens = make_lens(camera, world.planet_radius, highest(world))
        focus = self.rig.focus
        if focus is None:
            focus = player_pose(world, self.player, alpha).position
        aspect, least = _aspect(size_px), HUD_LEAST if self.pane is Pane.WHOLE else PANE_LEAST
        scale = legible_scale(self.settings.ui_scale, size_px[1])
        frame = Frame(
            camera=camera, palette=self.palette, size_px=size_px, time_s=self._time_s,
            overlay=Overlay(aspect, canvas_height(aspect, scale, least)), planet_radius=world.planet_radius,
            shell_radius=world.shell_radius, focus=np.asarray(focus, np.float32),
            shocks=self.effects.shocks[:0] if self.settings.reduced_motion else self.effects.shocks,
            particles=self.effects.tables.particles, lights=self.effects.lights,
            high_contrast=self.settings.high_contrast, weather=not self.settings.reduced_motion,
            near_fade=near,
        )  # fmt: skip
        self._bodies.cull(world, alpha, lens)
        self._falling = falling_rows(world)
        self._marks.draw(frame, world, self._falling, alpha, lens, self._bodies, self.effects)
        self._ships = frame.ships
        frame.ships = self._wreck.with_ships(self._ships, self.effects.now)
        if self.ghost is not None:
            frame.ghosts = ghost_ships(self.ghost, alpha, world.shell_radius)
        frame.edges = self._lattice.draw(world.shell_radius, frame.focus, lens)
        return frame

    def _draw_hud(self, frame: Frame, world: World, hud: Hud, alpha: float) -> None:
        assert self._lens is not None
        pose = player_pose(world, self.player, alpha)
        draw_hud(
            HudPicture(
                frame, world, hud, self.player, pose, self._falling, self._lens, self.pane, alpha,
                self.others, self.tagged, self.settings, self.instruments,
            )
        )  # fmt: skip


def highest(world: World) -> float:
    """Radius of the outer orbit from which bodies drop in [u]."""
    return world.shell_radius + ARENA.outer_altitude


def _aspect(size_px: tuple[int, int]) -> float:
    return max(1, size_px[0]) / max(1, size_px[1])
