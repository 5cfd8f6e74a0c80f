"""Checks of facts that a position may show although a rule forbids them."""
