package report

import (
	"bytes"
	"net/url"
	"os"

	"example.org/tidewatch/internal/tide"
)

// Nothing in this file may be linked to the project symbols that its names resemble.

type opener func(path string) error

func visit(Open opener, path string) error {
	return Open(path)
}

func query(text string) string {
	parsed, err := url.Parse(text)
	if err != nil {
		return ""
	}
	return parsed.String()
}

func width(NewCSV int) int {
	label := func(n int) int { return n * 2 }
	return label(NewCSV)
}

func drain(source interface{ Close() error }) error {
	return source.Close()
}

func dump(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	var buffer bytes.Buffer
	_, err = buffer.ReadFrom(file)
	return buffer.String(), err
}

func reading(text string) tide.Level {
	level, _ := tide.Parse(text)
	return level
}
