"""The rules engine: a kernel that knows no game, and one folder per game."""

# Of the whole distribution: pyproject.toml takes it from here.
__version__ = "0.1.0"
