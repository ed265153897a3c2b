"""The player's files: settings, scores, progress, levels, recordings, pictures."""
