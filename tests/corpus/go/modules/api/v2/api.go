// Package api is the second version of the interface.
package api

import "example.org/app/store"

func Open() *store.Store { //> ref Store
	return store.New() //> call store/store.go::New exact
}

func open() {}
