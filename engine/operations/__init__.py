"""One module per tool, one public function each."""
