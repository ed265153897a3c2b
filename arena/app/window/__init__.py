"""The window, its OpenGL context and the renderer in it."""
