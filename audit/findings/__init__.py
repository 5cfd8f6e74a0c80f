"""Turns one replay into findings, a verdict and the details of the log. Causes belong to `audit/causes`."""
