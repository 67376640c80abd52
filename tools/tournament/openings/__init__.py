"""Openings: read from files, and drawn as candidates, no two of them alike."""
