"""What all pages share: rendering, the browser session, share links and their QR codes."""
