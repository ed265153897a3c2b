"""One class for each screen of the game."""
