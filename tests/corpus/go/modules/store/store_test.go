package store

import "testing"

func TestGet(t *testing.T) { //> def function TestGet
	New().Get("x") //> call New exact; call Store.Get; test Store.Get
}

func Testing() {}
