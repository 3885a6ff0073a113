package rates

type Table struct {
	values map[string]float64
}

func Load(path string) (*Table, error) {
	return &Table{values: map[string]float64{}}, nil
}

func (t *Table) Convert(cents int64, to string) int64 {
	return int64(float64(cents) * t.values[to])
}

func Default() *Table {
	return &Table{}
}
