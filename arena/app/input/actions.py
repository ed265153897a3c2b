"""Actions of a player. Screens and the game read these, never keys."""

from enum import StrEnum

from arena.view.debug.views import DebugView


class Action(StrEnum):
    """Action; the values are the names in the settings file."""

    MOVE_UP = "move_up"
    MOVE_DOWN = "move_down"
    MOVE_LEFT = "move_left"
    MOVE_RIGHT = "move_right"
    MOVE_STICK = "move_stick"
    AIM_UP = "aim_up"
    AIM_DOWN = "aim_down"
    AIM_LEFT = "aim_left"
    AIM_RIGHT = "aim_right"
    AIM_STICK = "aim_stick"
    FIRE = "fire"
    BOOST = "boost"
    BOMB = "bomb"
    NEXT_WEAPON = "next_weapon"
    PREVIOUS_WEAPON = "previous_weapon"
    RESTART = "restart"
    REWIND = "rewind"
    SLOW_MOTION = "slow_motion"
    JOIN = "join"
    LEAVE = "leave"
    TAKE_OVER = "take_over"
    EDIT_PLAY = "edit_play"
    EDIT_PANEL = "edit_panel"
    EDIT_UNDO = "edit_undo"
    EDIT_REDO = "edit_redo"
    EDIT_COPY = "edit_copy"
    EDIT_DELETE = "edit_delete"
    RACE = "race"
    PAUSE = "pause"
    MENU_UP = "menu_up"
    MENU_DOWN = "menu_down"
    MENU_LEFT = "menu_left"
    MENU_RIGHT = "menu_right"
    MENU_ACCEPT = "menu_accept"
    MENU_BACK = "menu_back"
    MENU_CLICK = "menu_click"
    PROFILER = "profiler"
    DEBUG_GRID = "debug_grid"
    DEBUG_PAIRS = "debug_pairs"
    DEBUG_NAVIGATION = "debug_navigation"
    DEBUG_STEERING = "debug_steering"
    DEBUG_REGIONS = "debug_regions"
    RELOAD_SHADERS = "reload_shaders"
    FULLSCREEN = "fullscreen"
    PICTURE = "picture"


STICKS = frozenset({Action.MOVE_STICK, Action.AIM_STICK})
"""Actions that want an analogue source (x, y); all others want a digital one."""

MOVE_KEYS = (Action.MOVE_LEFT, Action.MOVE_RIGHT, Action.MOVE_DOWN, Action.MOVE_UP)
"""Digital stand-ins for `MOVE_STICK`: -x, +x, -y, +y."""

AIM_KEYS = (Action.AIM_LEFT, Action.AIM_RIGHT, Action.AIM_DOWN, Action.AIM_UP)
"""Digital stand-ins for `AIM_STICK`: -x, +x, -y, +y."""

DEBUG_VIEWS = {
    Action.DEBUG_GRID: DebugView.GRID,
    Action.DEBUG_PAIRS: DebugView.PAIRS,
    Action.DEBUG_NAVIGATION: DebugView.NAVIGATION,
    Action.DEBUG_STEERING: DebugView.STEERING,
    Action.DEBUG_REGIONS: DebugView.REGIONS,
}
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
