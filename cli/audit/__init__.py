"""Helpers of `audit`: many logs, watching files, fixing, a folder of reports."""
