"""Tests made from each game's fixtures; --rule and --game select them."""
