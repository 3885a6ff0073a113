package disk

type Disk struct{ drive int }

func flush() { only() } //> none only

type windowsHandle struct{}

func (h *windowsHandle) release() { cache() } //> call disk_plain.go::cache inferred; call disk_cgo.go::cache inferred

func open() *windowsHandle { return nil }

func (d *Disk) Close() {}
