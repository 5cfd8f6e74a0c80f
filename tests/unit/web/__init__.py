"""Pages, asked in this process; what needs a browser is in tests/browser."""
