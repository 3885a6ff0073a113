package tools

func Check(n int) bool { return helper(n) } //> call helper exact
