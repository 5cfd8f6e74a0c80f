"""The service to test with, and clients that hold every answer against the API document."""
