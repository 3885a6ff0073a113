package disk

import "testing"

func helper() {}

func TestFlush(t *testing.T) {
	flush()         //> call disk_linux.go::flush exact; none disk_windows.go::flush
	var d Disk      //> ref disk_linux.go::Disk exact
	d.Close()       //> call disk_linux.go::Disk.Close; none disk_windows.go::Disk.Close
	open().release() //> call linuxHandle.release; none windowsHandle
}
