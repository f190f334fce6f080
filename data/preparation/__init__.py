"""The steps of prepare.py, one kind of source a module."""
