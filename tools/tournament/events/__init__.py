"""Events: which games are to be played, their settings, their order, and their log."""
