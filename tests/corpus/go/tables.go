package tables

import "strings"

type Step func(name string) int

var steps = map[string]Step{}
var plain []func()
var known = map[string]func(){"a": first}
var shapes = map[string]Shape{}

type Shape struct{ draw func() }

type Desk struct {
	inner struct{ rows []func() } //> def field Desk.inner.rows
	drawers map[string]Step
	parts   []Step
}

type Box[K any] struct{ key K }

func Pack[K any](key K) *Box[K]          { return &Box[K]{key} }
func PackBoth[K, V any](key K) *Box[K] { return &Box[K]{key} }

func first() {}

func (b Box[K]) Open() {}

func use(desk *Desk, key string, i int) {
	steps[key](key)         //> ref steps; unresolved steps
	plain[i]()              //> ref plain; unresolved plain
	known["a"]()            //> ref known; call first
	shapes[key].draw()      //> ref shapes; ref Shape.draw; unresolved draw
	desk.drawers[key]("x")  //> ref Desk.drawers; unresolved drawers
	desk.parts[i](key)      //> ref Desk.parts
	desk.inner.rows[i]()    //> ref Desk.inner; ref Desk.inner.rows
	strings.Fields(key)     //> external strings.Fields
	Pack[string](key)       //> call Pack exact; none Box
	(*Pack[string](key)).Open() //> call Pack exact; call Box.Open
	box := *Pack[string](key)           //> call Pack exact
	both := *PackBoth[string, int](key) //> call PackBoth exact
	box.Open()  //> call Box.Open
	both.Open() //> call Box.Open
	_ = []Box[string]{*Pack[string](key)} //> call Pack exact; ref Box
	_ = *Box[string](box)                 //> ref Box
}
