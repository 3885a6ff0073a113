package station

import (
	"bufio"
	"os"
	"strings"
	"sync"

	water "example.org/tidewatch/internal/tide"
)

type Store struct {
	mu       sync.Mutex
	stations []*Station
	file     *os.File
}

func Open(path string) (*Store, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	store := &Store{file: file}
	return store, store.load()
}

func (s *Store) Close() error {
	return s.file.Close()
}

func (s *Store) All() []*Station {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stations
}

func (s *Store) load() error {
	scanner := bufio.NewScanner(s.file)
	for scanner.Scan() {
		fields := strings.Fields(scanner.Text())
		if len(fields) < 2 {
			continue
		}
		level, err := water.Parse(fields[1])
		if err != nil {
			return err
		}
		current := s.find(fields[0])
		current.Record(len(current.Series), level)
		if !current.Valid() {
			current.Move(0, 0)
		}
	}
	return scanner.Err()
}

func (s *Store) find(name string) *Station {
	for _, st := range s.stations {
		if st.Name == name {
			return st
		}
	}
	st := New(name, Position{})
	s.stations = append(s.stations, st)
	return st
}
