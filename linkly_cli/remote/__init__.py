"""The other side of `linkly serve`: questions to another machine's server, answers as if they were this one's.

It speaks MCP over `http.client` rather than with the client of the `mcp` package, whose import alone takes several
times as long as a whole run of `linkly read`.
"""
