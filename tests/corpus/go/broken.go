package broken

func before() int {
	return after() //> call after exact
}

func half(

}}} type func := ) struct {

func after() int { //> def function after
	return before() //> call before exact
}

type Late struct{ n int } //> def struct Late

func (l Late) Get() int { return l.n } //> def method Late.Get
