"""Files to index: walking folders, planning changes, running them."""
