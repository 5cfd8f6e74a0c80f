"""Helpers of `serve`, `db` and `config`: the store, the key file, certificates, settings."""
