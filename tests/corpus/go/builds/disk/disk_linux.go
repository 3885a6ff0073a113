package disk

type Disk struct{ fd int } //> def struct Disk

func flush() { cache() } //> call disk_cgo.go::cache inferred; call disk_plain.go::cache inferred

func only() {
	flush() //> call disk_linux.go::flush exact; none drive
	page()  //> call disk_linux_arm64.go::page exact
}

type linuxHandle struct{}

func (h *linuxHandle) release() {}

func open() *linuxHandle { return nil }

func (d *Disk) Close() { d.fd = 0; d.Common() } //> ref disk_linux.go::Disk.fd; call Disk.Common
