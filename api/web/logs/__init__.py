"""The pages of uploaded logs: the shelf, one log, both books, rules and their examples, sharing."""
