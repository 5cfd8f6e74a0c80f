"""Schemas of requests and answers, declared once for validation and for the API document."""
