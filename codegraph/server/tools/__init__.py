"""Handlers, requests and answers of the tools, a folder a toolset."""
