"""Scene data for the renderer, in numpy only: reads simulation and game, writes neither, opens no window."""
