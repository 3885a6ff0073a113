//go:build cgo

package disk

func cache() {}
