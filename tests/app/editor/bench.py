"""The editor's screen without a window, and the hands that work it: every source a device could report."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from arena.app.editor import palette, timeline, topbar
from arena.app.editor.layout import lay_out
from arena.app.input.bindings import default_bindings
from arena.app.input.devices import KEYBOARD, Devices
from arena.app.routes import ROUTES
from arena.app.screens.editor import EditorScreen
from arena.app.services import Options, Services
from arena.app.sound.device import Audio
from arena.app.storage.disk import DiskThread, Job
from arena.app.storage.scores import Scores
from arena.app.storage.settings import Settings

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
        settings = Settings(lessons_done=True)
        self.said: list[str] = []
        self.disk = DiskNow()
        self.services = Services(
            Options(workers=1, **options), settings, Scores(), Audio(settings), Devices(default_bindings()),
            ROUTES, size=SIZE, disk=self.disk,
        )  # fmt: skip
        self.services.say = self.said.append  # pyright: ignore[reportAttributeAccessIssue]
        self.pad = self.services.devices.connect()
        self._now = 100.0
        self.editor = make(self.services)
        self.services.go(self.editor)
        self.frame()

    def close(self) -> None:
        """End whatever is shown."""
        if self.services.screen is not None:
            self.services.screen.close()

    def frame(self, count: int = 1) -> None:
        """Let frames pass."""
        for _ in range(count):
            self._now += FRAME
            screen = self.services.screen
            assert screen is not None
            screen.update(self._now, self.services.controls.take_events())
            assert self.services.screen is not None
            self.services.screen.build(self._now, SIZE)

    @property
    def status(self) -> dict[str, Any]:
        """What the shown screen says of itself."""
        assert self.services.screen is not None
        return {"screen": self.services.screen.name, **self.services.screen.status()}

    def tap(self, *sources: str) -> None:
        """Press and release one source after the other."""
        for source in sources:
            device = self.pad if source.startswith("pad:") else KEYBOARD
            self.services.devices.press(device, source)
            self.frame()
            self.services.devices.release(device, source)
            self.frame()

    def hold(self, source: str, frames: int) -> None:
        """Keep a source down for some frames."""
        device = self.pad if source.startswith("pad:") else KEYBOARD
        self.services.devices.press(device, source)
        self.frame(frames)
        self.services.devices.release(device, source)
        self.frame()

    def stick(self, source: str, x: float, y: float, frames: int) -> None:
        """Lean a stick over for some frames."""
        self.services.devices.stick(self.pad, source, x, y)
        self.frame(frames)
        self.services.devices.stick(self.pad, source, 0.0, 0.0)
        self.frame()

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
            share = step / 8
            self.point(*(a + (b - a) * share for a, b in zip(start, end, strict=True)))
        self.services.devices.release(KEYBOARD, "mouse:LEFT")
        self.frame()

    # Where the mouse finds what

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

    def select(self, label: str, down: str) -> None:
        """Go down in the panel until a row is selected."""
        for _ in range(60):
            if self.status["row"] == label:
                return
            self.tap(down)
        raise AssertionError(f"no row {label!r} in {self.status['tab']}")

    def show_tab(self, name: str, following: str) -> None:
        """Go through the tabs until one is shown."""
        for _ in range(5):
            if self.status["tab"] == name:
                return
            self.tap(following)
        raise AssertionError(f"no tab {name!r}")

    def take(self, name: str, following: str) -> None:
        """Go through the kinds of things until one is in hand."""
        for _ in range(40):
            if self.status["piece"] == name:
                return
            self.tap(following)
        raise AssertionError(f"no kind {name!r}")


def angle(a: Any, b: Any) -> float:
    """Between two places that a status tells [rad]."""
    dot = sum(x * y for x, y in zip(a, b, strict=True)) / math.sqrt(
        sum(x * x for x in a) * sum(x * x for x in b)
    )
    return math.acos(max(-1.0, min(1.0, dot)))
