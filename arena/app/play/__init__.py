"""A match in the window: session, players, pacing, viewports, ghosts, replays that are watched."""
