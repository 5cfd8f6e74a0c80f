"""Windward: captains sail the winds of a gas planet, hunt or study its beasts, and plunder each other for notoriety."""
