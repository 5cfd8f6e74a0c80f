"""The service: an HTTP API over audits and the store. `api.app.create_app` builds it."""
