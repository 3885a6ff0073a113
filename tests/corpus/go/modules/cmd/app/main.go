package main

import (
	"C"
	"fmt"

	"example.com/dep" //> import dep.go::
	"example.com/absent"
	"example.org/app/api/v2"      //> import api.go::
	tool "example.org/app/go-tools" //> import tools.go::; none generate.go::
	_ "example.org/app/store"     //> import store.go::; none store_test.go::
	"example.org/plugin"          //> import plugin.go::
)

func main() {
	api.Open().Get("x")       //> call Open exact; call Store.Get
	tool.Check(2)             //> call Check exact
	dep.New().Do()            //> call dep.go::New exact; call Thing.Do
	plugin.Load().Start()     //> call plugin.go::Load exact; call Plugin.Start
	absent.New().Get("x")     //> external example.com/absent.New; none Get; none New
	fmt.Println(C.Open())     //> external fmt.Println; none Open
	open()                    //> none open
}
