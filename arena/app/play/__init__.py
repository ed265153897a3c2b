"""A match in the window: session, players, pacing, viewports, ghosts and replays."""
