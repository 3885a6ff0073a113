# What Ruby code can name without loading it, and the collections that carry values through it.

class Object
  #: () -> self
  def itself; end
  #: () -> self
  def dup; end
  #: () -> self
  def clone; end
  #: () -> self
  def freeze; end
  #: () { (self) -> untyped } -> self
  def tap; end
  #: [U] () { (self) -> U } -> U
  def then; end
  #: [U] () { (self) -> U } -> U
  def yield_self; end
  #: () -> String
  def inspect; end
  #: () -> String
  def to_s; end
  #: () -> Array[self]
  def to_a; end
  def initialize; end
  def !; end
  def ==(other); end
  def !=(other); end
  def ===(other); end
  def =~(other); end
  def eql?(other); end
  def equal?(other); end
  #: () -> Integer
  def hash; end
  #: () -> Integer
  def object_id; end
  def nil?; end
  def is_a?(type); end
  def kind_of?(type); end
  def instance_of?(type); end
  def respond_to?(name, all = false); end
  def respond_to_missing?(name, all = false); end
  def frozen?; end
  def send(name, *rest); end
  def public_send(name, *rest); end
  def __send__(name, *rest); end
  def method(name); end
  #: () -> Array[Symbol]
  def methods; end
  def singleton_class; end
  def define_singleton_method(name, body = nil); end
  def singleton_methods; end
  def extend(*modules); end
  def instance_variable_get(name); end
  def instance_variable_set(name, value); end
  def instance_variable_defined?(name); end
  #: () -> Array[Symbol]
  def instance_variables; end
  def instance_eval(text = nil); end
  def instance_exec(*rest); end
  def display; end
  def enum_for(*rest); end
  def to_enum(*rest); end
  # functions of Kernel
  def puts(*rest); end
  def print(*rest); end
  def p(*rest); end
  def pp(*rest); end
  def putc(char); end
  def warn(*rest); end
  def raise(*rest); end
  def fail(*rest); end
  def require(path); end
  def require_relative(path); end
  def load(path, wrap = false); end
  def autoload(name, path); end
  def loop; end
  def catch(tag = nil); end
  def throw(tag, value = nil); end
  def exit(status = nil); end
  def exit!(status = nil); end
  def abort(text = nil); end
  def at_exit; end
  def sleep(time = nil); end
  #: (*untyped) -> Integer
  def rand(max = nil); end
  def srand(seed = nil); end
  #: (*untyped) -> String
  def format(*rest); end
  #: (*untyped) -> String
  def sprintf(*rest); end
  def printf(*rest); end
  #: () -> String
  def gets(*rest); end
  #: () -> Array[String]
  def caller(*rest); end
  def caller_locations(*rest); end
  def binding; end
  def lambda; end
  def proc; end
  def eval(*rest); end
  def system(*rest); end
  def exec(*rest); end
  def spawn(*rest); end
  def fork; end
  def open(*rest); end
  def trap(*rest); end
  def block_given?; end
  def __method__; end
  def __dir__; end
  #: (untyped) -> String
  def String(value); end
  #: (untyped) -> Integer
  def Integer(value, base = nil); end
  #: (untyped) -> Float
  def Float(value); end
  def Array(value); end
  def Hash(value); end
  def Rational(*rest); end
  def Complex(*rest); end
  def local_variables; end
  def set_trace_func(proc); end
  def srand(seed = nil); end
  def test(*rest); end
  def select(*rest); end
  def readline(*rest); end
  def readlines(*rest); end
end

class BasicObject
end

class Module < Object
  #: () -> String
  def name; end
  def ancestors; end
  def const_get(name, inherit = true); end
  def const_set(name, value); end
  def const_defined?(name, inherit = true); end
  def const_missing(name); end
  #: () -> Array[Symbol]
  def constants(*rest); end
  def remove_const(name); end
  def private_constant(*names); end
  def deprecate_constant(*names); end
  def class_eval(*rest); end
  def module_eval(*rest); end
  def class_exec(*rest); end
  def module_exec(*rest); end
  def class_variable_get(name); end
  def class_variable_set(name, value); end
  def class_variable_defined?(name); end
  def class_variables; end
  def define_method(name, body = nil); end
  def method_defined?(name, inherit = true); end
  def instance_method(name); end
  def instance_methods(inherit = true); end
  def public_instance_methods(inherit = true); end
  def private_instance_methods(inherit = true); end
  def public_method_defined?(name); end
  def private_method_defined?(name); end
  def protected_method_defined?(name); end
  def remove_method(*names); end
  def undef_method(*names); end
  def alias_method(new, old); end
  def attr_reader(*names); end
  def attr_writer(*names); end
  def attr_accessor(*names); end
  def attr(*names); end
  def include(*modules); end
  def prepend(*modules); end
  def include?(mod); end
  def included_modules; end
  def module_function(*names); end
  def private(*names); end
  def public(*names); end
  def protected(*names); end
  def private_class_method(*names); end
  def public_class_method(*names); end
  def refine(type); end
  def using(mod); end
  def nesting; end
  def <(other); end
  def <=(other); end
end

class Class < Module
  def allocate; end
  def superclass; end
  def subclasses; end
end

module Kernel
end

module Comparable
  def <(other); end
  def >(other); end
  def <=(other); end
  def >=(other); end
  def between?(low, high); end
  #: (untyped, untyped) -> self
  def clamp(low, high = nil); end
end

