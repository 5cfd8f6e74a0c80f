"""What `serve`, `db` and `config` need: the store, the key file, certificates, settings."""
