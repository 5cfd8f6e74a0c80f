"""Defines the report and its parts as types. Finding, judging and rendering belong to other packages."""
