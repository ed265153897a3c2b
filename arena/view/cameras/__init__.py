"""Cameras on the sphere: follow, shared and title camera, zoom, pointer."""
