"""The command line: commands read files, call the auditor, and print through one renderer."""
