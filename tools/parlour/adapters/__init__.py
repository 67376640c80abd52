"""The engine as a player in libraries of other people, each an extra of the installation."""
