"""How damage and tampering are found: triggers, expected layouts, hashes and chains computed again."""
