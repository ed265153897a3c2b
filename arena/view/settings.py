"""The player's settings that a picture depends on, handed to a viewer as a whole."""

from dataclasses import dataclass

from arena.view.palette import STANDARD


@dataclass(frozen=True)
class ViewSettings:
    """Plain data; a field has the name and the default of the player's setting."""

    colors: str = STANDARD
    """One of `arena.view.palette.COLOR_SETS`."""
    high_contrast: bool = False
    """Darkens the ground and outlines everything that flies."""
    reduced_motion: bool = False
    """Turns off camera shake, zoom and waves in the lattice."""
    flash_limit: bool = True
    """Limits the number and size of flashes."""
    shake: float = 1.0
    """Share of the camera shake, 0 to 1."""
    ui_scale: float = 1.0
    """Size of letters and signs, 1 to 2, as far as there is room."""
    reticle: float = 1.0
    """Size of the mark of one's fire over the usual; 0 hides it."""


DEFAULTS = ViewSettings()
