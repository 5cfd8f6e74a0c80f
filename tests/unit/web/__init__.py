"""Pages, requested in this process; tests/browser has what needs a browser."""
