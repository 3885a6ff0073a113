package shadowing

import (
	"net/url"
	"strings"
)

func open(path string) string { //> def function open
	return strings.TrimSpace(path) //> external strings.TrimSpace
}

func asParameter(open func(string) string) string {
	return open("x") //> none open; unresolved open
}

func asLocal() string {
	open := func(path string) string { return path }
	return open("x") //> none open
}

func untilTheBlockEnds(paths []string) string {
	for _, open := range paths {
		_ = strings.ToUpper(open) //> none open
	}
	if open := len(paths); open > 1 {
		println(open) //> none open
	}
	return open("x") //> call open exact
}

func beforeItsOwnDeclaration() string {
	open := open("x") //> call open exact
	return open       //> none open
}

func aPackageHiddenByALocal(urls []string) {
	for _, url := range urls {
		url := location{path: url}
		url.Parse() //> call location.Parse typed
	}
	url.Parse("x") //> external net/url.Parse; none Parse
}

type location struct{ path string }

func (l location) Parse() {}

func max(a, b int) int {
	return a
}

func aBuiltinReplaced() int {
	return max(1, min(2, 3)) //> call shadowing.go::max exact; external min
}

func inAClosure() func() string {
	open := open //> ref open
	return func() string {
		open := strings.Fields("a b")
		return open[0] //> none open
	}
}

func aTypeHiddenByAParameter(location int) int {
	return location //> none location
}

func caseClauses(n int) {
	switch open := n; {
	case open > 3: //> none open
		open := "x"
		println(open) //> none open
	default:
		println(open) //> none open
	}
	open("y") //> call open exact
}

type node struct{ next *node }

func (node *node) after(other node) *node { //> ref node; none url
	return node.next.after(other) //> call node.after typed
}

func between(node *node, last node) (first *node, err error) { //> ref node
	return node.after(last).next.after(*first), nil //> call node.after typed
}

func insideALiteral() {
	walk := func(node *node) *node { //> ref node
		return node.next
	}
	walk(nil).after(node{}) //> call node.after; ref node
}
