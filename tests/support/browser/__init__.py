"""Pages opened in real browsers."""
