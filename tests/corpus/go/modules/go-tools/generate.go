//go:build ignore

package main

import "example.org/app/go-tools" //> import tools.go::

func main() {
	tools.Check(1) //> call Check exact
	helper()       //> call generate.go::helper exact
}

func helper() {}
