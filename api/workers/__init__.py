"""The pool of processes that audits whatever is too costly for a web worker."""
