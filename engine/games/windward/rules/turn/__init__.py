"""A turn in the sky: wind, elevation, moving, terrain, cargo, longboats, and ending the turn."""
