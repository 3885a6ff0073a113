// +build darwin freebsd,!cgo

package disk

func probe() {
	probeDarwin() //> call probe_darwin.go::probeDarwin exact
	helper()      //> none helper; unresolved helper
}
