"""Uploaded logs between the routes and the store: options, uploads, photos, summaries."""
