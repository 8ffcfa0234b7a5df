"""The server for agents: seven tools over MCP, by standard input and output or by HTTP.

It makes the same `engine.requests` values as the command line and prints with the same renderers.
"""
