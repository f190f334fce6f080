"""One module for each op of a case file."""
