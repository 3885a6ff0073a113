<?php
// What PHP code uses without declaring it: types of the language and its library that carry values on, with just enough
// signature. Lower-case classes stand for what the language itself has: texts, numbers and arrays.

class str {}
class integer {}
class double extends integer {}
class boolean {}
/** @template T */
class class_string {}
/**
 * @template K
 * @template V
 */
class array {
  /** @return V */
  function current();
  /** @return K */
  function key();
  /** @return V */
  function offsetGet($key);
}
/**
 * @template V
 * @extends array<int, V>
 */
class list extends \array {}

interface Stringable { function __toString(): string; }
interface Traversable {}
/**
 * @template K
 * @template V
 */
interface Iterator extends Traversable {
  /** @return V */
  function current();
  /** @return K */
  function key();
  function next(): void;
  function rewind(): void;
  function valid(): bool;
}
/**
 * @template K
 * @template V
 */
interface IteratorAggregate extends Traversable {
  /** @return Iterator<K, V> */
  function getIterator();
}
/**
 * @template K
 * @template V
 */
interface ArrayAccess {
  function offsetExists($offset): bool;
  /** @return V */
  function offsetGet($offset);
  function offsetSet($offset, $value): void;
  function offsetUnset($offset): void;
}
interface Countable { function count(): int; }
interface JsonSerializable { function jsonSerialize(); }
interface Serializable { function serialize(); function unserialize($data); }
interface UnitEnum { /** @return static[] */ static function cases(): array; }
interface BackedEnum extends UnitEnum {
  static function from($value): static;
  static function tryFrom($value): static;
}
final class Closure {
  static function bind(Closure $closure, $to, $scope = null): Closure;
  function bindTo($to, $scope = null): Closure;
  function call($to, ...$args);
  static function fromCallable($callable): Closure;
}
/**
 * @template K
 * @template V
 */
final class Generator implements Iterator {
  /** @return V */
  function current();
  /** @return K */
  function key();
  function send($value);
  function getReturn();
  function throw(Throwable $e);
  function next(): void;
  function rewind(): void;
  function valid(): bool;
}
class WeakReference { static function create($object): WeakReference; function get(); }
class WeakMap implements ArrayAccess, Countable, IteratorAggregate { function count(): int; }
class stdClass {}

interface Throwable extends Stringable {
  function getMessage(): string;
  function getCode();
  function getFile(): string;
  function getLine(): int;
  function getTrace(): array;
  function getTraceAsString(): string;
  function getPrevious(): Throwable;
}
class Exception implements Throwable {
  protected $message;
  protected $code;
  protected string $file;
  protected int $line;
  function __construct($message = '', $code = 0, Throwable $previous = null) {}
  final function getMessage(): string;
  final function getCode();
  final function getFile(): string;
  final function getLine(): int;
  final function getTrace(): array;
  final function getTraceAsString(): string;
  final function getPrevious(): Throwable;
  function __toString(): string;
}
class Error extends Exception {}
class ErrorException extends Exception {}
class TypeError extends Error {}
class ValueError extends Error {}
class ArgumentCountError extends TypeError {}
class ArithmeticError extends Error {}
class DivisionByZeroError extends ArithmeticError {}
class UnhandledMatchError extends Error {}
class LogicException extends Exception {}
class BadFunctionCallException extends LogicException {}
class BadMethodCallException extends BadFunctionCallException {}
class DomainException extends LogicException {}
class InvalidArgumentException extends LogicException {}
class LengthException extends LogicException {}
class OutOfRangeException extends LogicException {}
class RuntimeException extends Exception {}
class OutOfBoundsException extends RuntimeException {}
class OverflowException extends RuntimeException {}
class RangeException extends RuntimeException {}
class UnderflowException extends RuntimeException {}
class UnexpectedValueException extends RuntimeException {}
class JsonException extends Exception {}

/**
 * @template K
 * @template V
 */
class ArrayIterator implements Iterator, ArrayAccess, Countable {
  /** @param array<K, V> $array */
  function __construct($array = [], int $flags = 0) {}
  /** @return V */
  function current();
  /** @return K */
  function key();
  /** @return V */
  function offsetGet($key);
  /** @return array<K, V> */
  function getArrayCopy();
  function next(): void;
  function rewind(): void;
  function valid(): bool;
  function count(): int;
  function append($value): void;
}
/**
 * @template K
 * @template V
 */
