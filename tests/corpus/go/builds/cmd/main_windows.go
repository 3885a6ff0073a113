package main

import "example.org/builds/disk" //> import disk.go::

func main() {
	disk.Sync()      //> call Sync exact
	var d disk.Disk  //> ref disk_windows.go::Disk exact
	d.Close()        //> call disk_windows.go::Disk.Close; none disk_linux.go::Disk.Close
	disk.Only()      //> none Only; unresolved Only
}
