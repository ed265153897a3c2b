"""Level editing: documents, actions on them, and their problems. It knows no window, picture or file.

`arena.game.editing.editor` is what a screen or a test works with.
"""
