"""The case file of a log, and rulings that are tried before they are written."""
