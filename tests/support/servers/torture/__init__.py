"""The service as it really runs, clients that never give up, and all that can get in between."""