# @rbs generic T
module Enumerable
  #: () { (T) -> untyped } -> bool
  def all?(pattern = nil); end
  #: () { (T) -> untyped } -> bool
  def any?(pattern = nil); end
  #: () { (T) -> untyped } -> bool
  def none?(pattern = nil); end
  #: () { (T) -> untyped } -> bool
  def one?(pattern = nil); end
  #: [U] () { (T) -> U } -> Array[U]
  def map; end
  #: [U] () { (T) -> U } -> Array[U]
  def collect; end
  #: [U] () { (T) -> Array[U] } -> Array[U]
  def flat_map; end
  #: [U] () { (T) -> Array[U] } -> Array[U]
  def collect_concat; end
  #: [U] () { (T) -> U } -> Array[U]
  def filter_map; end
  #: () { (T) -> untyped } -> Array[T]
  def select; end
  #: () { (T) -> untyped } -> Array[T]
  def filter; end
  #: () { (T) -> untyped } -> Array[T]
  def reject; end
  #: () { (T) -> untyped } -> Array[T]
  def find_all; end
  #: () { (T) -> untyped } -> T
  def find(if_none = nil); end
  #: () { (T) -> untyped } -> T
  def detect(if_none = nil); end
  #: () { (T) -> untyped } -> Integer
  def find_index(value = nil); end
  #: () { (T) -> untyped } -> Integer
  def count(value = nil); end
  #: (Integer) -> T
  def first(count = nil); end
  #: () { (T, T) -> untyped } -> T
  def min(count = nil); end
  #: () { (T, T) -> untyped } -> T
  def max(count = nil); end
  #: () { (T) -> untyped } -> T
  def min_by(count = nil); end
  #: () { (T) -> untyped } -> T
  def max_by(count = nil); end
  #: () -> [T, T]
  def minmax; end
  #: () { (T, T) -> untyped } -> Array[T]
  def sort; end
  #: () { (T) -> untyped } -> Array[T]
  def sort_by; end
  #: [U] () { (T) -> U } -> Hash[U, Array[T]]
  def group_by; end
  #: () { (T) -> untyped } -> [Array[T], Array[T]]
  def partition; end
  #: [U] () { (T) -> U } -> Array[[U, Array[T]]]
  def chunk; end
  #: () { (T, T) -> untyped } -> Array[Array[T]]
  def chunk_while; end
  #: () { (T, T) -> untyped } -> Array[Array[T]]
  def slice_when; end
  #: (Integer) { (Array[T]) -> untyped } -> Array[Array[T]]
  def each_slice(size); end
  #: (Integer) { (Array[T]) -> untyped } -> Array[Array[T]]
  def each_cons(size); end
  #: () { (T, Integer) -> untyped } -> Array[T]
  def each_with_index(*rest); end
  #: [M] (M) { (T, M) -> untyped } -> M
  def each_with_object(memo); end
  #: () { (T) -> untyped } -> Array[T]
  def each_entry; end
  #: [M] (M) { (M, T) -> M } -> M
  def inject(initial = nil, operator = nil); end
  #: [M] (M) { (M, T) -> M } -> M
  def reduce(initial = nil, operator = nil); end
  #: [U] (U) { (T) -> U } -> U
  def sum(initial = 0); end
  #: () { (T) -> untyped } -> Array[T]
  def uniq; end
  #: () -> Array[T]
  def to_a; end
  #: () -> Array[T]
  def entries; end
  #: () -> Set[T]
  def to_set; end
  #: () -> Hash[untyped, untyped]
  def to_h; end
  #: () -> Hash[T, Integer]
  def tally; end
  #: (*untyped) -> Array[Array[T]]
  def zip(*others); end
  #: (Integer) -> Array[T]
  def take(count); end
  #: (Integer) -> Array[T]
  def drop(count); end
  #: () { (T) -> untyped } -> Array[T]
  def take_while; end
  #: () { (T) -> untyped } -> Array[T]
  def drop_while; end
  #: () -> self
  def lazy; end
  #: () { (T) -> untyped } -> self
  def reverse_each; end
  #: (*untyped) { (T) -> untyped } -> self
  def cycle(times = nil); end
  def include?(value); end
  def member?(value); end
  #: (Regexp) -> Array[T]
  def grep(pattern); end
  #: (Regexp) -> Array[T]
  def grep_v(pattern); end
  #: () -> Array[T]
  def compact; end
end

# @rbs generic T
class Array < Object
  include Enumerable #[T]
  #: (*untyped) { (Integer) -> T } -> void
  def initialize(size = nil, value = nil); end
  #: () { (T) -> untyped } -> self
  def each; end
  #: () { (Integer) -> untyped } -> self
  def each_index; end
  #: (Integer) -> T
  def [](index, length = nil); end
  def []=(index, value); end
  #: (Integer) -> T
  def at(index); end
  #: (Integer) -> T
  def fetch(index, default = nil); end
  #: (*untyped) -> T
  def dig(index, *rest); end
  #: () -> T
  def last(count = nil); end
  #: () -> T
  def pop(count = nil); end
  #: () -> T
  def shift(count = nil); end
  #: () -> T
  def sample; end
  #: (*T) -> self
  def push(*items); end
  #: (*T) -> self
  def append(*items); end
  #: (*T) -> self
  def unshift(*items); end
  #: (*T) -> self
  def prepend(*items); end
  #: (T) -> self
  def <<(item); end
  #: (Array[T]) -> self
  def concat(*others); end
  #: (untyped) -> Array[T]
  def +(other); end
  #: (untyped) -> Array[T]
  def -(other); end
  #: (untyped) -> Array[T]
  def &(other); end
  #: (untyped) -> Array[T]
  def |(other); end
  #: (untyped) -> Array[T]
  def *(times); end
  #: () -> Integer
  def length; end
  #: () -> Integer
  def size; end
  def empty?; end
  #: (*untyped) -> String
  def join(separator = nil); end
  #: () -> Array[T]
  def reverse; end
  #: (*untyped) -> Array[T]
  def rotate(count = 1); end
  #: () -> Array[untyped]
  def flatten(depth = nil); end
  #: () -> Array[T]
  def compact; end
  #: () -> Array[T]
  def shuffle; end
  #: () -> self
  def compact!; end
  #: () -> self
  def uniq!; end
  #: () -> self
  def reverse!; end
  #: () { (T, T) -> untyped } -> self
  def sort!; end
  #: () { (T) -> untyped } -> self
  def sort_by!; end
  #: () { (T) -> T } -> self
  def map!; end
  #: () { (T) -> untyped } -> self
  def select!; end
  #: () { (T) -> untyped } -> self
  def reject!; end
  #: () { (T) -> untyped } -> self
  def keep_if; end
  #: () { (T) -> untyped } -> self
  def delete_if; end
  #: (untyped) -> T
  def delete(item); end
  #: (Integer) -> T
  def delete_at(index); end
  #: (*untyped) -> T
  def slice(index, length = nil); end
  #: (*untyped) -> Array[T]
  def values_at(*indexes); end
  #: (untyped) -> Integer
  def index(item = nil); end
  #: (untyped) -> Integer
  def rindex(item = nil); end
  #: (Integer, *T) -> self
  def insert(index, *items); end
  #: () -> self
  def clear; end
  def replace(other); end
  #: (*untyped) -> self
  def fill(*rest); end
  #: () -> Array[Array[T]]
  def transpose; end
  #: (Integer) -> Array[Array[T]]
  def combination(size); end
  #: (Integer) -> Array[Array[T]]
  def permutation(size = nil); end
  #: (*untyped) -> Array[Array[T]]
  def product(*others); end
  #: (untyped) -> T
  def bsearch; end
  #: (*untyped) -> Array[T]
  def difference(*others); end
  #: (*untyped) -> Array[T]
  def union(*others); end
  #: (*untyped) -> Array[T]
  def intersection(*others); end
  def intersect?(other); end
  #: (String) -> String
  def pack(format); end
  def <=>(other); end
