package corpus

import "time"

type Wall struct {
	Door struct { //> def field Wall.Door
		Key  string //> def field Wall.Door.Key
		Lock struct{ pin int } //> def field Wall.Door.Lock; def field Wall.Door.Lock.pin
	}
	guard interface{ watch(hours int) bool } //> def method Wall.guard.watch
}

type Bricks []struct{ weight int } //> def field Bricks.weight

var rooms = []struct {
	name string //> def field rooms.name
	size int
}{
	{name: "hall", size: 3}, //> ref rooms.name; ref rooms.size
}

var seen struct{ time.Time } //> def field seen.Time

type Dog struct{}

func (d Dog) watch(hours int) bool { return true } //> override Wall.guard.watch

func (d Dog) bark() {}

func walk(wall *Wall, bricks Bricks) {
	wall.Door.Key = "a"      //> ref Wall.Door typed; ref Wall.Door.Key
	_ = wall.Door.Lock.pin   //> ref Wall.Door.Lock.pin
	wall.guard.watch(3)      //> ref Wall.guard; call Wall.guard.watch; call Dog.watch dispatch
	_ = bricks[0].weight     //> ref Bricks.weight
	for _, room := range rooms { //> ref rooms
		_ = room.name //> ref rooms.name
	}
	tests := []struct{ text string }{{text: "x"}} //> none text
	_ = tests[0].text                             //> none text
}

func ask(v any) {
	v.(interface{ bark() }).bark()         //> call Dog.bark dispatch; none ask
	v.(interface{ open(int) bool }).open(1) //> unresolved open
	v.(interface{ Unit() int }).Unit()      //> none Unit; unresolved Unit
}

type a1 struct{}
type a2 struct{}
type a3 struct{}
type a4 struct{}
type a5 struct{}
type a6 struct{}
type a7 struct{}
type a8 struct{}
type a9 struct{}

func (a a1) Unit() int { return 1 }
func (a a2) Unit() int { return 1 }
func (a a3) Unit() int { return 1 }
func (a a4) Unit() int { return 1 }
func (a a5) Unit() int { return 1 }
func (a a6) Unit() int { return 1 }
func (a a7) Unit() int { return 1 }
func (a a8) Unit() int { return 1 }
func (a a9) Unit() int { return 1 }
