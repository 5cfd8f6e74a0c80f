"""The service as a process: gunicorn, its worker, reading requests, TLS, periodic work."""
