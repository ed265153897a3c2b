"""Level editor screen: the planet with the level's things, and panels around it."""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from arena.app.editor import palette, timeline, topbar
from arena.app.editor.dragging import DragHandler
from arena.app.editor.filing import Filing
from arena.app.editor.layout import LEAST, EditorLayout, lay_out, view_pixels
from arena.app.editor.panel import Panel
from arena.app.editor.picture import draw, hints
from arena.app.editor.rows import TABS
from arena.app.editor.state import EditorState
from arena.app.editor.text_entry import TextEntry
from arena.app.input.actions import Action
from arena.app.menus import theme
from arena.app.services import Screen, Services
from arena.app.sound.effects import Sound
from arena.app.storage.level_files import Draft, list_levels, load_draft
from arena.app.storage.levels import is_world_file
from arena.game.editing.preview import Preview
from arena.game.levels import LevelError
from arena.game.levels.plan import Race
from arena.game.mode import Setup
from arena.game.modes.sandbox import Sandbox, format_trial
from arena.render.composite import Composite
from arena.toml_reader.problems import shorten
from arena.view.editing import EditorScene, mark_things
from arena.view.overlay.layout import Box
from arena.view.overlay.overlay import Overlay, canvas_height
from arena.view.scene import Viewer

HOLD_SECONDS, REPEAT_SECONDS = 0.35, 0.06
"""Delay before a held key repeats, and the repeat interval."""
LONGEST_STEP = 0.1
"""Maximum time step of the view [s]."""
REPEATED = (Action.MENU_UP, Action.MENU_DOWN, Action.MENU_LEFT, Action.MENU_RIGHT)
WHEEL = {Action.NEXT_WEAPON: 1, Action.PREVIOUS_WEAPON: -1}
SEED = 1


