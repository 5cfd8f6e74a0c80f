"""The pool of processes that audits logs that are too costly for a web worker."""
