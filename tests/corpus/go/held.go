package corpus

import "strings"

var made = maker(3) //> call maker
var upper = strings.ToUpper
var chosen = single
var typed func() = single
var literal = func() {}

type Button struct {
	press func()
}

func single() {}

func maker(n int) func() { return func() {} }

func use(button *Button, made2 func()) {
	made()         //> ref made
	upper("a")     //> ref upper; external strings.ToUpper
	chosen()       //> ref chosen; implicit single
	typed()        //> ref typed; implicit single
	literal()      //> ref literal
	button.press() //> ref Button.press
	made2()        //> none made; none maker
	single()       //> call single exact; none chosen
}
