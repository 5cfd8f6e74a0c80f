"""The pages of tournaments: standings, rounds, tables and their links."""
