"""The case file next to a log, and rulings tried before they are written."""
