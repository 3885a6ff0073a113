"""Language models, where the user's settings name one."""
