package embedding

import "sync"

type Base struct{ id int }

func (b *Base) Save() { b.check() } //> call Base.check exact
func (b *Base) check() {}
func (b *Base) Name() string { return "" }

type Logger interface { //> def interface Logger
	Log(text string) //> def method Logger.Log
}

type Middle struct {
	*Base //> def field Middle.Base
	Logger
}

func (m Middle) Name() string { return m.Base.Name() } //> call Base.Name typed; none Middle.Name

type Outer struct {
	Middle //> inherit Middle
	sync.Mutex
}

type Deep struct{ Outer }

func use(o *Outer, d Deep) {
	o.Save()       //> call Base.Save
	o.Name()       //> call Middle.Name; none Base.Name
	o.Log("x")     //> call Logger.Log
	o.Lock()       //> external sync.Mutex.Lock
	d.Save()       //> call Base.Save
	d.Base.check() //> call Base.check
	println(d.id)  //> ref Base.id
}

type left struct{ shared }
type right struct{}
type shared struct{}

func (right) Run()  {}
func (shared) Run() {}

type both struct {
	left
	right
}

func nearest(b both) {
	b.Run() //> call right.Run; none shared.Run
}
