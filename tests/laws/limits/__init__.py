"""What any file may cost, and what becomes of damaged and drawn input."""
