"""The command line: reads files, asks the auditor, prints through one renderer."""
