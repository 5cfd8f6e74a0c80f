"""What the store records: uploads, live games, events, decisions, and the hash chain over them."""
