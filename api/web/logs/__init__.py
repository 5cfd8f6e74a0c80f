"""The pages of uploaded logs: the shelf, one log, both books, rule examples, sharing."""
