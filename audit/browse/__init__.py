"""What a game offers to look at: rules, events, facts, packs, choices at a table, and a log opened step by step."""