class ArrayObject implements IteratorAggregate, ArrayAccess, Countable {
  /** @param array<K, V> $array */
  function __construct($array = [], int $flags = 0) {}
  /** @return ArrayIterator<K, V> */
  function getIterator();
  /** @return V */
  function offsetGet($key);
  /** @return array<K, V> */
  function getArrayCopy();
  function append($value): void;
  function count(): int;
}
/**
 * @template K
 * @template V
 */
class IteratorIterator implements Iterator {
  function __construct(Traversable $iterator) {}
  function getInnerIterator(): Iterator;
  /** @return V */
  function current();
  /** @return K */
  function key();
  function next(): void;
  function rewind(): void;
  function valid(): bool;
}
abstract class FilterIterator extends IteratorIterator { abstract function accept(): bool; }
class CallbackFilterIterator extends FilterIterator { function __construct(Iterator $iterator, callable $callback) {} function accept(): bool; }
class LimitIterator extends IteratorIterator { function __construct(Iterator $iterator, int $offset = 0, int $limit = -1) {} }
class AppendIterator extends IteratorIterator { function __construct() {} function append(Iterator $iterator): void; }
class MultipleIterator extends IteratorIterator {}
class RecursiveIteratorIterator extends IteratorIterator {}
class RecursiveArrayIterator extends ArrayIterator {}
/** @extends IteratorIterator<string, SplFileInfo> */
class DirectoryIterator extends IteratorIterator {}
class FilesystemIterator extends DirectoryIterator {}
class RecursiveDirectoryIterator extends FilesystemIterator {}
class SplFileInfo {
  function __construct(string $name) {}
  function getPathname(): string;
  function getRealPath(): string;
  function getFilename(): string;
  function getBasename(string $suffix = ''): string;
  function getExtension(): string;
  function getPath(): string;
  function getSize(): int;
  function getMTime(): int;
  function isFile(): bool;
  function isDir(): bool;
  function isReadable(): bool;
  function openFile(string $mode = 'r'): SplFileObject;
}
class SplFileObject extends SplFileInfo implements Iterator { function fgets(): string; function fwrite(string $data): int; function eof(): bool; }
class SplTempFileObject extends SplFileObject {}
/** @template V */
class SplDoublyLinkedList implements Iterator, Countable, ArrayAccess {
  /** @return V */
  function pop();
  /** @return V */
  function shift();
  /** @return V */
  function top();
  /** @return V */
  function bottom();
  /** @return V */
  function current();
  /** @return V */
  function offsetGet($key);
  /** @param V $value */
  function push($value): void;
  function unshift($value): void;
  function isEmpty(): bool;
  function count(): int;
}
/**
 * @template V
 * @extends SplDoublyLinkedList<V>
 */
class SplQueue extends SplDoublyLinkedList {
  /** @return V */
  function dequeue();
  function enqueue($value): void;
}
/**
 * @template V
 * @extends SplDoublyLinkedList<V>
 */
class SplStack extends SplDoublyLinkedList {}
/** @template V */
abstract class SplHeap implements Iterator, Countable {
  /** @return V */
  function extract();
  /** @return V */
  function top();
  /** @return V */
  function current();
  function insert($value);
  function isEmpty(): bool;
  function count(): int;
  abstract protected function compare($a, $b): int;
}
class SplMinHeap extends SplHeap { protected function compare($a, $b): int; }
class SplMaxHeap extends SplHeap { protected function compare($a, $b): int; }
/** @template V */
class SplPriorityQueue implements Iterator, Countable {
  /** @return V */
  function extract();
  /** @return V */
  function top();
  function insert($value, $priority);
  function isEmpty(): bool;
  function count(): int;
  function compare($a, $b): int;
}
/** @template V */
class SplFixedArray implements IteratorAggregate, ArrayAccess, Countable { function count(): int; function toArray(): array; }
/**
 * @template K
 * @template V
 */
class SplObjectStorage implements Iterator, Countable, ArrayAccess {
  /** @return K */
  function current();
  /** @return V */
  function offsetGet($object);
  function attach($object, $info = null): void;
  function detach($object): void;
  function contains($object): bool;
  function getInfo();
  function setInfo($info): void;
  function count(): int;
}
interface SplSubject { function attach(SplObserver $o): void; function detach(SplObserver $o): void; function notify(): void; }
interface SplObserver { function update(SplSubject $subject): void; }

