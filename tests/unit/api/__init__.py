"""The service, asked in this process."""
