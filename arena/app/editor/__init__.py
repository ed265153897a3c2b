"""The parts of the editor's screen: what it works on, the files, the panels, and what they look like."""
