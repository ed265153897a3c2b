"""Actions of a player. Screens and the game read these, never keys."""

from enum import StrEnum
from typing import Self

from arena.view.debug.views import DebugView


class Action(StrEnum):
    """Action; the values are the names in the settings file. Behind it stand its default sources."""

    sources: tuple[str, ...]

    def __new__(cls, value: str, *sources: str) -> Self:
        """Make the row of an action."""
        action = str.__new__(cls, value)
        action._value_, action.sources = value, sources
        return action

    MOVE_UP = "move_up", "key:W"
    MOVE_DOWN = "move_down", "key:S"
    MOVE_LEFT = "move_left", "key:A"
    MOVE_RIGHT = "move_right", "key:D"
    MOVE_STICK = "move_stick", "pad:leftstick"
    AIM_UP = "aim_up", "key:UP"
    AIM_DOWN = "aim_down", "key:DOWN"
    AIM_LEFT = "aim_left", "key:LEFT"
    AIM_RIGHT = "aim_right", "key:RIGHT"
    AIM_STICK = "aim_stick", "pad:rightstick"
    FIRE = "fire", "mouse:LEFT", "key:LCTRL", "key:RCTRL", "pad:righttrigger"
    BOOST = "boost", "mouse:RIGHT", "key:LSHIFT", "key:RSHIFT", "pad:lefttrigger"
    BOMB = "bomb", "key:SPACE", "pad:a"
    NEXT_WEAPON = "next_weapon", "key:E", "mouse:WHEEL_DOWN", "pad:rightshoulder"
    PREVIOUS_WEAPON = "previous_weapon", "key:Q", "mouse:WHEEL_UP", "pad:leftshoulder"
    RESTART = "restart", "key:R", "pad:y"
    REWIND = "rewind", "key:R", "key:BACKSPACE", "pad:y"
    SLOW_MOTION = "slow_motion", "key:T", "pad:x"
    JOIN = "join", "key:ENTER", "key:NUM_ENTER", "pad:start"
    LEAVE = "leave", "key:DELETE", "pad:back"
    TAKE_OVER = "take_over", "key:F", "pad:x"
    EDIT_PLAY = "edit_play", "key:F9", "key:G", "pad:back"
    EDIT_PANEL = "edit_panel", "key:TAB", "pad:y"
    EDIT_UNDO = "edit_undo", "key:Z", "pad:dpleft"
    EDIT_REDO = "edit_redo", "key:X", "pad:dpright"
    EDIT_COPY = "edit_copy", "key:C", "pad:dpup"
    EDIT_DELETE = "edit_delete", "key:DELETE", "pad:x"
    RACE = "race", "key:G", "pad:y"
    PAUSE = "pause", "key:ESCAPE", "key:P", "mouse:MIDDLE", "pad:start"
    MENU_UP = "menu_up", "key:UP", "key:W", "mouse:WHEEL_UP", "pad:dpup", "pad:leftstick_up"
    MENU_DOWN = "menu_down", "key:DOWN", "key:S", "mouse:WHEEL_DOWN", "pad:dpdown", "pad:leftstick_down"
    MENU_LEFT = "menu_left", "key:LEFT", "key:A", "pad:dpleft", "pad:leftstick_left"
    MENU_RIGHT = "menu_right", "key:RIGHT", "key:D", "pad:dpright", "pad:leftstick_right"
    MENU_ACCEPT = "menu_accept", "key:ENTER", "key:NUM_ENTER", "key:SPACE", "pad:a"
    MENU_BACK = "menu_back", "key:ESCAPE", "key:BACKSPACE", "mouse:RIGHT", "pad:b"
    MENU_CLICK = "menu_click", "mouse:LEFT"
    PROFILER = "profiler", "key:F3"
    DEBUG_GRID = "debug_grid", "key:F4"
    DEBUG_PAIRS = "debug_pairs", "key:F5"
    DEBUG_NAVIGATION = "debug_navigation", "key:F6"
    DEBUG_STEERING = "debug_steering", "key:F7"
    DEBUG_REGIONS = "debug_regions", "key:F8"
    RELOAD_SHADERS = "reload_shaders", "key:F10"
    FULLSCREEN = "fullscreen", "key:F11"
    PICTURE = "picture", "key:F12"


STICKS = frozenset({Action.MOVE_STICK, Action.AIM_STICK})
"""Actions that want an analogue source (x, y); all others want a digital one."""

MOVE_KEYS = (Action.MOVE_LEFT, Action.MOVE_RIGHT, Action.MOVE_DOWN, Action.MOVE_UP)
"""Digital stand-ins for `MOVE_STICK`: -x, +x, -y, +y."""

AIM_KEYS = (Action.AIM_LEFT, Action.AIM_RIGHT, Action.AIM_DOWN, Action.AIM_UP)
"""Digital stand-ins for `AIM_STICK`: -x, +x, -y, +y."""

DEBUG_VIEWS = {Action[f"DEBUG_{view.name}"]: view for view in DebugView}
"""Actions that show a debug view, or stop showing it."""

MENU = frozenset(action for action in Action if action.startswith("menu_"))
"""Actions of menus."""

EDITING = frozenset(action for action in Action if action.startswith("edit_"))
"""Actions of the editor of levels."""

GLOBAL = frozenset({Action.PROFILER, Action.RELOAD_SHADERS, Action.FULLSCREEN, Action.PICTURE, *DEBUG_VIEWS})
"""Actions that work on every screen."""

WATCHING = frozenset({Action.TAKE_OVER, Action.RACE})
"""Actions of the replay screen, besides those of menus."""

FLIGHT = frozenset(Action) - MENU - EDITING - WATCHING - GLOBAL - {Action.JOIN, Action.PAUSE}
"""Actions of flight."""

PRACTICE = frozenset({Action.REWIND, Action.SLOW_MOTION})
"""Actions of practice, in which there is no `Action.RESTART`."""

PLAY = frozenset(Action) - MENU - EDITING - WATCHING - GLOBAL
APART = (MENU, EDITING, WATCHING, PLAY - PRACTICE, PLAY - {Action.RESTART})
"""Groups of actions that are active together: two that share no group may share a source."""
