package literals

type Level int

const (
	Low  Level = iota
	High
)

type Point struct {
	X, Y int
}

func (p *Point) Size() int { return p.X }

var nested = map[string]map[Level]bool{
	"a": {Low: true}, //> ref Low
	"b": {Low: true, High: false}, //> ref Low; ref High
}

var rows = [][]Level{{Low}, {1: High}} //> ref Low; ref High

var points = map[string]Point{"a": {X: 1}} //> ref Point.X

var keyed = map[Point]string{{Y: 2}: "b"} //> ref Point.Y

var listed = []*Point{{X: 1, Y: int(Low)}} //> ref Point.X; ref Point.Y; ref Low

func count(p *Point) uint64 { return 0 }

func made(p *Point, points []*Point) {
	a := new(count(p)) //> call count exact
	b := new(points[0].Size()) //> call Point.Size
	c := new(uint64(1))
	d := new("text")
	e := new(Point)
	e.Size() //> call Point.Size typed
	f := new(Level)
	g := new(map[string]func(*Point))
	h := new([]*Point)
	use(a, b, c, d, f, g, h)
}

func madeOfLiterals(from int) *Point {
	a := new(Point{}) //> ref Point
	a.Size() //> call Point.Size typed
	new([]int{from, 2})
	new(map[string][]int{"a": nil})
	new([]struct{ label string })
	new(struct{ label string })
	new(!(from > 2))
	new(from == 2)
	return new(Point{
		X: int(count(a)), //> call count exact; ref Point.X
	})
}

func use(things ...any) {}

func after() { use(count(nil)) } //> call use exact; call count exact
