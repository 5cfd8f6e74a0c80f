"""Requests that tests send to the service, by page and resource."""
