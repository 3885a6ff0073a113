// Package disk: a system elsewhere in the name of a file says nothing.
// +build windows
package disk

func everywhere() {
	flush() //> call disk_linux.go::flush inferred; call disk_windows.go::flush inferred
}
