"""Measurements of linkly: how well it ranks, and how fast it is. Run by hand, never by the tests."""
