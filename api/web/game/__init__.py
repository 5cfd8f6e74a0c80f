"""The page of one game: board, steps, findings, pictures. It is also written as a single file that opens offline."""
