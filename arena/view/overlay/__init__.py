"""The flat layer above the scene: text, shapes, layout, and the places that must stay free."""
