"""The pages of the service, a folder for each part, with their shared scripts, styles and templates."""
