"""The tools that agents call, as static data: what setup, reference pages and the server are made from."""
