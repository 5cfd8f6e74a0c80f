"""From bytes to a verdict; its folders are those of audit/."""
