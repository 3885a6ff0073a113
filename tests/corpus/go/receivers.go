package receivers

type Stack struct{ items []Item } //> def struct Stack

type Item struct { //> def struct Item
	Name string //> def field Item.Name
	next *Item
}

func (s *Stack) Push(item Item) *Stack { //> def method Stack.Push; ref Stack
	s.items = append(s.items, item) //> external append
	s.grow()                        //> call Stack.grow exact
	return s
}

func (s Stack) Top() *Item {
	return &s.items[len(s.items)-1]
}

func (Stack) grow() {}

func (i *Item) Close() {}

type Other struct{}

func (o Other) Close() {}
func (o Other) Push(n int) {}

func chained() {
	new(Stack).Push(Item{}).Push(Item{Name: "x"}).Top().Close() //> call Stack.Push typed; call Item.Close typed
	(&Stack{}).Top().next.Close()                               //> call Item.Close typed; call Stack.Top
	var o Other
	o.Close() //> call Other.Close typed; none Item.Close
	o.Push(1) //> call Other.Push; none Stack.Push
}

func expressions(stack *Stack) {
	top := stack.Top      //> ref Stack.Top
	top().Close()         //> call Stack.Top; call Item.Close
	close := (*Item).Close //> ref Item.Close
	close(stack.Top())    //> call Item.Close; none Other.Close
	Other.Close(Other{})  //> call Other.Close exact
}

func deferred(stack *Stack) {
	defer stack.Top().Close() //> call Item.Close
	go stack.Push(Item{})     //> call Stack.Push
	go func() {
		stack.Top().Close() //> call Item.Close
	}()
}

func unknown(x interface{}) {
	x.Close() //> none Close
	y.Close() //> none Close
}
