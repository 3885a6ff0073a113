package store

func defaultPath() string { return "/var" }
