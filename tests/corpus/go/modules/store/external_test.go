package store_test

import (
	"testing"

	. "example.org/app/store" //> import store.go::
)

func New() {}

func TestOutside(t *testing.T) {
	t.Run("inner", func(t *testing.T) {
		var s Store //> ref Store
		s.Get("x")  //> call Store.Get; test Store.Get
		New()       //> call external_test.go::New exact
		defaultPath() //> none defaultPath
	})
}
