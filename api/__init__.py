"""The service: an HTTP API over the audit and its store."""
