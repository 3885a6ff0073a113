package interfaces

import (
	"fmt"
	"io"
)

type Shape interface {
	Area() float64 //> def method Shape.Area
	Scale(by float64) Shape
}

type Named interface{ Name() string }

type NamedShape interface {
	Shape //> inherit Shape
	Named //> inherit Named
}

type Square struct{ side float64 } //> implement Shape typed; implement Named; implement NamedShape

func (s *Square) Area() float64         { return s.side } //> override Shape.Area
func (s *Square) Scale(by float64) Shape { return s }
func (s *Square) Name() string           { return "square" }

type Disc struct{ Square } //> implement Shape

func (d Disc) Area() float64 { return 3 }

type Impostor struct{} //> none Shape; none Named

func (Impostor) Area(precise bool) float64 { return 0 }
func (Impostor) Scale(by float64) Shape    { return nil }
func (Impostor) Name() int                 { return 0 }

type pulse float64 //> implement Shape

func (p pulse) Area() float64           { return 0 }
func (p pulse) Scale(by float64) Shape { return p.twice() } //> call pulse.twice exact
func (p pulse) twice() pulse           { return p + p }

type Source struct{}

func (Source) Read(p []byte) (int, error) { return 0, nil }

func total(shapes []Shape, named NamedShape) float64 {
	sum := 0.0
	for _, shape := range shapes {
		sum += shape.Area() //> call Shape.Area typed; call Square.Area dispatch; call Disc.Area dispatch; call pulse.Area dispatch; none Impostor.Area
	}
	sum += named.Scale(2).Area() //> call Shape.Scale; call Shape.Area
	fmt.Println(named.Name())    //> call Named.Name; none Impostor.Name
	return sum
}

func inner(v interface{ Name() string }, r io.Reader, e error) {
	v.Name()    //> call Square.Name dispatch
	r.Read(nil) //> external io.Reader.Read; none Source.Read
	e.Error()   //> external error.Error
}

func assertions(v any) {
	if shape, ok := v.(Shape); ok { //> ref Shape
		shape.Area() //> call Shape.Area
	}
	switch v := v.(type) {
	case *Square: //> ref Square
		v.Name() //> call Square.Name typed; none Named.Name
	case Disc, pulse:
		v.Area() //> none Area
	case nil:
		v.Area() //> none Area
	case interface{ Area(bool) float64 }:
		v.Area(true) //> call Impostor.Area dispatch; none Square.Area
	}
}

var _ Shape = (*Square)(nil) //> ref Square
