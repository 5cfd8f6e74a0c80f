"""Tests of the service: http."""
