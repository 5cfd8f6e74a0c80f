"""The reference pages of the service (settings, HTTP API), generated from their declarations by `make docs`."""
