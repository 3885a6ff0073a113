package main

import (
	"fmt"
	"os"

	"example.org/tidewatch/internal/report"
	"example.org/tidewatch/internal/station"
)

var formats = map[string]func(title string) report.Renderer{
	"text": newText,
	"csv":  report.NewCSV,
}

func newText(title string) report.Renderer {
	return &report.Text{Header: report.Header{Title: title}}
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	store, err := station.Open(args[0])
	if err != nil {
		return err
	}
	defer store.Close()
	renderer := pick(args)
	for _, st := range store.All() {
		fmt.Println(renderer.Render(st))
	}
	return nil
}

func pick(args []string) report.Renderer {
	if len(args) > 1 {
		if build, ok := formats[args[1]]; ok {
			return build("Tides")
		}
	}
	return newText("Tides")
}
