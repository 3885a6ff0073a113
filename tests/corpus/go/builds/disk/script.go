//go:build ignore

package main

func main() { only() } //> none only