end

# @rbs generic K
# @rbs generic V
class Hash < Object
  include Enumerable #[[K, V]]
  def initialize(default = nil); end
  #: (untyped) -> V
  def [](key); end
  def []=(key, value); end
  def store(key, value); end
  #: (untyped, *untyped) { (untyped) -> V } -> V
  def fetch(key, default = nil); end
  #: (untyped, *untyped) -> untyped
  def dig(key, *rest); end
  #: (untyped) -> V
  def delete(key); end
  #: () { (K, V) -> untyped } -> self
  def each; end
  #: () { (K, V) -> untyped } -> self
  def each_pair; end
  #: () { (K) -> untyped } -> self
  def each_key; end
  #: () { (V) -> untyped } -> self
  def each_value; end
  #: [U] () { (K, V) -> U } -> Array[U]
  def map; end
  #: [U] () { (K, V) -> U } -> Array[U]
  def collect; end
  #: [U] () { (K, V) -> Array[U] } -> Array[U]
  def flat_map; end
  #: [U] () { (K, V) -> U } -> Array[U]
  def filter_map; end
  #: () { (K, V) -> untyped } -> Hash[K, V]
  def select; end
  #: () { (K, V) -> untyped } -> Hash[K, V]
  def filter; end
  #: () { (K, V) -> untyped } -> Hash[K, V]
  def reject; end
  #: () { (K, V) -> untyped } -> self
  def select!; end
  #: () { (K, V) -> untyped } -> self
  def reject!; end
  #: () { (K, V) -> untyped } -> self
  def delete_if; end
  #: () { (K, V) -> untyped } -> self
  def keep_if; end
  #: () { (K, V) -> untyped } -> [K, V]
  def find; end
  #: () { (K, V) -> untyped } -> [K, V]
  def detect; end
  #: () { (K, V) -> untyped } -> bool
  def all?; end
  #: () { (K, V) -> untyped } -> bool
  def any?; end
  #: () { (K, V) -> untyped } -> bool
  def none?; end
  #: () { (K, V) -> untyped } -> Integer
  def count; end
  #: () { (K, V) -> untyped } -> Array[[K, V]]
  def sort_by; end
  #: () { (K, V) -> untyped } -> [K, V]
  def min_by; end
  #: () { (K, V) -> untyped } -> [K, V]
  def max_by; end
  #: () { (K, V) -> untyped } -> [Array[[K, V]], Array[[K, V]]]
  def partition; end
  #: [M] (M) { ([K, V], M) -> untyped } -> M
  def each_with_object(memo); end
  #: () { ([K, V], Integer) -> untyped } -> self
  def each_with_index; end
  #: () -> [K, V]
  def first; end
  #: () -> Array[[K, V]]
  def to_a; end
  #: () -> Array[[K, V]]
  def sort; end
  #: () -> Array[K]
  def keys; end
  #: () -> Array[V]
  def values; end
  #: (*untyped) -> Array[V]
  def values_at(*keys); end
  #: (*untyped) -> Array[V]
  def fetch_values(*keys); end
  #: (untyped) -> K
  def key(value); end
  def key?(key); end
  def has_key?(key); end
  def include?(key); end
  def member?(key); end
  def value?(value); end
  def has_value?(value); end
  #: () -> Integer
  def size; end
  #: () -> Integer
  def length; end
  def empty?; end
  #: (*untyped) { (K, V, V) -> V } -> Hash[K, V]
  def merge(*others); end
  #: (*untyped) { (K, V, V) -> V } -> self
  def merge!(*others); end
  #: (*untyped) { (K, V, V) -> V } -> self
  def update(*others); end
  #: (untyped) -> self
  def replace(other); end
  #: (*untyped) -> Hash[K, V]
  def slice(*keys); end
  #: (*untyped) -> Hash[K, V]
  def except(*keys); end
  #: [U] () { (V) -> U } -> Hash[K, U]
  def transform_values; end
  #: [U] () { (K) -> U } -> Hash[U, V]
  def transform_keys(names = nil); end
  #: () { (V) -> V } -> self
  def transform_values!; end
  #: () { (K) -> K } -> self
  def transform_keys!; end
  #: () -> Hash[V, K]
  def invert; end
  #: () -> Hash[K, V]
  def compact; end
  #: () -> Hash[K, V]
  def to_h; end
  #: () -> self
  def clear; end
  #: () -> [K, V]
  def shift; end
  #: () -> self
  def compare_by_identity; end
  def default=(value); end
  def default; end
  def default_proc; end
end

# @rbs generic T
class Set < Object
  include Enumerable #[T]
  #: (*T) -> Set[T]
  def self.[](*items); end
  #: (Array[T]) -> void
  def initialize(items = nil); end
  #: () { (T) -> untyped } -> self
  def each; end
  #: (T) -> self
  def add(item); end
  #: (T) -> self
  def <<(item); end
  #: (T) -> self
  def add?(item); end
  #: (untyped) -> self
  def delete(item); end
  #: (untyped) -> self
  def merge(*others); end
  #: (untyped) -> Set[T]
  def |(other); end
  #: (untyped) -> Set[T]
  def +(other); end
  #: (untyped) -> Set[T]
  def -(other); end
  #: (untyped) -> Set[T]
  def &(other); end
  def include?(item); end
  def member?(item); end
  def ===(item); end
  def subset?(other); end
  def superset?(other); end
  def disjoint?(other); end
  def intersect?(other); end
  def empty?; end
  #: () -> Integer
  def size; end
  #: () -> Integer
  def length; end
  #: () -> self
  def clear; end
