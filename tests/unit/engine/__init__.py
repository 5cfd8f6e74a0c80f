"""The kernel and the games, without a log file, a store or a command."""
