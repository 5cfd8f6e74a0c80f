"""Commands, called in this process or as one of their own."""
