"""Making levels: a document, what can be done to it, what is wrong with it. No window, no picture, no file.

`arena.game.editing.editor` is what a screen or a test works with.
"""
