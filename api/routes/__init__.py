"""The operations of the API, one file for each resource. Their logic is in the folder of that resource."""