interface DateTimeInterface {
  function format(string $format): string;
  function getTimestamp(): int;
  function getTimezone(): DateTimeZone;
  function getOffset(): int;
  function diff(DateTimeInterface $other, bool $absolute = false): DateInterval;
}
class DateTime implements DateTimeInterface {
  function __construct(string $text = 'now', DateTimeZone $zone = null) {}
  function modify(string $text): static;
  function add(DateInterval $interval): static;
  function sub(DateInterval $interval): static;
  function setTimezone(DateTimeZone $zone): static;
  function setTime(int $hour, int $minute, int $second = 0, int $micro = 0): static;
  function setDate(int $year, int $month, int $day): static;
  function setTimestamp(int $timestamp): static;
  static function createFromFormat(string $format, string $text, DateTimeZone $zone = null): static;
  static function createFromInterface(DateTimeInterface $date): static;
  static function createFromImmutable(DateTimeImmutable $date): static;
  function format(string $format): string;
  function getTimestamp(): int;
  function getTimezone(): DateTimeZone;
  function diff(DateTimeInterface $other, bool $absolute = false): DateInterval;
}
class DateTimeImmutable implements DateTimeInterface {
  function __construct(string $text = 'now', DateTimeZone $zone = null) {}
  function modify(string $text): static;
  function add(DateInterval $interval): static;
  function sub(DateInterval $interval): static;
  function setTimezone(DateTimeZone $zone): static;
  function setTime(int $hour, int $minute, int $second = 0, int $micro = 0): static;
  function setDate(int $year, int $month, int $day): static;
  function setTimestamp(int $timestamp): static;
  static function createFromFormat(string $format, string $text, DateTimeZone $zone = null): static;
  static function createFromInterface(DateTimeInterface $date): static;
  static function createFromMutable(DateTime $date): static;
  function format(string $format): string;
  function getTimestamp(): int;
  function getTimezone(): DateTimeZone;
  function diff(DateTimeInterface $other, bool $absolute = false): DateInterval;
}
class DateTimeZone { function __construct(string $name) {} function getName(): string; function getOffset(DateTimeInterface $date): int; }
class DateInterval {
  public int $y; public int $m; public int $d; public int $h; public int $i; public int $s; public int $days;
  function __construct(string $text) {}
  function format(string $format): string;
  static function createFromDateString(string $text): DateInterval;
}
class DatePeriod implements IteratorAggregate { public DateTimeInterface $start; public DateTimeInterface $end; }

class PDO {
  function __construct(string $dsn, string $user = null, string $password = null, array $options = null) {}
  function prepare(string $sql, array $options = []): PDOStatement;
  function query(string $sql, ...$args): PDOStatement;
  function exec(string $sql): int;
  function beginTransaction(): bool;
  function commit(): bool;
  function rollBack(): bool;
  function inTransaction(): bool;
  function lastInsertId(string $name = null): string;
  function quote(string $text): string;
  function setAttribute(int $attribute, $value): bool;
  function getAttribute(int $attribute);
  function errorCode(): string;
  function errorInfo(): array;
}
class PDOStatement implements IteratorAggregate {
  public string $queryString;
  function execute(array $params = null): bool;
  function fetch(int $mode = 0);
  function fetchAll(int $mode = 0, ...$args): array;
  function fetchColumn(int $column = 0);
  /**
   * @template T
   * @param class-string<T> $class
   * @return T
   */
  function fetchObject($class = null, array $args = []);
  function bindValue($name, $value, int $type = 0): bool;
  function bindParam($name, &$value, int $type = 0): bool;
  function rowCount(): int;
  function columnCount(): int;
  function closeCursor(): bool;
  function setFetchMode(int $mode, ...$args);
}
class PDOException extends RuntimeException { public array $errorInfo; }

