package disk

// Sync has no constraint: one of the twins is meant, and which one the build says.
func Sync() {
	flush() //> call disk_linux.go::flush inferred; call disk_windows.go::flush inferred; call disk_others.go::flush inferred
	cache() //> call disk_cgo.go::cache inferred; call disk_plain.go::cache inferred
	only()  //> call disk_linux.go::only exact
	page()  //> call disk_linux_arm64.go::page exact
	open().release() //> call linuxHandle.release; call windowsHandle.release
}

type handle interface{ release() }

func (d *Disk) Common() {}
