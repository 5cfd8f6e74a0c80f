"""What the service sends without a request: signed webhooks and published heads, to allowed hosts only."""
