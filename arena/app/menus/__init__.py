"""Menus, lists and text entry, shared by screens."""
