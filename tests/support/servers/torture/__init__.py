"""The service as it really runs, clients that never give up, and everything that can interfere."""
