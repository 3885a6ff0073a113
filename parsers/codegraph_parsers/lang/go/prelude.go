// What Go code can name without an import, and the types that carry values through it. Names with `__` are not Go's own:
// `__slice`, `__map` and `__chan` stand for the built-in containers, their methods for ranging and indexing, and
// `slices__Sort` for `slices.Sort`, `sync__atomic__Value` for `sync/atomic.Value`. Types of packages such as `__http` are not
// declared here.
package builtin

import (
	__context "context"
	__driver "database/sql/driver"
	__xml "encoding/xml"
	__fmt "fmt"
	__fs "io/fs"
	__slog "log/slog"
	__http "net/http"
	__time "time"
)

type bool interface{}
type byte interface{ __key() byte }
type rune interface{ __key() rune }
type int interface{ __key() int }
type int8 interface{ __key() int8 }
type int16 interface{ __key() int16 }
type int32 interface{ __key() int32 }
type int64 interface{ __key() int64 }
type uint interface{ __key() uint }
type uint8 interface{ __key() uint8 }
type uint16 interface{ __key() uint16 }
type uint32 interface{ __key() uint32 }
type uint64 interface{ __key() uint64 }
type uintptr interface{ __key() uintptr }
type float32 interface{}
type float64 interface{}
type complex64 interface{}
type complex128 interface{}
type any interface{}
type comparable interface{}
type string interface {
	__key() int
	__value() rune
	__at(i int) byte
}
type error interface{ Error() string }

type __slice[T any] interface {
	__key() int
	__value() T
	__at(i int) T
}

type __map[K comparable, V any] interface {
	__key() K
	__value() V
	__at(key K) V
}

type __chan[T any] interface {
	__key() T
	__value() T
}

func append[S any](slice S, elems ...any) S
func cap(v any) int
func clear(t any)
func close(c any)
func complex(r, i float64) complex128
func copy(dst, src any) int
func delete(m, key any)
func imag(c complex128) float64
func len(v any) int
func make[T any](t T, size ...int) T
func max[T any](x T, y ...T) T
func min[T any](x T, y ...T) T
func new[T any](t T) *T
func panic(v any)
func print(args ...any)
func println(args ...any)
func real(c complex128) float64
func recover() any

type iter__Seq[V any] func(yield func(V) bool)
type iter__Seq2[K, V any] func(yield func(K, V) bool)

func iter__Pull[V any](seq iter__Seq[V]) (func() (V, bool), func())

func maps__All[K comparable, V any](m map[K]V) iter__Seq2[K, V]
func maps__Keys[K comparable, V any](m map[K]V) iter__Seq[K]
func maps__Values[K comparable, V any](m map[K]V) iter__Seq[V]
func maps__Clone[M any](m M) M
func maps__Collect[K comparable, V any](seq iter__Seq2[K, V]) map[K]V
func maps__Insert[K comparable, V any](m map[K]V, seq iter__Seq2[K, V])
func maps__Copy[M any](dst, src M)
func maps__Equal[M any](a, b M) bool
func maps__DeleteFunc[K comparable, V any](m map[K]V, del func(K, V) bool)

func slices__All[E any](s []E) iter__Seq2[int, E]
func slices__AppendSeq[E any](s []E, seq iter__Seq[E]) []E
func slices__Backward[E any](s []E) iter__Seq2[int, E]
func slices__BinarySearch[E any](s []E, target E) (int, bool)
func slices__BinarySearchFunc[E, T any](s []E, target T, cmp func(E, T) int) (int, bool)
func slices__Chunk[E any](s []E, n int) iter__Seq[[]E]
func slices__Clip[S any](s S) S
func slices__Clone[S any](s S) S
func slices__Collect[E any](seq iter__Seq[E]) []E
func slices__Compact[S any](s S) S
func slices__CompactFunc[S any](s S, eq any) S
func slices__Concat[S any](s ...S) S
func slices__Contains[E any](s []E, v E) bool
func slices__ContainsFunc[E any](s []E, f func(E) bool) bool
func slices__Delete[S any](s S, i, j int) S
func slices__DeleteFunc[S any](s S, del any) S
func slices__Equal[S any](a, b S) bool
func slices__Grow[S any](s S, n int) S
func slices__Index[E any](s []E, v E) int
func slices__IndexFunc[E any](s []E, f func(E) bool) int
func slices__Insert[S any](s S, i int, v ...any) S
func slices__IsSorted[E any](s []E) bool
func slices__Max[E any](s []E) E
func slices__MaxFunc[E any](s []E, cmp func(a, b E) int) E
func slices__Min[E any](s []E) E
func slices__MinFunc[E any](s []E, cmp func(a, b E) int) E
func slices__Repeat[S any](s S, count int) S
func slices__Replace[S any](s S, i, j int, v ...any) S
func slices__Reverse[E any](s []E)
func slices__Sort[E any](s []E)
func slices__SortFunc[E any](s []E, cmp func(a, b E) int)
func slices__SortStableFunc[E any](s []E, cmp func(a, b E) int)
func slices__Sorted[E any](seq iter__Seq[E]) []E
func slices__SortedFunc[E any](seq iter__Seq[E], cmp func(E, E) int) []E
func slices__Values[E any](s []E) iter__Seq[E]

