"""Templates of web frameworks: Django's language and Jinja."""
