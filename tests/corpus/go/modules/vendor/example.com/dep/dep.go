package dep

func New() Thing { return Thing{} }

type Thing struct{}

func (Thing) Do() {}
