"""The pages of the service, a folder for each part, and the scripts, styles and templates they share."""