class ReflectionException extends Exception {}
class Reflection {}
class ReflectionAttribute { function newInstance(); function getName(): string; function getArguments(): array; }
class ReflectionNamedType { function getName(): string; function isBuiltin(): bool; function allowsNull(): bool; }
class ReflectionParameter {
  public string $name;
  function getName(): string; function getType(): ReflectionNamedType; function isOptional(): bool; function getPosition(): int;
  function isDefaultValueAvailable(): bool; function getDefaultValue(); function allowsNull(): bool; function isVariadic(): bool;
  function getDeclaringClass(): ReflectionClass; function getDeclaringFunction(): ReflectionFunctionAbstract;
  /** @return ReflectionAttribute[] */
  function getAttributes(string $name = null, int $flags = 0): array;
}
abstract class ReflectionFunctionAbstract {
  public string $name;
  function getName(): string; function getDocComment(): string; function getNumberOfParameters(): int;
  function getReturnType(): ReflectionNamedType; function getShortName(): string; function isStatic(): bool;
  /** @return ReflectionParameter[] */
  function getParameters(): array;
  /** @return ReflectionAttribute[] */
  function getAttributes(string $name = null, int $flags = 0): array;
}
class ReflectionFunction extends ReflectionFunctionAbstract { function __construct($function) {} function invoke(...$args); function invokeArgs(array $args = []); }
class ReflectionMethod extends ReflectionFunctionAbstract {
  public string $class;
  function __construct($object, string $name = null) {}
  function invoke($object, ...$args); function invokeArgs($object, array $args = []); function setAccessible(bool $on);
  function getDeclaringClass(): ReflectionClass; function isPublic(): bool; function isConstructor(): bool;
}
class ReflectionProperty {
  public string $name; public string $class;
  function __construct($class, string $name) {}
  function getValue($object = null); function setValue($object, $value = null): void; function setAccessible(bool $on);
  function getName(): string; function getType(): ReflectionNamedType; function getDocComment(): string; function isStatic(): bool;
}
/** @template T */
class ReflectionClass {
  public string $name;
  /** @param class-string<T> $class */
  function __construct($class) {}
  /** @return T */
  function newInstance(...$args);
  /** @return T */
  function newInstanceArgs(array $args = []);
  /** @return T */
  function newInstanceWithoutConstructor();
  function getName(): string; function getShortName(): string; function getNamespaceName(): string; function getFileName(): string;
  function getMethod(string $name): ReflectionMethod; function hasMethod(string $name): bool; function getConstructor(): ReflectionMethod;
  /** @return ReflectionMethod[] */
  function getMethods(int $filter = null): array;
  function getProperty(string $name): ReflectionProperty; function hasProperty(string $name): bool;
  /** @return ReflectionProperty[] */
  function getProperties(int $filter = null): array;
  function getParentClass(): ReflectionClass; function isInterface(): bool; function isAbstract(): bool; function isInstantiable(): bool;
  function implementsInterface($name): bool; function isSubclassOf($name): bool; function getInterfaceNames(): array;
  /** @return ReflectionAttribute[] */
  function getAttributes(string $name = null, int $flags = 0): array;
  function getConstants(int $filter = null): array; function getDocComment(): string;
}
class ReflectionObject extends ReflectionClass {}
class ReflectionEnum extends ReflectionClass {}

/**
 * @template K
 * @template V
 * @template R
 * @param callable(V): R $callback
 * @param array<K, V> $array
 * @return array<K, R>
 */
function array_map($callback, $array, ...$arrays) {}
/**
 * @template K
 * @template V
 * @param array<K, V> $array
 * @param callable(V): bool $callback
 * @return array<K, V>
 */
function array_filter($array, $callback = null, $mode = 0) {}
/**
 * @template V
 * @template R
 * @param array<mixed, V> $array
 * @param callable(R, V): R $callback
 * @param R $initial
 * @return R
 */
function array_reduce($array, $callback, $initial = null) {}
/**
 * @template V
 * @param array<mixed, V> $array
 * @param callable(V): mixed $callback
 */
function array_walk(&$array, $callback, $arg = null) {}
/**
 * @template V
 * @param array<mixed, V> $array
 * @param callable(V, V): int $callback
 */
function usort(&$array, $callback) {}
/**
 * @template V
 * @param array<mixed, V> $array
 * @param callable(V, V): int $callback
 */
function uasort(&$array, $callback) {}
/**
 * @template K
 * @param array<K, mixed> $array
 * @param callable(K, K): int $callback
 */
