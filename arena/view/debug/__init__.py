"""Debug views (F4 to F8) and the profiler overlay (F3)."""
