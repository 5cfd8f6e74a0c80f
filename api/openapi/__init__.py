"""One declaration for each operation, and the API document made from all of them."""