function uksort(&$array, $callback) {}
/**
 * @template V
 * @param array<mixed, V> $array
 * @return list<V>
 */
function array_values($array) {}
/**
 * @template K
 * @param array<K, mixed> $array
 * @return list<K>
 */
function array_keys($array, $value = null, $strict = false) {}
/**
 * @template A
 * @param A $array
 * @return A
 */
function array_merge($array, ...$arrays) {}
/**
 * @template A
 * @param A $array
 * @return A
 */
function array_reverse($array, $keys = false) {}
/**
 * @template A
 * @param A $array
 * @return A
 */
function array_slice($array, $offset, $length = null, $keys = false) {}
/**
 * @template A
 * @param A $array
 * @return A
 */
function array_unique($array, $flags = 0) {}
/**
 * @template A
 * @param A $array
 * @return A
 */
function array_diff_key($array, ...$arrays) {}
/**
 * @template A
 * @param A $array
 * @return A
 */
function array_intersect_key($array, ...$arrays) {}
/**
 * @template V
 * @param array<mixed, V> $array
 * @return V
 */
function array_pop(&$array) {}
/**
 * @template V
 * @param array<mixed, V> $array
 * @return V
 */
function array_shift(&$array) {}
/**
 * @template V
 * @param array<mixed, V> $array
 * @return V
 */
function current($array) {}
/**
 * @template V
 * @param array<mixed, V> $array
 * @return V
 */
function reset(&$array) {}
/**
 * @template V
 * @param array<mixed, V> $array
 * @return V
 */
function end(&$array) {}
/**
 * @template V
 * @param array<mixed, V> $array
 * @return V
 */
function next(&$array) {}
/**
 * @template K
 * @template V
 * @param Traversable $iterator
 * @return array<K, V>
 */
function iterator_to_array($iterator, $keys = true) {}

// -- libraries that most code builds on: what gives objects of the classes that it is given ---------------------------

namespace Psr\Container {
  interface ContainerInterface {
    /**
     * @template T
     * @param class-string<T> $id
     * @return T
     */
    function get(string $id);
    function has(string $id): bool;
  }
}

namespace PHPUnit\Framework {
  class TestCase extends \PHPUnit\Framework\Assert {
    /**
     * @template T
     * @param class-string<T> $class
     * @return T&MockObject\MockObject
     */
    protected function createMock($class);
    /**
     * @template T
     * @param class-string<T> $class
     * @return T&MockObject\MockObject
     */
    protected function createStub($class);
    /**
     * @template T
     * @param class-string<T> $class
     * @return T&MockObject\MockObject
     */
    protected function createPartialMock($class, array $methods);
    /**
     * @template T
     * @param class-string<T> $class
     * @return T&MockObject\MockObject
     */
    protected function createConfiguredMock($class, array $configuration);
    /**
     * @template T
     * @param class-string<T> $class
     * @return T&MockObject\MockObject
     */
    protected function getMockForAbstractClass($class, array $arguments = []);
    /**
     * @template T
     * @param class-string<T> $class
     * @return MockObject\MockBuilder<T>
     */
    function getMockBuilder($class);
  }
}

namespace PHPUnit\Framework\MockObject {
  /** @template T */
  class MockBuilder {
    /** @return T&MockObject */
    function getMock();
    /** @return T&MockObject */
    function getMockForAbstractClass();
    /** @return T&MockObject */
    function getMockForTrait();
    function setMethods($methods = null): static;
    function onlyMethods(array $methods): static;
    function addMethods(array $methods): static;
    function setConstructorArgs(array $arguments): static;
    function setMockClassName(string $name): static;
    function disableOriginalConstructor(): static;
    function enableOriginalConstructor(): static;
    function disableOriginalClone(): static;
    function disableAutoload(): static;
    function disableArgumentCloning(): static;
    function enableProxyingToOriginalMethods(): static;
  }
}

namespace Illuminate\Support\Facades {
  class Facade {}
  class App extends Facade {
    /**
     * @template T
     * @param class-string<T> $abstract
     * @return T
     */
    static function make($abstract, array $parameters = []) {}
    /**
     * @template T
     * @param class-string<T> $abstract
     * @return T
     */
    static function makeWith($abstract, array $parameters = []) {}
  }
}

