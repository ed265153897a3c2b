"""Points, lives, near misses, and the record of what hit the players."""
