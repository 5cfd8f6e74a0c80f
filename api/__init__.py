"""The service: an HTTP API over the audit and its store, put together by `api.app.create_app`."""