func cmp__Compare[T any](x, y T) int
func cmp__Or[T any](vals ...T) T

type sync__atomic__Pointer[T any] interface {
	Load() *T
	Store(val *T)
	Swap(new *T) *T
	CompareAndSwap(old, new *T) bool
}

func sync__OnceValue[T any](f func() T) func() T
func sync__OnceValues[T, U any](f func() (T, U)) func() (T, U)

type fmt__Stringer interface{ String() string }

type io__Reader interface{ Read(p []byte) (n int, err error) }
type io__Writer interface{ Write(p []byte) (n int, err error) }
type io__Closer interface{ Close() error }
type io__Seeker interface {
	Seek(offset int64, whence int) (int64, error)
}
type io__ReadWriter interface {
	io__Reader
	io__Writer
}
type io__ReadCloser interface {
	io__Reader
	io__Closer
}
type io__WriteCloser interface {
	io__Writer
	io__Closer
}
type io__ReadWriteCloser interface {
	io__Reader
	io__Writer
	io__Closer
}

type sort__Interface interface {
	Len() int
	Less(i, j int) bool
	Swap(i, j int)
}

type container__heap__Interface interface {
	sort__Interface
	Push(x any)
	Pop() any
}

type encoding__json__Marshaler interface{ MarshalJSON() ([]byte, error) }
type encoding__json__Unmarshaler interface{ UnmarshalJSON([]byte) error }
type encoding__TextMarshaler interface{ MarshalText() (text []byte, err error) }
type encoding__TextUnmarshaler interface{ UnmarshalText(text []byte) error }

// What the library's functions ask of values, mostly without a word in the code that hands them over. Names in lower case
// are of interfaces that have none.

type errors__wrapping interface{ Unwrap() error }
type errors__joining interface{ Unwrap() []error }
type errors__comparing interface{ Is(target error) bool }
type errors__converting interface{ As(target any) bool }

type fmt__GoStringer interface{ GoString() string }
type fmt__Formatter interface{ Format(f __fmt.State, verb rune) }
type fmt__Scanner interface{ Scan(state __fmt.ScanState, verb rune) error }

type io__ReaderAt interface{ ReadAt(p []byte, off int64) (n int, err error) }
type io__WriterAt interface{ WriteAt(p []byte, off int64) (n int, err error) }
type io__ReaderFrom interface{ ReadFrom(r io__Reader) (n int64, err error) }
type io__WriterTo interface{ WriteTo(w io__Writer) (n int64, err error) }
type io__ByteReader interface{ ReadByte() (byte, error) }
type io__ByteWriter interface{ WriteByte(c byte) error }
type io__RuneReader interface{ ReadRune() (r rune, size int, err error) }
type io__StringWriter interface{ WriteString(s string) (n int, err error) }
type io__ReadSeeker interface {
	io__Reader
	io__Seeker
}
type io__ReadSeekCloser interface {
	io__Reader
	io__Seeker
	io__Closer
}

type encoding__BinaryMarshaler interface{ MarshalBinary() (data []byte, err error) }
type encoding__BinaryUnmarshaler interface{ UnmarshalBinary(data []byte) error }
type encoding__TextAppender interface{ AppendText(b []byte) ([]byte, error) }
type encoding__gob__GobEncoder interface{ GobEncode() ([]byte, error) }
type encoding__gob__GobDecoder interface{ GobDecode([]byte) error }
type encoding__xml__Marshaler interface {
	MarshalXML(e *__xml.Encoder, start __xml.StartElement) error
}
type encoding__xml__Unmarshaler interface {
	UnmarshalXML(d *__xml.Decoder, start __xml.StartElement) error
}

type flag__Value interface {
	String() string
	Set(string) error
}

type sync__Locker interface {
	Lock()
	Unlock()
}

type database__sql__Scanner interface{ Scan(src any) error }
type database__sql__driver__Valuer interface{ Value() (__driver.Value, error) }

type log__slog__LogValuer interface{ LogValue() __slog.Value }
type log__slog__Handler interface {
	Enabled(ctx __context.Context, level __slog.Level) bool
	Handle(ctx __context.Context, record __slog.Record) error
	WithAttrs(attrs []__slog.Attr) log__slog__Handler
	WithGroup(name string) log__slog__Handler
}

type io__fs__FS interface{ Open(name string) (io__fs__File, error) }
type io__fs__File interface {
	Stat() (io__fs__FileInfo, error)
	Read([]byte) (int, error)
	Close() error
}
type io__fs__FileInfo interface {
	Name() string
	Size() int64
	Mode() __fs.FileMode
	ModTime() __time.Time
	IsDir() bool
	Sys() any
}

type net__http__Handler interface {
	ServeHTTP(w net__http__ResponseWriter, r *__http.Request)
}
type net__http__RoundTripper interface {
	RoundTrip(r *__http.Request) (*__http.Response, error)
}
type net__http__ResponseWriter interface {
	Header() __http.Header
	Write([]byte) (int, error)
	WriteHeader(statusCode int)
}
type net__http__Flusher interface{ Flush() }
