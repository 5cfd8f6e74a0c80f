"""Holds one module per migration. A released migration's effect never changes."""
