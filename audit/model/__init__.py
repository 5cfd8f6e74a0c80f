"""The report and its parts as types: what an audit answers. Nothing here finds, judges or renders."""
