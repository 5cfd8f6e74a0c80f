"""What is typed is read if it can mean one thing only: the reader of lines that the canonical one refuses."""
