"""The passes of a picture, one a file; `arena.render.renderer` says in which order."""
