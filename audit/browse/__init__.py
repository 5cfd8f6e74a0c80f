"""Shows what a game offers: its rules, events, facts, packs, choices at a table, and a log step by step."""
