"""The service under test, and clients that check every answer against the API document."""
