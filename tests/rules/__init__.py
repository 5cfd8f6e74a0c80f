"""Tests made of each game's fixtures; --rule and --game narrow them."""
