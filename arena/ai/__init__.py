"""Minds: perception, steering and decisions of ships, as kernels on the thread pool."""
