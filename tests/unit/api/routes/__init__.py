"""Tests of the service: routes."""
