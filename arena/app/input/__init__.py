"""Devices, bindings and actions: from keys, mouse and pads to commands."""
