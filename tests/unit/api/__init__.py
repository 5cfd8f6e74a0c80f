"""The service, called in this process."""
