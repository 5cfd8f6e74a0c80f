"""What `audit` does around one audit: many logs, watching files, fixing, a folder of reports."""
