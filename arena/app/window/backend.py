"""Import of pyglet that sets its options first. Everything in `app` imports it from here."""

import pyglet

from arena.app.sound.device import DRIVERS

pyglet.options.audio = DRIVERS
pyglet.options.shadow_window = False  # one window, one context
pyglet.options.debug_gl = False  # moderngl draws; a check after each of pyglet's own few calls buys nothing

__all__ = ["pyglet"]