class EditorScreen(Screen):
    """Screen that edits a level."""

    name = "editor"

    def __init__(self, services: Services, draft: Draft | None = None, own: bool = False) -> None:
        """Edit a draft, or a new level; `own`: saving writes to the draft's file."""
        super().__init__(services)
        self.panel = Panel()
        self._preview = Preview(SEED)
        self._entry: TextEntry | None = None
        self._now: float | None = None
        self._drawn: float | None = None
        self._repeat_at = math.inf
        self._agreed = ""  # action that was confirmed by its first press
        self._lay(draft, own)

    def _lay(self, draft: Draft | None, own: bool) -> None:
        """Load a level into the editor."""
        self.state = EditorState(draft, own, self.services.say)
        self.dragging = DragHandler(self.state, self._preview)
        self._shown: object = None
        self._look = self.state.editor.level.look
        self._viewer = Viewer(0, self._look, self.services.settings.view)
        self.filing = Filing(self.services, self.state)

    def enter(self) -> None:
        """Begin to be shown, for the first time or after a flight."""
        self._now = self._drawn = None

    # Input

    def update(self, now: float, events: list[Action]) -> None:
        """Apply input and changes of the file."""
        elapsed = min(now - self._now, LONGEST_STEP) if self._now is not None else 0.0
        self._now = now
        self.filing.take_news()
        if self._entry is not None:
            self._write(self._entry, events)
        else:
            self._work(now, elapsed, events)
        if self.services.screen is self:
            self._refresh()

    def _write(self, entry: TextEntry, events: Sequence[Action]) -> None:
        controls = self.services.controls
        if not entry.type(controls.typed, controls.is_held(Action.BOOST)):
            for event in events:
                entry.handle(event, self._pointer, *self._size)
        self._entry = entry if entry.open else None

    @property
    def _size(self) -> tuple[float, float]:
        """Size of the picture [virtual px]: letters grow as far as all parts fit."""
        width, height = self.services.size
        aspect = max(1, width) / max(1, height)
        high = canvas_height(aspect, self.services.settings.ui_scale, LEAST)
        return high * aspect, high

    @property
    def _pointer(self) -> tuple[float, float]:
        return self.services.pointer(self._size[1])

    def _work(self, now: float, elapsed: float, events: Sequence[Action]) -> None:
        controls, pointer, layout = self.services.controls, self._pointer, lay_out(*self._size)
        self.panel.fill(list(TABS[self.panel.tab](self.state, self)))
        over_panel = layout.panel.contains(pointer)
        for event in events:
            self._react(event, events, layout, over_panel)
            if self.services.screen is not self or self._entry is not None:
                return
            self.panel.fill(list(TABS[self.panel.tab](self.state, self)))
        if self.panel.focused:
            self._repeat(now, events)
        else:
            self.dragging.steer(controls, elapsed)
        self.dragging.point(pointer, layout.middle, layout.middle.contains(pointer))
        if self.dragging.hold(pointer, controls.is_held(Action.MENU_CLICK)):
            self._accept()

    def _react(self, event: Action, events: Sequence[Action], layout: EditorLayout, over_panel: bool) -> None:
        if event is Action.MENU_CLICK:
            self._click(layout)
        elif event in (Action.MENU_BACK, Action.PAUSE):
            self._go_back(event, events)
        elif event is Action.EDIT_PLAY:
            self.play(self.state.editor.phase + 1)
        elif event is Action.EDIT_PANEL:
            self._focus(not self.panel.focused)
        elif event is Action.EDIT_DELETE:
            self._do(self.state.delete)
        elif self.panel.focused or (over_panel and self._by_mouse):
            self._work_panel(event)
        else:
            self._work_planet(event)

    @property
    def _by_mouse(self) -> bool:
        return self.services.controls.hand == "mouse"

    def _work_panel(self, event: Action) -> None:
        """Apply an action to the panel: the wheel steps rows, the weapon keys step tabs."""
        if event in WHEEL and not self._by_mouse:
            self.panel.next_tab(WHEEL[event])
            self.state.own_levels = list_levels()
        elif event not in WHEEL:
            self.panel.handle(event)
            self._repeat_at = (self._now or 0.0) + HOLD_SECONDS if event in REPEATED else self._repeat_at

    def _work_planet(self, event: Action) -> None:
        if event in WHEEL:
            self.state.take_piece(WHEEL[event])
            self.services.sound(Sound.MENU_MOVE)
        elif event is Action.MENU_ACCEPT:
            self._accept()
        elif event in self._planet_deeds:
            self._do(self._planet_deeds[event])

    @property
    def _planet_deeds(self) -> Mapping[Action, Callable[[], object]]:
        state = self.state
        return {Action.EDIT_UNDO: state.undo, Action.EDIT_REDO: state.redo, Action.EDIT_COPY: state.copy}

    def _do(self, deed: Callable[[], object]) -> None:
        self.services.sound(Sound.MENU_ACCEPT)
        deed()

    def _accept(self) -> None:
        """Place, choose, pick up or put down at the cursor."""
        self._do(lambda: self.state.accept(self.dragging.thing))
        if self.state.editor.chosen:
            self.panel.show("thing")

    def _go_back(self, event: Action, events: Sequence[Action]) -> None:
        """Go back one step: from panel to planet, from a thing in hand to none, at last to the level's rows.

        A key bound to both pause and back makes one step.
        """
        if event is Action.PAUSE and Action.MENU_BACK in events:
            return
        self.services.sound(Sound.MENU_MOVE)
        if self.panel.focused:
            self._focus(False)
        elif event is Action.PAUSE or not self.state.cancel():
            self.panel.show("level")
            self._focus(True)

    def _focus(self, panel: bool) -> None:
        self.panel.focused = panel
        self.state.put_down()

    def _repeat(self, now: float, events: Sequence[Action]) -> None:
        """Repeat a held key."""
        held = [event for event in REPEATED if self.services.controls.is_held(event)]
        if not held:
            self._repeat_at = math.inf
            if not events:
                self.state.editor.end_gesture()
        elif now >= self._repeat_at:
            self._repeat_at = now + REPEAT_SECONDS
            self.panel.handle(held[0])

    def _click(self, layout: EditorLayout) -> None:
        pointer = self._pointer
        if layout.bar.contains(pointer):
            self._press_button(topbar.button_at(layout.bar, pointer))
        elif layout.panel.contains(pointer):
            self._focus(True)
            self.panel.click(layout.panel, pointer)
            self.state.own_levels = list_levels()
            self.state.editor.end_gesture()
        elif layout.palette.contains(pointer):
            entry = palette.entry_at(layout.palette, pointer, self.state.piece)
            if entry is not None:
                self._focus(False)
                self.state.hold(entry[0])
        elif layout.timeline.contains(pointer):
            self._choose_phase(timeline.phase_at(layout.timeline, self.state.editor.phases, pointer))
        elif layout.middle.contains(pointer):
            self._focus(False)
            self.dragging.press(pointer, layout.middle)

    def _press_button(self, name: str) -> None:
        state = self.state
        deeds: dict[str, Callable[[], object]] = {
            "undo": state.undo,
            "redo": state.redo,
            "copy": state.copy,
            "delete": state.delete,
            "nearer": partial(self.dragging.zoom_by, -1.0),
            "farther": partial(self.dragging.zoom_by, 1.0),
            "menu": partial(self.show_tab, "level"),
            "save": self.save,
            "play": lambda: self.play(state.editor.phase + 1),
        }
        if name:
            self._do(deeds[name])

    def _choose_phase(self, number: int | None) -> None:
        editor = self.state.editor
        if number is None:
            return
        if number == editor.phases:
            editor.look_at(number - 1)
            self.state.attempt(editor.add_phase)
        else:
            editor.look_at(number)
        self.show_tab("phase")

    # EditorActions

    def show_tab(self, name: str) -> None:
        """Show a tab and focus its rows."""
        self.panel.show(name)
        self._focus(True)
        self.state.own_levels = list_levels()

    def write_text(self, title: str, words: str, most: int, done: Callable[[str], None]) -> None:
        """Open the text entry."""
        self._entry = TextEntry(title, words, most, done)

    def play(self, phase: int) -> None:
        """Fly the level from a phase, from 1; report its problems instead if it has any."""
        for problem in self.state.editor.problems:
            self.services.say(f"{problem.key}: {shorten(problem.text, 90)}")
            return
        self.state.put_down()
        self.services.go_to("try level", self, self._trial(phase), lambda: self._renew(phase))

    def _trial(self, phase: int) -> Setup:
        """Setup of a flight of the current level from a phase, from 1."""
        options, editor = self.services.options, self.state.editor
        seed = SEED if options.seed is None else options.seed
        text = format_trial(editor.text, min(phase, editor.phases))
        return Setup(Sandbox.spec.name, seed, options.players, self.services.settings.difficulty, text)

    def _renew(self, phase: int) -> Setup | None:
        """Setup of a renewed flight after changes, those of the file included; None for an invalid level."""
        self.filing.take_news()
        return self._trial(phase) if not self.state.editor.problems else None

    def save(self) -> None:
        """Save the level to its file, or to a new one named after it."""
        self.filing.save()

    def save_as(self) -> None:
        """Save the level under another name."""
        self.write_text("name of the file", self.filing.stem, 40, self.filing.save_named)

    def open(self, path: Path | None, own: bool) -> None:
        """Edit another level; None: an empty one."""
        if not self._is_agreed(f"open {path}"):
            return
        try:
            draft = load_draft(path) if path is not None else None
        except (LevelError, OSError) as problem:
            self.services.say(f"Not opened: {problem}")
            return
        self.filing.close()
        self._lay(draft, own)
        self.show_tab("level")

    def leave(self) -> None:
        """Go back to the title."""
        if self._is_agreed("leave"):
            self.leave_for("title")

    def _is_agreed(self, deed: str) -> bool:
        """Return whether unsaved changes may be lost: the second press of the same action confirms."""
        if not self.state.changed or self._agreed == deed:
            self._agreed = ""
            return True
        self._agreed = deed
        self.services.say("The changes are not saved: once more to go on without them")
        return False

    # Drawing

    def _refresh(self) -> None:
        """Update the preview to the edited level."""
        editor = self.state.editor
        shown = (id(editor.document), editor.phase)
        if shown != self._shown:
            self._shown, level = shown, editor.level
            self._preview.show(level, editor.things, editor.phase)
            if level.look != self._look:
                self._look = level.look
                self._viewer = Viewer(0, level.look, self.services.settings.view)

    def build(self, now: float, size: tuple[int, int]) -> Composite:
        """Draw the planet with its things, and palette, panel, time line and bar around it."""
        elapsed = min(now - self._drawn, LONGEST_STEP) if self._drawn is not None else 0.0
        self._drawn = now
        self._refresh()
        middle, overlay = lay_out(*self._size).middle, Overlay(self._size[0] / self._size[1], self._size[1])
        view = view_pixels(middle, size[1] / self._size[1])
        frame = self._viewer.still_frame(self._preview.world, self.dragging.zoom, elapsed, view[2:])
        frame.viewport, self.dragging.camera = view, frame.camera
        frame.overlay = Overlay(frame.camera.aspect, middle.height)
        mark_things(frame, self._scene(frame.overlay), self._viewer.palette)
        self.panel.fill(list(TABS[self.panel.tab](self.state, self)))
        colors, entry = self._viewer.palette, self._entry
        draw(overlay, self.state, self.panel, self._pointer, colors)
        theme.hint(overlay, hints(self.services.controls, self.state, self.panel, entry))
        if entry is not None:
            entry.draw(overlay)
        return Composite([frame], overlay, size)

    def _scene(self, window: Overlay) -> EditorScene:
        state, editor = self.state, self.state.editor
        things = editor.things
        objective = editor.level.phase[editor.phase].objective
        problems = {
            thing.path: found[0].text for thing in things if (found := editor.problems_of(thing.path))
        }
        return EditorScene(
            things, state.chosen_thing, self.dragging.thing, problems,
            objective if isinstance(objective, Race) else None, tuple(state.cursor.tolist()), state.ghost,
            Box(0.0, 0.0, window.width, window.height),
        )  # fmt: skip

    def status(self) -> Mapping[str, object]:
        """State of the editor and its selection."""
        state, editor, row = self.state, self.state.editor, self.panel.row
        return {
            "file": str(state.path or ""),
            "changed": state.changed,
            "level": editor.document["name"],
            "phase": editor.phase,
            "phases": editor.phases,
            "things": [thing.label for thing in editor.things],
            "chosen": list(editor.chosen),
            "piece": state.piece.name if state.piece is not None else "",
            "carried": bool(state.carried),
            "cursor": [round(float(part), 3) for part in state.cursor],
            "tab": self.panel.tab,
            "focused_panel": self.panel.focused,
            "row": row.label if row is not None else "",
            "value": row.value if row is not None else "",
            "problems": [found.key for found in editor.problems],
            "writing": self._entry.words if self._entry is not None else None,
            "letter": self._entry.key if self._entry is not None else "",
        }

    def close(self) -> None:
        """End the preview and save unsaved changes to the rescue file."""
        self.filing.rescue()
        self.filing.close()
        self._preview.close()


def begin_level(services: Services, above: Screen) -> EditorScreen:
    """Make the editor with a new level, in place of the calling screen."""
    above.close()
    return EditorScreen(services)


def open_editor(services: Services) -> EditorScreen:
    """Make the editor of the window's options: with a level's file, or with a new level."""
    file = services.options.level
    if file is None:
        return EditorScreen(services)
    return EditorScreen(services, Draft(file.path, file.text), own=not is_world_file(file.path))
