package functions

import "sort"

func apply(f func(int) int, n int) int {
	return f(n) //> none *; unresolved f
}

func double(n int) int { return n * 2 }
func triple(n int) int { return n * 3 }

func callbacks() {
	apply(double, 1) //> call apply exact; ref double
	apply(func(n int) int {
		return triple(n) //> call triple exact
	}, 2)
	sort.Slice([]int{}, func(i, j int) bool {
		return double(i) < triple(j) //> call double; call triple
	})
}

func variables(twice bool) int {
	f := triple
	if twice {
		f = double
	}
	return f(1) //> call triple inferred; call double inferred
}

var table = map[string]func(int) int{
	"double": double, //> ref double
	"closure": func(n int) int {
		return triple(n) //> call triple
	},
}

var list = []func(int) int{double}

func lookups(name string) {
	table["double"](1) //> call double inferred
	list[0](1)         //> call double inferred
	for _, f := range list {
		f(2) //> call double inferred
	}
	if f, ok := table[name]; ok {
		f(3) //> call double inferred; none triple
	}
}

func recursion() {
	var walk func(n int)
	walk = func(n int) {
		walk(n - 1) //> none walk
		double(n)   //> call double
	}
	walk(3)
}

type options struct{ depth int }

type option func(*options) //> def type option; ref options

func withDepth(n int) option {
	return func(o *options) {
		o.depth = n
		o.check() //> call options.check
	}
}

func (o *options) check() {}

func build(opts ...option) {
	var all options
	for _, apply := range opts {
		apply(&all) //> none apply
	}
	all.check() //> call options.check
}

func started() {
	build(withDepth(2)) //> call build exact; call withDepth exact
outer:
	for {
		for {
			break outer //> none *
		}
	}
	go double(1)    //> call double exact
	defer triple(2) //> call triple exact
}

func init() {
	double(1) //> call double
}

func init() {
	triple(1) //> call triple
}
