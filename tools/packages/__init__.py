"""What goes into the packages of the engine."""
