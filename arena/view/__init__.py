"""What to show, in numpy only: reads the simulation and the game, writes neither, and knows no window."""