end

# @rbs generic T
class Range < Object
  include Enumerable #[T]
  #: (T, T, *untyped) -> void
  def initialize(low, high, exclusive = false); end
  #: () { (T) -> untyped } -> self
  def each; end
  #: (Integer) { (T) -> untyped } -> self
  def step(size); end
  #: () -> T
  def begin; end
  #: () -> T
  def end; end
  #: () -> T
  def last(count = nil); end
  #: () -> Integer
  def size; end
  def cover?(value); end
  def include?(value); end
  def exclude_end?; end
end

# @rbs generic T
class Enumerator < Object
  include Enumerable #[T]
  def initialize(size = nil); end
  #: () { (T) -> untyped } -> self
  def each; end
  #: () -> T
  def next; end
  #: () -> T
  def peek; end
  def rewind; end
  #: () { (T, Integer) -> untyped } -> Array[T]
  def with_index(offset = 0); end
  #: [M] (M) { (T, M) -> untyped } -> M
  def with_object(memo); end
  #: () -> Integer
  def size; end
end

class Numeric < Object
  include Comparable
  def +(other); end
  def -(other); end
  def *(other); end
  def /(other); end
  def %(other); end
  def **(other); end
  def -@; end
  def +@; end
  def <=>(other); end
  def ==(other); end
  def abs; end
  def ceil(digits = 0); end
  def floor(digits = 0); end
  def round(digits = 0); end
  #: () -> Integer
  def to_i; end
  #: () -> Float
  def to_f; end
  def zero?; end
  def positive?; end
  def negative?; end
  def nonzero?; end
  def divmod(other); end
  def step(*rest); end
  def integer?; end
  def finite?; end
  def infinite?; end
  def nan?; end
  def fdiv(other); end
  def div(other); end
  def modulo(other); end
  def coerce(other); end
end

class Integer < Numeric
  #: () { (Integer) -> untyped } -> Integer
  def times; end
  #: (Integer) { (Integer) -> untyped } -> Integer
  def upto(limit); end
  #: (Integer) { (Integer) -> untyped } -> Integer
  def downto(limit); end
  #: (untyped) -> Integer
  def +(other); end
  #: (untyped) -> Integer
  def -(other); end
  #: (untyped) -> Integer
  def *(other); end
  def <<(other); end
  def >>(other); end
  def &(other); end
  def |(other); end
  def ^(other); end
  def [](bit); end
  #: () -> Integer
  def succ; end
  #: () -> Integer
  def pred; end
  #: () -> String
  def chr(*rest); end
  #: () -> Integer
  def ord; end
  #: (*untyped) -> String
  def to_s(base = 10); end
  def even?; end
  def odd?; end
  #: () -> Array[Integer]
  def digits(base = 10); end
  def gcd(other); end
  def lcm(other); end
  def bit_length; end
  def pow(*rest); end
end

class Float < Numeric
end

class Rational < Numeric
end

class Complex < Numeric
end

class TrueClass < Object
end

class FalseClass < Object
end

class NilClass < Object
end

class String < Object
  include Comparable
  def initialize(text = "", **options); end
  #: (untyped) -> String
  def +(other); end
  #: (untyped) -> String
  def *(times); end
  #: (untyped) -> String
  def %(values); end
  #: (untyped) -> self
  def <<(other); end
  #: (*untyped) -> self
  def concat(*others); end
  #: (*untyped) -> String
  def [](*index); end
  def []=(*index); end
  #: (*untyped) -> String
  def slice(*index); end
  #: (*untyped) -> String
  def slice!(*index); end
  def =~(other); end
  def ==(other); end
  def ===(other); end
  def <=>(other); end
  #: () -> Integer
  def length; end
  #: () -> Integer
  def size; end
  #: () -> Integer
  def bytesize; end
  def empty?; end
  #: () -> String
  def to_s; end
  #: () -> String
  def to_str; end
  #: (*untyped) -> Integer
  def to_i(base = 10); end
  #: () -> Float
  def to_f; end
  #: () -> Symbol
  def to_sym; end
  #: () -> Symbol
  def intern; end
  #: () -> String
  def upcase(*rest); end
  #: () -> String
  def downcase(*rest); end
  #: () -> String
  def capitalize(*rest); end
  #: () -> String
  def swapcase; end
  #: () -> String
  def strip; end
  #: () -> String
  def lstrip; end
  #: () -> String
  def rstrip; end
  #: () -> String
  def chomp(suffix = nil); end
  #: () -> String
  def chop; end
  #: () -> String
  def chr; end
  #: () -> self
  def strip!; end
  #: () -> self
  def chomp!(suffix = nil); end
  #: () -> self
  def upcase!; end
  #: () -> self
  def downcase!; end
  #: () -> self
  def squeeze!(*rest); end
  #: () -> String
  def reverse; end
  #: (*untyped) -> String
  def squeeze(*rest); end
  #: (*untyped) { (String) -> untyped } -> String
  def gsub(pattern, replacement = nil); end
  #: (*untyped) { (String) -> untyped } -> String
  def sub(pattern, replacement = nil); end
  #: (*untyped) { (String) -> untyped } -> self
  def gsub!(pattern, replacement = nil); end
  #: (*untyped) { (String) -> untyped } -> self
  def sub!(pattern, replacement = nil); end
  #: (*untyped) -> String
  def tr(from, to); end
  #: (*untyped) -> String
  def tr_s(from, to); end
  #: (*untyped) -> String
  def delete(*rest); end
  #: (String) -> String
  def delete_prefix(text); end
  #: (String) -> String
  def delete_suffix(text); end
  #: (*untyped) -> Array[String]
  def split(separator = nil, limit = nil); end
  #: () -> Array[String]
  def chars; end
  #: () -> Array[Integer]
  def bytes; end
  #: () -> Array[String]
  def lines(*rest); end
  #: () -> Array[Integer]
  def codepoints; end
  #: () { (String) -> untyped } -> self
  def each_char; end
  #: () { (String) -> untyped } -> self
  def each_line(*rest); end
  #: () { (Integer) -> untyped } -> self
  def each_byte; end
  #: (*untyped) -> Array[String]
  def scan(pattern); end
  #: (untyped) -> MatchData
  def match(pattern, position = 0); end
  def match?(pattern, position = 0); end
  def start_with?(*texts); end
  def end_with?(*texts); end
  def include?(text); end
  #: (*untyped) -> Integer
  def index(text, start = 0); end
  #: (*untyped) -> Integer
  def rindex(text, start = 0); end
  #: (*untyped) -> Integer
  def count(*rest); end
  #: (*untyped) -> String
  def center(width, padding = " "); end
  #: (*untyped) -> String
  def ljust(width, padding = " "); end
  #: (*untyped) -> String
  def rjust(width, padding = " "); end
  #: (*untyped) -> [String, String, String]
  def partition(separator); end
  #: (*untyped) -> [String, String, String]
  def rpartition(separator); end
  #: (*untyped) -> String
  def encode(*rest); end
  #: (*untyped) -> self
  def force_encoding(name); end
  def encoding; end
  def valid_encoding?; end
  #: (*untyped) -> String
  def scrub(*rest); end
  #: (*untyped) -> String
  def unicode_normalize(*rest); end
  #: () -> String
  def b; end
  #: () -> String
  def dump; end
  #: (String) -> Array[untyped]
  def unpack(format); end
  def unpack1(format); end
  #: () -> Integer
  def ord; end
  #: () -> Integer
  def hex; end
  #: () -> Integer
  def oct; end
  #: () -> String
  def succ; end
  #: () -> String
  def next; end
  #: (*untyped) -> self
  def insert(index, text); end
  #: (*untyped) -> self
  def prepend(*texts); end
  #: (*untyped) -> self
  def replace(text); end
  #: () -> self
  def clear; end
  #: () -> self
  def -@; end
  #: () -> self
  def +@; end
  def casecmp(other); end
  def casecmp?(other); end
  def ascii_only?; end
  #: (Integer) -> Integer
  def getbyte(index); end
  def setbyte(index, value); end
  #: (*untyped) -> String
  def byteslice(*rest); end
  def upto(last); end
  def crypt(salt); end
  def sum; end
