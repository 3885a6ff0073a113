package store

type Store struct{ path string }

func New() *Store { return &Store{path: defaultPath()} } //> call defaultPath

func (s *Store) Get(key string) string { return key }
