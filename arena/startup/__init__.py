"""Compiling and loading kernels ahead of play: the list of kernels, worker processes, progress."""