namespace Illuminate\Database\Eloquent {
  abstract class Model {
    use \Illuminate\Database\Eloquent\Concerns\HasAttributes;
    /** @return Builder<static> */
    static function query();
    /** @return Builder<static> */
    function newQuery();
    /** @return Builder<static> */
    function newEloquentBuilder($query);
    /** @return Builder<static> */
    static function where($column, $operator = null, $value = null);
    /** @return Builder<static> */
    static function whereIn($column, $values);
    /** @return Builder<static> */
    static function with($relations);
    /** @return Builder<static> */
    static function orderBy($column, $direction = 'asc');
    /** @return static */
    static function find($id);
    /** @return static */
    static function findOrFail($id);
    /** @return static */
    static function first();
    /** @return static */
    static function firstOrFail();
    /** @return static */
    static function firstOrCreate(array $attributes = [], array $values = []);
    /** @return static */
    static function firstOrNew(array $attributes = [], array $values = []);
    /** @return static */
    static function updateOrCreate(array $attributes, array $values = []);
    /** @return static */
    static function create(array $attributes = []);
    /** @return Collection<int, static> */
    static function all($columns = ['*']);
    /** @return static */
    function fresh($with = []);
    /** @return static */
    function refresh();
    /** @return static */
    function replicate();
    /** @return static */
    function load($relations);
    /** @return static */
    function fill(array $attributes);
    /** @return static */
    function forceFill(array $attributes);
    /**
     * @template R
     * @param class-string<R> $related
     * @return Relations\HasMany<R>
     */
    function hasMany($related, $foreignKey = null, $localKey = null);
    /**
     * @template R
     * @param class-string<R> $related
     * @return Relations\HasOne<R>
     */
    function hasOne($related, $foreignKey = null, $localKey = null);
    /**
     * @template R
     * @param class-string<R> $related
     * @return Relations\BelongsTo<R>
     */
    function belongsTo($related, $foreignKey = null, $ownerKey = null, $relation = null);
    /**
     * @template R
     * @param class-string<R> $related
     * @return Relations\BelongsToMany<R>
     */
    function belongsToMany($related, $table = null);
    /**
     * @template R
     * @param class-string<R> $related
     * @return Relations\MorphMany<R>
     */
    function morphMany($related, $name);
    /**
     * @template R
     * @param class-string<R> $related
     * @return Relations\MorphOne<R>
     */
    function morphOne($related, $name);
    /** @return Relations\MorphTo */
    function morphTo($name = null, $type = null, $id = null, $ownerKey = null);
    /**
     * @template R
     * @param class-string<R> $related
     * @return Relations\MorphToMany<R>
     */
    function morphToMany($related, $name, $table = null);
    /**
     * @template R
     * @param class-string<R> $related
     * @return Relations\MorphToMany<R>
     */
    function morphedByMany($related, $name, $table = null);
    /**
     * @template R
     * @param class-string<R> $related
     * @return Relations\HasManyThrough<R>
     */
    function hasManyThrough($related, $through, $firstKey = null, $secondKey = null);
    /**
     * @template R
     * @param class-string<R> $related
     * @return Relations\HasOneThrough<R>
     */
    function hasOneThrough($related, $through, $firstKey = null, $secondKey = null);
  }
  /** @template M */
  class Builder extends \Illuminate\Database\Query\Builder {
    /** @return static */
    function where($column, $operator = null, $value = null);
    /** @return static */
    function orWhere($column, $operator = null, $value = null);
    /** @return static */
    function whereIn($column, $values);
    /** @return static */
    function whereNotIn($column, $values);
    /** @return static */
    function whereNull($column);
    /** @return static */
    function whereNotNull($column);
    /** @return static */
    function whereHas($relation, $callback = null);
    /** @return static */
    function with($relations);
    /** @return static */
    function withCount($relations);
    /** @return static */
    function select($columns = ['*']);
    /** @return static */
    function orderBy($column, $direction = 'asc');
    /** @return static */
    function latest($column = null);
    /** @return static */
    function limit($value);
    /** @return static */
    function take($value);
    /** @return static */
    function skip($value);
    /** @return static */
    function distinct();
    /** @return static */
    function groupBy(...$groups);
    /** @return static */
    function join($table, $first, $operator = null, $second = null);
    /** @return static */
    function leftJoin($table, $first, $operator = null, $second = null);
    /** @return static */
    function withTrashed();
    /** @return M */
    function first($columns = ['*']);
    /** @return M */
    function firstOrFail($columns = ['*']);
    /** @return M */
    function firstOrCreate(array $attributes = [], array $values = []);
    /** @return M */
    function firstOrNew(array $attributes = [], array $values = []);
    /** @return M */
    function updateOrCreate(array $attributes, array $values = []);
    /** @return M */
    function find($id, $columns = ['*']);
    /** @return M */
    function findOrFail($id, $columns = ['*']);
    /** @return M */
    function sole($columns = ['*']);
    /** @return M */
    function create(array $attributes = []);
    /** @return M */
    function make(array $attributes = []);
    /** @return M */
    function getModel();
    /** @return Collection<int, M> */
    function get($columns = ['*']);
  }
  /**
   * @template K
   * @template V
   * @extends \Illuminate\Support\Collection<K, V>
   */
  class Collection extends \Illuminate\Support\Collection {
    /** @return V */
    function find($key, $default = null);
  }
}

