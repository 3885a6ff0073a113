package generics

import (
	"iter"
	"maps"
	"slices"
	"sync/atomic"
)

type Number interface{ ~int | ~float64 }

type List[T any] struct { //> def struct List
	head *node[T]
	size int
}

type node[T any] struct {
	value T
	next  *node[T]
}

func (l *List[E]) Push(value E) *List[E] { //> def method List.Push
	l.head = &node[E]{value: value, next: l.head}
	return l
}

func (l *List[E]) First() E { return l.head.value }

func (l *List[E]) All() iter.Seq2[int, E] {
	return func(yield func(int, E) bool) { yield(0, l.head.value) }
}

func (l *List[_]) Len() int { return l.size }

type User struct{ name string }

func (u User) Greet() string { return u.name }

type Group struct{ users []User }

func (g *Group) Greet() string { return "" }

func Map[T, R any](items []T, f func(T) R) []R {
	var out []R
	for _, item := range items {
		out = append(out, f(item)) //> none *
	}
	return out
}

func Keep[S ~[]E, E any](items S, test func(E) bool) S { return items }

func Make[T any](name string) *T { return new(T) }

type Pair[K comparable, V any] struct {
	Key K
	Val V
}

func Zip[K comparable, V any](k K, v V) Pair[K, V] { return Pair[K, V]{k, v} }

type Registry[K comparable, V any] map[K][]V

func (r Registry[K, V]) Find(key K) V { return r[key][0] }

type Greeter interface{ Greet() string }

func welcome[G Greeter](guests ...G) {
	for _, guest := range guests {
		guest.Greet() //> call Greeter.Greet
	}
}

func use(users []User) {
	list := &List[User]{}
	list.Push(users[0]).First().Greet() //> call List.Push; call List.First; call User.Greet; none Group.Greet
	for _, user := range list.All() {
		user.Greet() //> call User.Greet
	}
	groups := Map(users, func(u User) *Group { return &Group{} }) //> call Map exact
	groups[0].Greet()                                            //> call Group.Greet typed; none User.Greet
	Map[User, *Group](users, nil)[0].Greet()                     //> call Map; call Group.Greet
	Keep(users, nil)[0].Greet()                                  //> call User.Greet
	Make[Group]("x").Greet()                                     //> call Make exact; call Group.Greet; none User.Greet
	pair := Zip("a", users[0])
	pair.Val.Greet() //> call User.Greet
	registry := Registry[string, *Group]{}
	registry.Find("x").Greet() //> call Registry.Find; call Group.Greet
	for _, found := range registry {
		found[0].Greet() //> call Group.Greet
	}
	welcome(users...) //> call welcome exact
	list.Len()        //> call List.Len
}

var current atomic.Pointer[Group]

func library(byName map[string]User) {
	current.Load().Greet() //> external sync/atomic.Pointer.Load; call Group.Greet
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		byName[name].Greet() //> call User.Greet
	}
	for user := range maps.Values(byName) {
		user.Greet() //> call User.Greet
	}
	slices.MaxFunc(slices.Collect(maps.Values(byName)), nil).Greet() //> external slices.MaxFunc; call User.Greet
}

func convert[T Number](n T) T {
	return T(1) + n //> none *
}

type Bag[T any] []T

func (b Bag[T]) Any() T { return b[0] }

func bags(users []User) {
	Bag[User](users).Any().Greet() //> ref Bag; ref User; call Bag.Any; call User.Greet
}
