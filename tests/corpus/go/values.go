package values

type Level int //> def type Level

const (
	Low  Level = iota //> def constant Low
	High              //> def constant High
	_
	Top = Level(3) //> ref Level
)

func (l Level) String() string { return "" }

type Alias = Level //> def type Alias

type Handler func(name string) (*Reply, error) //> def type Handler; ref Reply

func (h Handler) Serve() { h("x") } //> def method Handler.Serve

type Reply struct {
	level Level
	next  map[string][]*Reply
	done  chan *Reply
	hook  func() *Reply
}

func (r *Reply) Close() error { return nil }

func open(name string) (*Reply, error) { return nil, nil }

var fallback, _ = open("x") //> call open exact
var table = map[string]*Reply{"a": {level: Low}} //> ref Low
var later = open                                 //> ref open

func constants(alias Alias) {
	High.String()         //> call Level.String typed
	Top.String()          //> call Level.String
	(Low | High).String() //> call Level.String
	(2 * High).String()   //> call Level.String
	alias.String()        //> call Level.String
	Level(2).String()     //> call Level.String; ref Level
	Alias(3).String()     //> call Level.String; ref Alias; none Level
	fallback.Close()      //> call Reply.Close
	table["a"].Close()    //> call Reply.Close
	later("x")            //> implicit open inferred; ref later
}

func results() error {
	reply, err := open("x")
	if err != nil {
		return err
	}
	defer reply.Close() //> call Reply.Close
	again, _ := reply, 1
	again.level.String() //> call Level.String
	var first, second = reply, reply.level
	first.Close()   //> call Reply.Close
	second.String() //> call Level.String
	return reply.Close()
}

func containers(reply *Reply, matrix [][2]*Reply) {
	for name, inner := range reply.next {
		println(name)
		inner[0].Close()  //> call Reply.Close
		inner[1:][0].Close() //> call Reply.Close
	}
	if found, ok := reply.next["x"]; ok {
		found[0].Close() //> call Reply.Close
	}
	for _, row := range matrix {
		row[0].Close() //> call Reply.Close
	}
	for i := range 3 {
		println(i)
	}
	for reply := range reply.done {
		reply.Close() //> call Reply.Close
	}
	select {
	case got, ok := <-reply.done:
		println(ok)
		got.Close() //> call Reply.Close
	case reply.done <- reply:
	}
	(<-reply.done).Close() //> call Reply.Close
	reply.hook().Close()   //> call Reply.Close; unresolved hook
	made := make([]*Reply, 3)
	made[0].Close() //> call Reply.Close
	func() *Reply { return reply }().Close() //> call Reply.Close
}

func anonymous() {
	cases := []struct {
		name  string
		reply *Reply
		run   func(*Reply)
	}{
		{"a", &Reply{}, nil}, //> ref Reply
		{name: "b", reply: &Reply{}},
	}
	for _, each := range cases {
		each.reply.Close() //> call Reply.Close
		each.run(each.reply)
	}
	var point struct{ inner Reply }
	point.inner.Close() //> call Reply.Close
	nested := map[Level][]Reply{High: {{level: Low}, {}}} //> ref High; ref Low; ref level
	nested[High][0].Close()                               //> call Reply.Close
}

func local() {
	type node struct { //> def struct node
		next  *node
		reply Reply
	}
	n := node{} //> ref node
	n.next.next.reply.Close() //> call Reply.Close
}

func serve(handler Handler, other Other) {
	reply, _ := handler("x")
	reply.Close() //> call Reply.Close; none Other.Close
	other.Close() //> call Other.Close; none Reply.Close
	Handler(open).Serve() //> ref Handler; ref open; call Handler.Serve
}

type Other struct{}

func (Other) Close() {}
