"""The documentation as a site: `make site` builds it with Sphinx, and a broken link or anchor fails."""

from engine import __version__

project = html_title = "Deadreckon"
version = release = __version__
extensions = ["myst_parser"]
nitpicky = True

# Headings have the anchors that they have on GitHub. A block without a language is a log or a terminal.
myst_heading_anchors = 6
highlight_language = "text"

html_theme = "furo"
html_copy_source = html_show_copyright = html_use_index = False
