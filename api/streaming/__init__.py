"""The live stream (server-sent events) and the process that serves it."""
