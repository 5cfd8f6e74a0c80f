"""The service seen from the command line: who asks, how it is asked, and what its answers come to here."""