namespace Illuminate\Database\Eloquent\Factories {
  trait HasFactory {
    /** @return Factory<static> */
    static function factory($count = null, $state = []);
  }
  /** @template M */
  abstract class Factory {
    /** @return static */
    function count($count);
    /** @return static */
    function state($state);
    /** @return static */
    function sequence(...$sequence);
    /** @return static */
    function for($factory, $relationship = null);
    /** @return static */
    function has($factory, $relationship = null);
    /** @return static */
    function hasAttached($factory, $pivot = [], $relationship = null);
    /** @return static */
    function afterMaking($callback);
    /** @return static */
    function afterCreating($callback);
    /** @return static */
    function recycle($model);
    /** @return M|\Illuminate\Database\Eloquent\Collection<int, M> */
    function create($attributes = [], $parent = null);
    /** @return M|\Illuminate\Database\Eloquent\Collection<int, M> */
    function make($attributes = [], $parent = null);
    /** @return M */
    function createOne($attributes = []);
    /** @return M */
    function makeOne($attributes = []);
    /** @return M */
    function createQuietly($attributes = [], $parent = null);
    /** @return \Illuminate\Database\Eloquent\Collection<int, M> */
    function createMany($records = null);
  }
}

namespace Illuminate\Database\Eloquent\Relations {
  /**
   * @template M
   * @extends \Illuminate\Database\Eloquent\Builder<M>
   */
  class Relation extends \Illuminate\Database\Eloquent\Builder {
    /** @return M */
    function getRelated();
    /** @return static */
    function withDefault($callback = true);
  }
  /**
   * @template M
   * @extends Relation<M>
   */
  class HasOneOrMany extends Relation {
    /** @return \Illuminate\Database\Eloquent\Collection<int, M> */
    function getResults();
    /** @return M */
    function save($model);
  }
  /**
   * @template M
   * @extends HasOneOrMany<M>
   */
  class HasMany extends HasOneOrMany {
    /** @return \Illuminate\Database\Eloquent\Collection<int, M> */
    function getResults();
  }
  /**
   * @template M
   * @extends HasOneOrMany<M>
   */
  class HasOne extends HasOneOrMany {
    /** @return M */
    function getResults();
  }
  /**
   * @template M
   * @extends Relation<M>
   */
  class BelongsTo extends Relation {
    /** @return M */
    function getResults();
  }
  /**
   * @template M
   * @extends Relation<M>
   */
  class BelongsToMany extends Relation {
    /** @return \Illuminate\Database\Eloquent\Collection<int, M> */
    function getResults();
    /** @return M */
    function save($model);
    /** @return static */
    function withPivot($columns);
    /** @return static */
    function withTimestamps();
    /** @return static */
    function using($class);
    /** @return static */
    function as($accessor);
    /** @return static */
    function wherePivot($column, $operator = null, $value = null);
  }
  /**
   * @template M
   * @extends HasOneOrMany<M>
   */
  class MorphOneOrMany extends HasOneOrMany {
    /** @return \Illuminate\Database\Eloquent\Collection<int, M> */
    function getResults();
  }
  /**
   * @template M
   * @extends MorphOneOrMany<M>
   */
  class MorphMany extends MorphOneOrMany {
    /** @return \Illuminate\Database\Eloquent\Collection<int, M> */
    function getResults();
  }
  /**
   * @template M
   * @extends MorphOneOrMany<M>
   */
  class MorphOne extends MorphOneOrMany {
    /** @return M */
    function getResults();
  }
  /**
   * @template M
   * @extends BelongsTo<M>
   */
  class MorphTo extends BelongsTo {
    /** @return M */
    function getResults();
  }
  /**
   * @template M
   * @extends BelongsToMany<M>
   */
  class MorphToMany extends BelongsToMany {
    /** @return \Illuminate\Database\Eloquent\Collection<int, M> */
    function getResults();
  }
  /**
   * @template M
   * @extends Relation<M>
   */
  class HasManyThrough extends Relation {
    /** @return \Illuminate\Database\Eloquent\Collection<int, M> */
    function getResults();
  }
  /**
   * @template M
   * @extends HasManyThrough<M>
   */
  class HasOneThrough extends HasManyThrough {
    /** @return M */
    function getResults();
  }
  class Pivot extends \Illuminate\Database\Eloquent\Model {}
  class MorphPivot extends Pivot {}
}

