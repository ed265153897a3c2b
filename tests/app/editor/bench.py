"""The editor's screen without a window, and the hands that work it: every source a device could report."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from arena.app.editor import palette, timeline, topbar
from arena.app.editor.layout import lay_out
from arena.app.input.devices import KEYBOARD
from arena.app.screens.editor import EditorScreen
from arena.app.services import Screen, Services
from arena.app.storage.disk import DiskThread, Job
from arena.sphere import unit
from tests.app.fakes import screen_of, services_for

SIZE = (1280, 720)
FRAME = 1 / 60


@dataclass
class DiskNow(DiskThread):
    """A disk that does every job at once; those that want to be done again wait for `again`."""

    waiting: list[Job] = field(default_factory=list[Job])

    def submit(self, job: Job) -> None:
        """Do it."""
        if job(False) is not None:
            self.waiting.append(job)

    def again(self, times: int = 1) -> None:
        """Do those that wait."""
        for _ in range(times):
            jobs, self.waiting = self.waiting, []
            for job in jobs:
                self.submit(job)


class Bench:
    """One editor and the hands before it."""

    def __init__(self, make: Callable[[Services], EditorScreen] = EditorScreen, **options: Any) -> None:
        self.said: list[str] = []
        self.services = services_for(workers=1, **options)
        self.services.settings.lessons_done, self.services.size = True, SIZE
        self.services.disk = self.disk = DiskNow()
        self.services.say = self.said.append  # pyright: ignore[reportAttributeAccessIssue]
        self.pad = self.services.devices.connect()
        self._now = 100.0
        self.editor = make(self.services)
        self.services.go(self.editor)
        self.frame()

    def close(self) -> None:
        """End whatever is shown."""
        self.screen.close()

    @property
    def screen(self) -> Screen:
        return screen_of(self.services, Screen)

    @property
    def status(self) -> dict[str, Any]:
        """Status of the shown screen, with its name."""
        return {"screen": self.screen.name, **self.screen.status()}

    @property
    def document(self) -> Any:
        """The level as it would be saved."""
        return self.editor.state.editor.document

    def place(self, number: int = 0) -> Any:
        """Place of a thing on the planet."""
        return self.editor.state.editor.things[number].place

    def frame(self, count: int = 1) -> None:
        """Let frames pass."""
        for _ in range(count):
            self._now += FRAME
            self.screen.update(self._now, self.services.controls.take_events())
            self.screen.build(self._now, SIZE)

    def tap(self, *sources: str) -> None:
        """Press and release one source after the other."""
        for source in sources:
            self.hold(source, 1)

    def hold(self, source: str, frames: int) -> None:
        """Keep a source down for some frames."""
        device = self.pad if source.startswith("pad:") else KEYBOARD
        self.services.devices.press(device, source)
        self.frame(frames)
        self.services.devices.release(device, source)
        self.frame()

    def stick(self, source: str, x: float, y: float, frames: int) -> None:
        """Lean a stick over for some frames."""
        for place, count in (((x, y), frames), ((0.0, 0.0), 1)):
            self.services.devices.stick(self.pad, source, *place)
            self.frame(count)

    def point(self, x: float, y: float) -> None:
        """Move the mouse [virtual px]."""
        scale = SIZE[1] / 1080.0
        self.services.devices.point(x * scale, y * scale)
        self.frame()

    def click(self, x: float, y: float) -> None:
        """Point and click."""
        self.point(x, y)
        self.tap("mouse:LEFT")

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Press at one place, let go at another."""
        self.point(*start)
        self.services.devices.press(KEYBOARD, "mouse:LEFT")
        self.frame()
        for step in range(1, 9):
            self.point(*(a + (b - a) * step / 8 for a, b in zip(start, end, strict=True)))
        self.services.devices.release(KEYBOARD, "mouse:LEFT")
        self.frame()

    # Mouse: positions of pieces, rows and buttons

    @property
    def _layout(self) -> Any:
        return lay_out(1080.0 * SIZE[0] / SIZE[1], 1080.0)

    def click_piece(self, name: str) -> None:
        """Take a kind of thing from the palette; the outermost in sight lead to those out of sight."""
        order = [label for label, _, heading in palette.ENTRIES if not heading]
        for _ in order:
            rows = palette.rows(self._layout.palette, self.editor.state.piece)
            boxes = {label: box for box, label, _, heading in rows if not heading}
            if name in boxes:
                self._click_box(boxes[name])
                return
            above = order.index(name) < order.index(next(iter(boxes)))
            self._click_box(list(boxes.values())[0 if above else -1])
        raise AssertionError(f"the palette offers no {name}")

    def click_button(self, name: str) -> None:
        """Press one in the bar."""
        self._click_box(dict(topbar.boxes(self._layout.bar))[name])

    def click_phase(self, number: int) -> None:
        """Choose a phase on the time line, from 0; as many as there are: add one."""
        self._click_box(timeline.phase_boxes(self._layout.timeline, self.status["phases"])[number])

    def click_row(self, label: str, share: float = 0.25) -> None:
        """Click a row of the panel that is shown, at a share of its width."""
        box = self.editor.panel.row_box(self._layout.panel, label)
        self.click(box.x + share * box.width, box.y + box.height / 2)

    def _click_box(self, box: Any) -> None:
        self.click(box.x + box.width / 2, box.y + box.height / 2)

    # By keys and pad

    def tap_until(self, name: str, value: Any, source: str) -> None:
        """Press a source until the status says so."""
        for _ in range(60):
            if self.status[name] == value:
                return
            self.tap(source)
        raise AssertionError(f"{name} is {self.status[name]!r}, never {value!r}")

    def select(self, label: str, down: str) -> None:
        """Go down in the panel until a row is selected."""
        self.tap_until("row", label, down)

    def show_tab(self, name: str, following: str) -> None:
        """Go through the tabs until one is shown."""
        self.tap_until("tab", name, following)

    def take(self, name: str, following: str) -> None:
        """Go through the kinds of things until one is in hand."""
        self.tap_until("piece", name, following)


def angle(a: Any, b: Any) -> float:
    """Between two places that a status tells [rad]."""
    return math.acos(max(-1.0, min(1.0, float(unit(a) @ unit(b)))))