end

class Symbol < Object
  include Comparable
  #: () -> Symbol
  def to_sym; end
  #: () -> String
  def name; end
  #: () -> Integer
  def length; end
  #: () -> Integer
  def size; end
  def to_proc; end
  def <=>(other); end
  #: (*untyped) -> String
  def [](*index); end
  def start_with?(*texts); end
  def end_with?(*texts); end
  def empty?; end
  #: () -> Symbol
  def upcase; end
  #: () -> Symbol
  def downcase; end
  def match?(pattern); end
end

class Regexp < Object
  def initialize(source, options = nil); end
  #: (*untyped) -> String
  def self.escape(text); end
  #: (*untyped) -> String
  def self.quote(text); end
  #: (*untyped) -> Regexp
  def self.union(*patterns); end
  #: (*untyped) -> MatchData
  def self.last_match(*rest); end
  #: (untyped) -> MatchData
  def match(text, position = 0); end
  def match?(text, position = 0); end
  def =~(text); end
  def ===(text); end
  #: () -> String
  def source; end
  def options; end
  #: () -> Array[String]
  def names; end
end

class MatchData < Object
  #: (untyped) -> String
  def [](group); end
  #: () -> Array[String]
  def captures; end
  #: () -> Hash[String, String]
  def named_captures; end
  #: () -> String
  def pre_match; end
  #: () -> String
  def post_match; end
  #: () -> Array[String]
  def to_a; end
  #: () -> Array[String]
  def names; end
  def begin(group); end
  def end(group); end
  def offset(group); end
  def values_at(*rest); end
end

class Proc < Object
  def call(*rest); end
  def ===(*rest); end
  def [](*rest); end
  def yield(*rest); end
  #: () -> Integer
  def arity; end
  def parameters; end
  def curry(arity = nil); end
  def lambda?; end
  def >>(other); end
  def <<(other); end
  def to_proc; end
  def source_location; end
end

class Method < Object
  def call(*rest); end
  def unbind; end
  def owner; end
  def receiver; end
  def arity; end
  def parameters; end
  def source_location; end
  def to_proc; end
end

class Struct < Object
  include Enumerable
  def to_h; end
  #: () -> Array[Symbol]
  def members; end
  def each; end
  def [](name); end
  def []=(name, value); end
  def values; end
  def deconstruct; end
  def deconstruct_keys(names); end
  def self.members; end
end

class Data < Object
  def to_h; end
  #: (**untyped) -> self
  def with(**values); end
  def members; end
  def deconstruct_keys(names); end
end

class Exception < Object
  def initialize(message = nil); end
  #: (*untyped) -> self
  def self.exception(message = nil); end
  #: () -> String
  def message; end
  #: () -> String
  def full_message(**options); end
  #: () -> String
  def detailed_message(**options); end
  #: () -> Array[String]
  def backtrace; end
  def backtrace_locations; end
  def set_backtrace(lines); end
  #: () -> Exception
  def cause; end
  #: (*untyped) -> self
  def exception(message = nil); end
end

class ScriptError < Exception; end
class LoadError < ScriptError; end
class NotImplementedError < ScriptError; end
class SyntaxError < ScriptError; end
class NoMemoryError < Exception; end
class SecurityError < Exception; end
class SystemExit < Exception
  def status; end
end
class SignalException < Exception; end
class Interrupt < SignalException; end
class SystemStackError < Exception; end
class StandardError < Exception; end
class ArgumentError < StandardError; end
class UncaughtThrowError < ArgumentError; end
class EncodingError < StandardError; end
class FiberError < StandardError; end
class IOError < StandardError; end
class EOFError < IOError; end
class IndexError < StandardError; end
class KeyError < IndexError
  def key; end
  def receiver; end
end
class StopIteration < IndexError
  def result; end
end
class LocalJumpError < StandardError; end
class NameError < StandardError
  def name; end
  def receiver; end
