package tools

func helper(n int) bool { return n > 0 }
