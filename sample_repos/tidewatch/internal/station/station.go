// Package station knows the stations and where their readings are kept.
package station

import "example.org/tidewatch/internal/tide"

// Position is a place on the chart.
type Position struct {
	Lat, Lon float64
}

func (p Position) Valid() bool {
	return p.Lat >= -90 && p.Lat <= 90
}

func (p *Position) Move(lat, lon float64) {
	p.Lat, p.Lon = lat, lon
}

// Station embeds its position, so that it has its methods.
type Station struct {
	Position
	Name   string
	Series tide.Series
}

func New(name string, position Position) *Station {
	return &Station{Position: position, Name: name}
}

func (s *Station) Record(minute int, level tide.Level) {
	s.Series = append(s.Series, tide.Reading{Minute: minute, Level: level})
}

func (s *Station) Peak() tide.Level {
	return s.Series.Sorted().Peak()
}

func (s *Station) Labels() []string {
	return tide.Map(s.Series, label)
}

func label(level tide.Level) string {
	return level.String()
}