end
class NoMethodError < NameError; end
class RangeError < StandardError; end
class FloatDomainError < RangeError; end
class RegexpError < StandardError; end
class RuntimeError < StandardError; end
class FrozenError < RuntimeError; end
class SystemCallError < StandardError
  def errno; end
end
class ThreadError < StandardError; end
class TypeError < StandardError; end
class ZeroDivisionError < StandardError; end

class Time < Object
  include Comparable
  #: () -> Time
  def self.now; end
  #: (*untyped) -> Time
  def self.at(*rest); end
  #: (*untyped) -> Time
  def self.mktime(*rest); end
  #: (*untyped) -> Time
  def self.utc(*rest); end
  #: (*untyped) -> Time
  def self.local(*rest); end
  #: (*untyped) -> Time
  def self.parse(*rest); end
  #: (untyped) -> Time
  def +(other); end
  def -(other); end
  def <=>(other); end
  #: () -> Integer
  def to_i; end
  #: () -> Float
  def to_f; end
  #: (String) -> String
  def strftime(format); end
  #: (*untyped) -> String
  def iso8601(digits = 0); end
  #: () -> Time
  def utc; end
  #: () -> Time
  def getutc; end
  #: () -> Time
  def localtime(*rest); end
  #: () -> Integer
  def year; end
  #: () -> Integer
  def month; end
  #: () -> Integer
  def day; end
  #: () -> Integer
  def hour; end
  #: () -> Integer
  def min; end
  #: () -> Integer
  def sec; end
  #: () -> Integer
  def usec; end
  #: () -> Integer
  def nsec; end
  #: () -> Integer
  def wday; end
  #: () -> Integer
  def yday; end
  def zone; end
  #: () -> Integer
  def utc_offset; end
  #: (*untyped) -> Time
  def round(*rest); end
end

class IO < Object
  include Enumerable #[String]
  #: (*untyped) -> String
  def read(*rest); end
  def write(*rest); end
  def puts(*rest); end
  def print(*rest); end
  def printf(*rest); end
  #: (untyped) -> self
  def <<(text); end
  #: () -> String
  def gets(*rest); end
  #: () -> Array[String]
  def readlines(*rest); end
  #: () { (String) -> untyped } -> self
  def each_line(*rest); end
  def close; end
  def closed?; end
  def flush; end
  def sync=(value); end
  def tty?; end
  def isatty; end
  def fileno; end
  def rewind; end
  def eof?; end
  #: (*untyped) -> String
  def self.read(*rest); end
  #: (*untyped) -> Array[String]
  def self.readlines(*rest); end
  def self.popen(*rest); end
  def self.pipe(*rest); end
end

class File < IO
  def initialize(*rest); end
  #: [U] (*untyped) { (File) -> U } -> File | U
  def self.open(*rest); end
  #: (*untyped) -> String
  def self.join(*parts); end
  #: (*untyped) -> String
  def self.expand_path(*rest); end
  #: (*untyped) -> String
  def self.basename(*rest); end
  #: (*untyped) -> String
  def self.dirname(*rest); end
  #: (*untyped) -> String
  def self.extname(path); end
  def self.exist?(path); end
  def self.file?(path); end
  def self.directory?(path); end
  def self.write(*rest); end
  def self.binread(*rest); end
  def self.delete(*paths); end
  #: (String) -> Time
  def self.mtime(path); end
  def self.size(path); end
  #: () -> String
  def path; end
end

class Dir < Object
  #: (*untyped) -> Array[String]
  def self.glob(*rest); end
  #: (*untyped) -> Array[String]
  def self.[](*rest); end
  #: () -> String
  def self.pwd; end
  def self.exist?(path); end
  def self.mkdir(*rest); end
  #: (*untyped) -> Array[String]
  def self.children(path); end
  #: (*untyped) -> Array[String]
  def self.entries(path); end
  #: [U] (*untyped) { (String) -> U } -> U
  def self.chdir(*rest); end
  #: [U] (*untyped) { (String) -> U } -> U
  def self.mktmpdir(*rest); end
end

class Thread < Object
  def self.new(*rest); end
  #: () -> Thread
  def self.current; end
  def join(limit = nil); end
  def value; end
  def [](key); end
  def []=(key, value); end
  def alive?; end
end

class Mutex < Object
  def initialize; end
  #: [U] () { () -> U } -> U
  def synchronize; end
  def lock; end
  def unlock; end
  def owned?; end
end

module ObjectSpace; end
module GC; end
module Process; end
module Math; end
module Signal; end
module Marshal; end
module RbConfig; end
module Rake; end
class Binding; end
class Random; end
class Encoding; end
class Fiber; end
class TracePoint; end
class Ractor; end

