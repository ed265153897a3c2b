"""Rules: matches, modes, levels, waves, scoring, replays and bots. Knows no window and no clock."""
