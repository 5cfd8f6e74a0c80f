"""Shared by all pages: rendering, the browser session and sign-in, assets, share links and their QR codes."""
