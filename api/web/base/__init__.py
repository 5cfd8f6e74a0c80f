"""Shared by all pages: rendering, the browser session, share links and their QR codes."""
