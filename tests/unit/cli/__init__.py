"""Commands, called in this process or in one of their own."""
