"""What the service sends by itself: signed webhooks and published heads, to allowed machines only."""
