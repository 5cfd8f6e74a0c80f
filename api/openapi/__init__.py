"""One declaration for each operation, and the API document built from all of them."""
