"""Display names of keys, buttons and sticks, for the device used last."""

from collections.abc import Sequence

from arena.app.input.actions import AIM_KEYS, MOVE_KEYS, Action
from arena.app.input.controls import Controls

NAMES = {
    "key:ESCAPE": "esc",
    "key:LSHIFT": "shift",
    "key:RSHIFT": "shift",
    "key:LCTRL": "ctrl",
    "key:RCTRL": "ctrl",
    "key:NUM_ENTER": "enter",
    "mouse:LEFT": "left button",
    "mouse:RIGHT": "right button",
    "mouse:MIDDLE": "middle button",
    "mouse:WHEEL_UP": "wheel",
    "mouse:WHEEL_DOWN": "wheel",
    "pad:leftstick": "left stick",
    "pad:rightstick": "right stick",
    "pad:lefttrigger": "left trigger",
    "pad:righttrigger": "right trigger",
    "pad:leftshoulder": "left bumper",
    "pad:rightshoulder": "right bumper",
    "pad:leftstick_press": "left stick press",
    "pad:rightstick_press": "right stick press",
    "pad:dpup": "d-pad up",
    "pad:dpdown": "d-pad down",
    "pad:dpleft": "d-pad left",
    "pad:dpright": "d-pad right",
}
"""Display names of sources whose own name is unclear."""
MOVING = tuple(MOVE_KEYS[place] for place in (3, 0, 2, 1))
AIMING = tuple(AIM_KEYS[place] for place in (3, 0, 2, 1))
"""Aim keys in the order up, left, down, right."""
ARROWS = "up left down right"
PAD_CROSS = {
    "up down": "d-pad",
    "left right": "d-pad left right",
    "arrows": "d-pad",
    "left": "d-pad left",
    "right": "d-pad right",
}
"""Names of a gamepad's d-pad in hints."""


def source_label(source: str) -> str:
    """Return the display name of a source such as `key:W` or `pad:leftstick`."""
    device, _, name = source.partition(":")
    source = f"{device.partition('@')[0]}:{name}"
    if source in NAMES:
        return NAMES[source]
    name = name.replace("_", " ")
    return name.upper() if len(name) == 1 else name.lower()


def action_label(controls: Controls, action: Action) -> str:
    """Return the display name of an action's source on the device used last; "" if there is none."""
    sources = controls.sources(action)
    fitting = [source for source in sources if _in_hand(source.partition(":")[0], controls)]
    return source_label(fitting[0]) if fitting else ""


def _in_hand(device: str, controls: Controls) -> bool:
    return device == controls.hand if controls.on_pad else not device.startswith("pad")


def sources_label(sources: Sequence[str]) -> str:
    """Return the display names of several sources, each once."""
    return ", ".join(dict.fromkeys(source_label(source) for source in sources)) or "nothing"


def action_name(action: Action) -> str:
    """Return the display name of an action."""
    return action.replace("_", " ").capitalize()


MENU_KEYS = {
    "enter": {Action.MENU_ACCEPT: "key:ENTER"},
    "esc": {Action.MENU_BACK: "key:ESCAPE"},
    "left": {Action.MENU_LEFT: "key:LEFT"},
    "right": {Action.MENU_RIGHT: "key:RIGHT"},
    "up down": {Action.MENU_UP: "key:UP", Action.MENU_DOWN: "key:DOWN"},
    "left right": {Action.MENU_LEFT: "key:LEFT", Action.MENU_RIGHT: "key:RIGHT"},
}
"""Key names in menu hints, with their actions and default sources."""
MENU_KEYS["arrows"] = MENU_KEYS["up down"] | MENU_KEYS["left right"]


def hand_keys(controls: Controls, pairs: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Translate menu hints from the default keys to the player's bindings and device."""
    if not controls.on_pad:
        return [(_bound(controls, key), meaning) for key, meaning in pairs]
    buttons = {
        "enter": action_label(controls, Action.MENU_ACCEPT),
        "esc": action_label(controls, Action.MENU_BACK),
        **PAD_CROSS,
    }
    return [(buttons[key], meaning) for key, meaning in pairs if buttons.get(key)]


def _bound(controls: Controls, key: str) -> str:
    """Keys of a hint, translated to current bindings."""
    actions = MENU_KEYS.get(key, {})
    kept = all(source in controls.sources(action) for action, source in actions.items())
    return key if kept else _joined(controls, tuple(actions))


def move_label(controls: Controls) -> str:
    """Return the label of the move controls: a stick, or four keys."""
    return action_label(controls, Action.MOVE_STICK) or _joined(controls, MOVING)


def aim_label(controls: Controls) -> str:
    """Return the label of the aim controls: a stick, the mouse, or four keys."""
    if controls.on_pad:
        return action_label(controls, Action.AIM_STICK)
    keys = _joined(controls, AIMING)
    return f"mouse or {'arrows' if keys == ARROWS else keys}" if keys else "mouse"


def lesson_label(controls: Controls, action: str) -> str:
    """Return the label of a lesson's control: `move`, `aim`, or the name of an action."""
    if action == "move":
        return move_label(controls)
    return aim_label(controls) if action == "aim" else action_label(controls, Action(action))


def _joined(controls: Controls, actions: Sequence[Action]) -> str:
    return " ".join(filter(None, (action_label(controls, action) for action in actions)))
