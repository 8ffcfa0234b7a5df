"""Pure functions over text: lines, normal form, tokens, snippets, globs, dates, keywords."""
