"""The operations of the API, one file for each resource. What they do lives in the folder of that resource."""