module ActiveRecord
  # Records of a class that a query gives. What it does not have itself is asked of the class.
  # @rbs generic T
  class Relation < Object
    include Enumerable #[T]
    #: () -> singleton(T)
    def __delegate__; end
    #: () { (T) -> untyped } -> self
    def each; end
    #: (*untyped) { (T) -> untyped } -> void
    def find_each(**options); end
    #: (*untyped) { (Array[T]) -> untyped } -> void
    def find_in_batches(**options); end
    #: (*untyped) { (self) -> untyped } -> self
    def in_batches(**options); end
    #: () -> Array[T]
    def records; end
    #: () -> Array[T]
    def destroy_all; end
    #: (*untyped) -> Array[T]
    def destroy_by(*conditions); end
    #: (untyped) -> Array[T]
    def +(other); end
    #: (untyped) -> Array[T]
    def -(other); end
    #: (untyped) -> Array[T]
    def &(other); end
    #: (untyped) -> Array[T]
    def |(other); end
    #: (Integer) -> T
    def [](index); end
    #: (*T) -> self
    def <<(*records); end
    #: (*T) -> self
    def push(*records); end
    #: (*T) -> self
    def concat(*records); end
    def delete(*records); end
    def destroy(*records); end
    #: () -> self
    def all; end
    #: () -> self
    def load; end
    #: () -> self
    def reload; end
    #: () -> self
    def reset; end
    #: (*untyped) { (T) -> untyped } -> untyped
    def count(*rest); end
    def size; end
    def length; end
    def empty?; end
    #: (*untyped) { (T) -> untyped } -> untyped
    def any?(*rest); end
    #: (*untyped) { (T) -> untyped } -> untyped
    def none?(*rest); end
    def exists?(*rest); end
    def pluck(*names); end
    def pick(*names); end
    def ids; end
    #: (*untyped) { (T) -> untyped } -> untyped
    def sum(*rest); end
    def minimum(name); end
    def maximum(name); end
    def average(name); end
    def update_all(values); end
    def delete_all; end
    def delete_by(*conditions); end
    def touch_all(*names); end
    def insert_all(rows, **options); end
    def upsert_all(rows, **options); end
    def to_sql; end
    #: (*untyped) -> self
    def where(*rest); end
    #: (*untyped) -> self
    def not(*rest); end
    #: (*untyped) -> self
    def or(*rest); end
    #: (*untyped) -> self
    def and(*rest); end
    #: (*untyped) -> self
    def rewhere(*rest); end
    #: (*untyped) -> self
    def invert_where(*rest); end
    #: (*untyped) -> self
    def order(*rest); end
    #: (*untyped) -> self
    def reorder(*rest); end
    #: (*untyped) -> self
    def in_order_of(*rest); end
    #: (*untyped) -> self
    def reverse_order(*rest); end
    #: (*untyped) -> self
    def joins(*rest); end
    #: (*untyped) -> self
    def left_joins(*rest); end
    #: (*untyped) -> self
    def left_outer_joins(*rest); end
    #: (*untyped) -> self
    def includes(*rest); end
    #: (*untyped) -> self
    def preload(*rest); end
    #: (*untyped) -> self
    def eager_load(*rest); end
    #: (*untyped) -> self
    def references(*rest); end
    #: (*untyped) -> self
    def group(*rest); end
    #: (*untyped) -> self
    def having(*rest); end
    #: (*untyped) -> self
    def limit(*rest); end
    #: (*untyped) -> self
    def offset(*rest); end
    #: (*untyped) -> self
    def distinct(*rest); end
    #: (*untyped) -> self
    def merge(*rest); end
    #: (*untyped) -> self
    def unscope(*rest); end
    #: (*untyped) -> self
    def select(*rest); end
    #: (*untyped) -> self
    def reselect(*rest); end
    #: (*untyped) -> self
    def readonly(*rest); end
    #: (*untyped) -> self
    def lock(*rest); end
    #: (*untyped) -> self
    def from(*rest); end
    #: (*untyped) -> self
    def with(*rest); end
    #: (*untyped) -> self
    def extending(*rest); end
    #: (*untyped) -> self
    def excluding(*rest); end
    #: (*untyped) -> self
    def without(*rest); end
    #: (*untyped) -> self
    def create_with(*rest); end
    #: (*untyped) -> self
    def strict_loading(*rest); end
    #: (*untyped) -> self
    def none(*rest); end
    #: (*untyped) { (T) -> untyped } -> T
    def find(*rest); end
    #: (*untyped) { (T) -> untyped } -> T
    def find_by(*rest); end
    #: (*untyped) { (T) -> untyped } -> T
    def find_by!(*rest); end
    #: (*untyped) { (T) -> untyped } -> T
    def find_sole_by(*rest); end
    #: (*untyped) { (T) -> untyped } -> T
    def find_or_create_by(*rest); end
    #: (*untyped) { (T) -> untyped } -> T
    def find_or_create_by!(*rest); end
    #: (*untyped) { (T) -> untyped } -> T
    def find_or_initialize_by(*rest); end
    #: (*untyped) { (T) -> untyped } -> T
    def create(*rest); end
    #: (*untyped) { (T) -> untyped } -> T
    def create!(*rest); end
    #: (*untyped) { (T) -> untyped } -> T
    def build(*rest); end
    #: (*untyped) { (T) -> untyped } -> T
    def new(*rest); end
    #: (*untyped) { (T) -> untyped } -> T
    def first_or_create(*rest); end
    #: (*untyped) { (T) -> untyped } -> T
    def first_or_create!(*rest); end
    #: (*untyped) { (T) -> untyped } -> T
    def first_or_initialize(*rest); end
    #: (*untyped) { (T) -> untyped } -> T
    def create_or_find_by(*rest); end
    #: (*untyped) { (T) -> untyped } -> T
    def create_or_find_by!(*rest); end
    #: (*untyped) { (T) -> untyped } -> T
    def first(*rest); end
    #: (*untyped) { (T) -> untyped } -> T
    def first!(*rest); end
    #: (*untyped) { (T) -> untyped } -> T
    def last(*rest); end
    #: (*untyped) { (T) -> untyped } -> T
    def last!(*rest); end
    #: (*untyped) { (T) -> untyped } -> T
    def take(*rest); end
    #: (*untyped) { (T) -> untyped } -> T
    def take!(*rest); end
    #: (*untyped) { (T) -> untyped } -> T
    def second(*rest); end
    #: (*untyped) { (T) -> untyped } -> T
    def third(*rest); end
    #: (*untyped) { (T) -> untyped } -> T
    def sole(*rest); end
  end

  class Base < ActiveRecord::Core
    #: () -> Relation[instance]
    def self.all; end
    #: () -> Relation[instance]
    def self.unscoped; end
    #: (*untyped) -> Relation[instance]
    def self.where(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.not(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.or(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.and(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.rewhere(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.invert_where(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.order(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.reorder(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.in_order_of(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.reverse_order(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.joins(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.left_joins(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.left_outer_joins(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.includes(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.preload(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.eager_load(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.references(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.group(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.having(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.limit(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.offset(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.distinct(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.merge(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.unscope(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.select(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.reselect(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.readonly(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.lock(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.from(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.with(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.extending(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.excluding(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.without(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.create_with(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.strict_loading(*rest); end
    #: (*untyped) -> Relation[instance]
    def self.none(*rest); end
    #: (*untyped) { (instance) -> untyped } -> instance
    def self.find(*rest); end
    #: (*untyped) { (instance) -> untyped } -> instance
    def self.find_by(*rest); end
    #: (*untyped) { (instance) -> untyped } -> instance
    def self.find_by!(*rest); end
    #: (*untyped) { (instance) -> untyped } -> instance
    def self.find_sole_by(*rest); end
    #: (*untyped) { (instance) -> untyped } -> instance
    def self.find_or_create_by(*rest); end
    #: (*untyped) { (instance) -> untyped } -> instance
    def self.find_or_create_by!(*rest); end
    #: (*untyped) { (instance) -> untyped } -> instance
    def self.find_or_initialize_by(*rest); end
    #: (*untyped) { (instance) -> untyped } -> instance
    def self.create(*rest); end
    #: (*untyped) { (instance) -> untyped } -> instance
    def self.create!(*rest); end
    #: (*untyped) { (instance) -> untyped } -> instance
    def self.first_or_create(*rest); end
    #: (*untyped) { (instance) -> untyped } -> instance
    def self.first_or_create!(*rest); end
    #: (*untyped) { (instance) -> untyped } -> instance
    def self.first_or_initialize(*rest); end
    #: (*untyped) { (instance) -> untyped } -> instance
    def self.create_or_find_by(*rest); end
    #: (*untyped) { (instance) -> untyped } -> instance
    def self.create_or_find_by!(*rest); end
    #: (*untyped) { (instance) -> untyped } -> instance
    def self.first(*rest); end
    #: (*untyped) { (instance) -> untyped } -> instance
    def self.first!(*rest); end
    #: (*untyped) { (instance) -> untyped } -> instance
    def self.last(*rest); end
    #: (*untyped) { (instance) -> untyped } -> instance
    def self.last!(*rest); end
    #: (*untyped) { (instance) -> untyped } -> instance
    def self.take(*rest); end
    #: (*untyped) { (instance) -> untyped } -> instance
    def self.take!(*rest); end
    #: (*untyped) { (instance) -> untyped } -> instance
    def self.second(*rest); end
    #: (*untyped) { (instance) -> untyped } -> instance
    def self.third(*rest); end
    #: (*untyped) { (instance) -> untyped } -> instance
    def self.sole(*rest); end
    #: (*untyped) { (instance) -> untyped } -> void
    def self.find_each(**options); end
    #: (*untyped) { (Array[instance]) -> untyped } -> void
    def self.find_in_batches(**options); end
    #: (*untyped) { (Relation[instance]) -> untyped } -> void
    def self.in_batches(**options); end
    #: () -> Array[instance]
    def self.destroy_all; end
    # what a class declares
    def self.validates(*rest); end
    def self.validates!(*rest); end
    def self.validate(*rest); end
    def self.validates_with(*rest); end
    def self.validates_each(*rest); end
    def self.validates_associated(*rest); end
    def self.validates_presence_of(*rest); end
    def self.validates_uniqueness_of(*rest); end
    def self.validates_length_of(*rest); end
    def self.validates_format_of(*rest); end
    def self.validates_numericality_of(*rest); end
    def self.validates_inclusion_of(*rest); end
    def self.belongs_to(*rest); end
    def self.has_one(*rest); end
    def self.has_many(*rest); end
    def self.has_and_belongs_to_many(*rest); end
    def self.accepts_nested_attributes_for(*rest); end
    def self.enum(*rest); end
    def self.default_scope(*rest); end
    def self.attribute(*rest); end
    def self.serialize(*rest); end
    def self.store_accessor(*rest); end
    def self.has_secure_password(*rest); end
    def self.has_one_attached(*rest); end
    def self.has_many_attached(*rest); end
    def self.transaction(*rest); end
    def self.before_save(*rest); end
    def self.after_save(*rest); end
    def self.around_save(*rest); end
    def self.before_create(*rest); end
    def self.after_create(*rest); end
    def self.around_create(*rest); end
    def self.before_update(*rest); end
    def self.after_update(*rest); end
    def self.around_update(*rest); end
    def self.before_destroy(*rest); end
    def self.after_destroy(*rest); end
    def self.around_destroy(*rest); end
    def self.before_validation(*rest); end
    def self.after_validation(*rest); end
    def self.after_commit(*rest); end
    def self.after_rollback(*rest); end
    def self.after_create_commit(*rest); end
    def self.after_update_commit(*rest); end
    def self.after_save_commit(*rest); end
    def self.after_destroy_commit(*rest); end
    def self.after_initialize(*rest); end
    def self.after_find(*rest); end
    def self.after_touch(*rest); end

    # what writes a record
    def save(**options); end
    def save!(**options); end
    def update(values); end
    def update!(values); end
    def update_attribute(name, value); end
    def update_column(name, value); end
    def update_columns(values); end
    #: () -> self
    def destroy; end
    #: () -> self
    def destroy!; end
    #: () -> self
    def delete; end
    #: (*untyped) -> self
    def increment(name, by = 1); end
    #: (*untyped) -> self
    def increment!(name, by = 1); end
    #: (*untyped) -> self
    def decrement!(name, by = 1); end
    #: (Symbol) -> self
    def toggle!(name); end
    def touch(*names); end
    #: () -> self
    def reload(**options); end
    def valid?(context = nil); end
    def invalid?(context = nil); end
    def validate(context = nil); end
    def errors; end
    def attributes; end
    def assign_attributes(values); end
    def persisted?; end
    def new_record?; end
    def destroyed?; end
    def changed?; end
    def with_lock(*rest); end
    #: () -> self
    def lock!(*rest); end
  end
end

module ActiveSupport
  # What it is asked for as a class is asked of the one instance of a thread.
  class CurrentAttributes < Object
    #: () -> instance
    def self.__delegate__; end
    #: () -> instance
    def self.instance; end
    #: [U] (*untyped) { () -> U } -> U
    def self.set(**values); end
    def self.reset; end
    def reset; end
  end
end

module ActionView
  # All modules of helpers, which every view has.
  module Helpers
  end
end

module ActionMailer
  # What it is asked for as a class is asked of an instance that is made for it.
  class Base < Object
    #: () -> instance
    def self.__delegate__; end
    #: (*untyped) -> singleton(instance)
    def self.with(**values); end
    def self.default(*rest); end
    def self.layout(*rest); end
    def self.helper(*rest); end
    def self.before_action(*rest); end
    def self.after_action(*rest); end
    def self.before_deliver(*rest); end
    def self.after_deliver(*rest); end
    def self.rescue_from(*rest); end
    def self.default_url_options(*rest); end
    def mail(**headers); end
    def headers(*rest); end
    def attachments; end
    def params; end
  end
end
