"""Errors of actions that cannot be done."""


class EditError(ValueError):
    """An action that cannot be done; the message is a line for the player."""


def full(name: str, most: int) -> EditError:
    """An action that would exceed the number of something that a level may have."""
    return EditError(f"there is no room for another {name}: {most} are the most; delete one first")
