pytest_plugins = ["tests.makers"]
