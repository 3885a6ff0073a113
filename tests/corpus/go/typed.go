package typed

// Types decide methods; which function a variable holds is a matter of values.

type Valve struct{}

func (v *Valve) Open() {}

type Opener interface{ Open() }

type Pump struct {
	valve *Valve
	hook  func()
}

func make_() *Valve { return &Valve{} }

func field(p *Pump) {
	p.valve.Open() //> call Valve.Open typed
}

func returned() {
	v := make_()
	v.Open() //> call Valve.Open typed
}

func satisfied(o Opener) {
	o.Open() //> call Opener.Open typed; call Valve.Open dispatch
}

func held(flag bool) {
	f := returned
	if flag {
		f = other
	}
	f() //> call returned inferred; call other inferred
}

func other() {}
