"""The trading voyage: tiles, range, fog, battles, and the ship."""
