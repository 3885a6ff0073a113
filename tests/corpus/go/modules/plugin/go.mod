module example.org/plugin
