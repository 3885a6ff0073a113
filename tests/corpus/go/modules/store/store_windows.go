package store

func defaultPath() string { return "C:" + drive() } //> call drive exact

func drive() string { return "" }
