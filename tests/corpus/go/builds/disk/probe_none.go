//go:build !(darwin || (freebsd && !cgo))

package disk

func probe() {
	probeDarwin() //> none probeDarwin
	helper()      //> call probe_linux_test.go::helper
}
