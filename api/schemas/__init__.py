"""What requests may hold and answers hold, declared once for checking and for the API document."""
