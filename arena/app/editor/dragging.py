"""Drag handling: mouse and sticks move the cursor, drag things and turn the view."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena import sphere
from arena.app.editor.state import EditorState
from arena.app.input.actions import Action
from arena.app.input.controls import Controls
from arena.game.editing.bearings import carried
from arena.game.editing.preview import Preview
from arena.game.editing.things import Thing
from arena.sim.tables.commands import STICK_SCALE
from arena.view.editing import place_at, thing_at
from arena.view.frame import Camera
from arena.view.overlay.layout import Box

F64 = NDArray[np.float64]
Point = tuple[float, float]

SPEED, FAST = 0.32, 3.0
"""Speed of the cursor near the planet [rad/s], and its factor while the boost key is held."""
TURN_RATE = 6.0
"""Turning steps per second at full stick."""
ZOOM_RATE, ZOOM_LEAST, ZOOM_MOST = 4.0, 0.0, 9.0
CLICK_REACH = 8.0
"""Pointer travel up to which a press is a click [virtual px]."""
PICK_ROOM = 2.2
"""Distance from the cursor within which a small thing is picked [u]."""


@dataclass
class Press:
    """A press of the mouse button above the planet."""

    point: Point
    place: F64  # under the pointer at the press
    thing: Thing | None
    moved: bool = False


class DragHandler:
    """Moves the cursor, the view and the carried thing by mouse, keys and sticks."""

    def __init__(self, state: EditorState, preview: Preview) -> None:
        self.state, self._preview = state, preview
        self.zoom = 4.4
        """Distance of the camera, see `Viewer.still_frame`."""
        self.camera: Camera | None = None
        self._pointing = False  # true while the mouse moves the cursor
        self._pointer: Point | None = None
        self._press: Press | None = None
        self._turning = False

    @property
    def thing(self) -> Thing | None:
        """The thing at the cursor, except the carried one."""
        things = [thing for thing in self.state.editor.things if thing.path != self.state.carried]
        return thing_at(things, self.state.cursor, self._preview.world.shell_radius, PICK_ROOM)

    def zoom_by(self, by: float) -> None:
        """Zoom the camera by a number of steps."""
        self.zoom = min(max(self.zoom + by, ZOOM_LEAST), ZOOM_MOST)

    def steer(self, controls: Controls, elapsed: float) -> None:
        """Move the view by keys or sticks, turn the chosen thing, zoom."""
        command = controls.sample()
        right, ahead = command.move_x / STICK_SCALE, command.move_y / STICK_SCALE
        if right or ahead:
            self._pointing = False
            pace = SPEED * (1.0 + 0.3 * self.zoom) * (FAST if controls.is_held(Action.BOOST) else 1.0)
            self._preview.roll(right * pace * elapsed, ahead * pace * elapsed)
        turn, nearer = command.aim_x / STICK_SCALE, command.aim_y / STICK_SCALE
        if abs(turn) > abs(nearer):
            self.state.turn(turn * TURN_RATE * elapsed)
        elif nearer:
            self.zoom_by(-nearer * ZOOM_RATE * elapsed)
        if self._turning and not turn:
            self.state.editor.end_gesture()
        self._turning = bool(turn)

    def point(self, pointer: Point, box: Box, inside: bool) -> None:
        """Move the cursor to the mouse; `box` shows the planet, `inside` is true in it [virtual px]."""
        if self._pointer is not None and pointer != self._pointer:
            self._pointing = inside or self._press is not None
        self._pointer = pointer
        if self._pointing and self.camera is not None and (inside or self._press is not None):
            here = self._under(pointer, box)
            if self._press is not None and self._press.thing is None and self._press.moved:
                self._roll_to(here)
                here = self._press.place
            self._set_cursor(here)
        elif not self._pointing:
            self._set_cursor(self._preview.place)

    def _under(self, pointer: Point, box: Box) -> F64:
        assert self.camera is not None
        x = 2.0 * (pointer[0] - box.x) / box.width - 1.0
        y = 2.0 * (pointer[1] - box.y) / box.height - 1.0
        return place_at(self.camera, x, y, self._preview.world.shell_radius)

    def _set_cursor(self, place: F64) -> None:
        state, preview = self.state, self._preview
        moved = not np.array_equal(place, state.cursor)
        state.cursor = place
        state.up = sphere.parallel_transport(preview.place, place, preview.up)
        if moved:
            state.drag()

    def _roll_to(self, here: F64) -> None:
        """Roll the planet so that the pressed place lies under the pointer again."""
        assert self._press is not None
        place, up = (
            np.array(carried(arrow, here, self._press.place))
            for arrow in (self._preview.place, self._preview.up)
        )
        self._preview.look(place, up)

    def press(self, pointer: Point, box: Box) -> None:
        """Begin a press above the planet, which `box` shows."""
        if self.camera is None:
            return
        self._pointing = True
        self._set_cursor(self._under(pointer, box))
        thing = None if self.state.piece is not None or self.state.carried else self.thing
        self._press = Press(pointer, self.state.cursor, thing)

    def hold(self, pointer: Point, down: bool) -> bool:
        """Follow a press until its release; return whether it was a click."""
        press = self._press
        if press is None:
            return False
        if not press.moved and math.dist(pointer, press.point) > CLICK_REACH:
            press.moved = True
            if press.thing is not None:
                self.state.choose(press.thing.path)
                self.state.pick_up()
        if down:
            return False
        self._press = None
        if press.moved and press.thing is not None:
            self.state.put_down()
        return not press.moved
