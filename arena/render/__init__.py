"""Drawing with moderngl: knows the frame that `view` made, and nothing of the simulation."""
