"""Pages in Chromium and Firefox."""