namespace Illuminate\Database\Eloquent\Casts {
  /** @template G */
  class Attribute {
    /** @var callable(): G */
    public $get;
    /**
     * @template T
     * @param callable(mixed, array): T $get
     * @return Attribute<T>
     */
    static function make($get = null, $set = null);
    /**
     * @template T
     * @param callable(mixed, array): T $get
     * @return Attribute<T>
     */
    static function get($get);
    /** @return Attribute */
    static function set($set);
    /** @return static */
    function shouldCache();
    /** @return static */
    function withoutObjectCaching();
  }
}

namespace Illuminate\Foundation\Auth {
  class User extends \Illuminate\Database\Eloquent\Model {}
}

namespace Illuminate\Support {
  /**
   * @template K
   * @template V
   */
  class Collection implements \ArrayAccess, \IteratorAggregate, \Countable {
    use \Illuminate\Support\Traits\EnumeratesValues;
    /** @return \ArrayIterator<K, V> */
    function getIterator();
    /** @return V */
    function offsetGet($key);
    /** @return V */
    function first($callback = null, $default = null);
    /** @return V */
    function firstWhere($key, $operator = null, $value = null);
    /** @return V */
    function last($callback = null, $default = null);
    /** @return V */
    function get($key, $default = null);
    /** @return V */
    function pop();
    /** @return V */
    function shift();
    /** @return array<K, V> */
    function all();
    /**
     * @param callable(V, K): mixed $callback
     * @return static
     */
    function each($callback);
    /**
     * @param callable(V, K): mixed $callback
     * @return static
     */
    function filter($callback = null);
    /**
     * @param callable(V, K): mixed $callback
     * @return static
     */
    function reject($callback = null);
    /**
     * @template R
     * @param callable(V, K): R $callback
     * @return Collection<K, R>
     */
    function map($callback);
    /**
     * @param callable(V, K): mixed $callback
     * @return static
     */
    function sortBy($callback);
    /**
     * @param callable(V, K): mixed $callback
     * @return static
     */
    function unique($callback = null);
    /** @return static */
    function values();
    /** @return static */
    function where($key, $operator = null, $value = null);
    /** @return static */
    function push(...$values);
    /** @return static */
    function merge($items);
  }
}

namespace Illuminate\Contracts\Container {
  interface Container extends \Psr\Container\ContainerInterface {
    /**
     * @template T
     * @param class-string<T> $abstract
     * @return T
     */
    function make($abstract, array $parameters = []);
    /**
     * @template T
     * @param class-string<T> $abstract
     * @return T
     */
    function makeWith($abstract, array $parameters = []);
  }
}

namespace Illuminate\Contracts\Foundation {
  interface Application extends \Illuminate\Contracts\Container\Container {
    use \Illuminate\Container\Container;
  }
}

namespace {
  /**
   * @template T
   * @param class-string<T> $abstract
   * @return ($abstract is null ? \Illuminate\Contracts\Foundation\Application : T)
   */
  function app($abstract = null, array $parameters = []) {}
  /**
   * @template T
   * @param class-string<T> $abstract
   * @return T
   */
  function resolve($abstract, array $parameters = []) {}
}
