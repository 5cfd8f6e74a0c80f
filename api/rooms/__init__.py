"""The operations, a file for each resource."""
