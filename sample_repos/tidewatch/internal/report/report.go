// Package report prints stations.
package report

import (
	"strings"

	"example.org/tidewatch/internal/station"
)

// Renderer turns a station into a line of output.
type Renderer interface {
	Render(st *station.Station) string
}

// Header is embedded by the renderers.
type Header struct {
	Title string
}

func (h Header) Heading() string {
	return strings.ToUpper(h.Title)
}

type Text struct {
	Header
}

func (t *Text) Render(st *station.Station) string {
	return t.Heading() + " " + st.Name + " " + st.Peak().String()
}

type CSV struct {
	Header
	separator string
}

func NewCSV(title string) Renderer {
	return &CSV{Header{title}, ","}
}

func (c *CSV) Render(st *station.Station) string {
	return strings.Join(append(st.Labels(), c.Heading()), c.separator)
}
