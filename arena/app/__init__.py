"""The window: screens, input, sound, settings. The only place that imports pyglet."""
