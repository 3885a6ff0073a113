// What C# code uses without declaring it: types of the library that carry values on, with just enough signature.
namespace System {
  public class Object {
    public Object() {}
    public virtual bool Equals(object o);
    public static bool Equals(object a, object b);
    public static bool ReferenceEquals(object a, object b);
    public virtual int GetHashCode();
    public virtual string ToString();
    public Type GetType();
    protected object MemberwiseClone();
  }
  public class Void {}
  public class Nothing {}
  public class ValueType {}
  public class Enum {
    public bool HasFlag(object o);
    public int CompareTo(object o);
    public string ToString(string format);
    public static object Parse(Type t, string s);
    public static T Parse<T>(string s);
    public static bool TryParse<T>(string s, out T v);
    public static string GetName(Type t, object o);
    public static string[] GetNames(Type t);
    public static Array GetValues(Type t);
    public static T[] GetValues<T>();
    public static bool IsDefined(Type t, object o);
  }
  public class Boolean : IComparable, IComparable<bool>, IEquatable<bool> { public static bool Parse(string s); public static bool TryParse(string s, out bool v); public int CompareTo(bool o); }
  public class Double : IComparable, IComparable<double>, IEquatable<double>, IConvertible, IFormattable {
    public static double Parse(string s); public static bool TryParse(string s, out double v); public int CompareTo(double o);
    public string ToString(string f); public string ToString(IFormatProvider f); public string ToString(string f, IFormatProvider p);
    public static bool IsNaN(double d); public static bool IsInfinity(double d);
  }
  public class Decimal : Double { public static decimal Parse(string s); public static decimal Round(decimal d); }
  public class Single : Double { public static float Parse(string s); }
  public class Int64 : Single { public static long Parse(string s); public static bool TryParse(string s, out long v); }
  public class UInt64 : Int64 {}
  public class Int32 : Int64 { public static int Parse(string s); public static bool TryParse(string s, out int v); }
  public class UInt32 : Int64 {}
  public class IntPtr : Int64 {}
  public class UIntPtr : Int64 {}
  public class Int16 : Int32 {}
  public class UInt16 : Int32 {}
  public class Byte : Int16 {}
  public class SByte : Int16 {}
  public class Char : UInt16 {
    public static bool IsDigit(char c); public static bool IsLetter(char c); public static bool IsLetterOrDigit(char c);
    public static bool IsWhiteSpace(char c); public static bool IsUpper(char c); public static bool IsLower(char c);
    public static char ToUpper(char c); public static char ToLower(char c); public static char ToUpperInvariant(char c); public static char ToLowerInvariant(char c);
  }
  public interface IFormatProvider { object GetFormat(Type t); }
  public interface IFormattable { string ToString(string f, IFormatProvider p); }
  public interface IComparable { int CompareTo(object o); }
  public interface IComparable<T> { int CompareTo(T o); }
  public interface IEquatable<T> { bool Equals(T o); }
  public interface ICloneable { object Clone(); }
  public interface IDisposable { void Dispose(); }
  public interface IAsyncDisposable { ValueTask DisposeAsync(); }
  public interface IServiceProvider { object GetService(Type t); }
  public interface IConvertible {}
  public interface IAsyncResult {}
  public interface IProgress<T> { void Report(T v); }
  public interface IObserver<T> { void OnNext(T v); void OnError(Exception e); void OnCompleted(); }
  public interface IObservable<T> { IDisposable Subscribe(IObserver<T> o); }
  public delegate void EventHandler(object sender, EventArgs e);
  public delegate void EventHandler<T>(object sender, T e);
  public delegate void Action();
  public class EventArgs { public static EventArgs Empty; }
  public class Delegate { public object DynamicInvoke(params object[] a); public object Target; }
  public class Attribute {}
  public class ObsoleteAttribute : Attribute {}
  public class FlagsAttribute : Attribute {}
  public class SerializableAttribute : Attribute {}
  public class ThreadStaticAttribute : Attribute {}
  public class AttributeUsageAttribute : Attribute {}
  public class CLSCompliantAttribute : Attribute {}
  public class Type {
    public string Name; public string FullName; public string Namespace; public Type BaseType; public bool IsGenericType; public bool IsInterface; public bool IsValueType; public bool IsEnum; public bool IsArray; public bool IsAbstract; public bool IsClass;
    public bool IsAssignableFrom(Type t); public bool IsInstanceOfType(object o); public bool IsSubclassOf(Type t); public Type[] GetInterfaces(); public Type[] GetGenericArguments(); public Type GetGenericTypeDefinition(); public Type MakeGenericType(params Type[] t); public Type GetElementType(); public static Type GetType(string s);
  }
  public sealed class String : IEnumerable<char>, IComparable, IComparable<string>, IEquatable<string> {
    public static string Empty; public int Length;
    public String(char c, int n) {} public String(char[] c) {}
    public char this[int i] => default;
    public static bool IsNullOrEmpty(string s); public static bool IsNullOrWhiteSpace(string s);
    public static string Format(string f, params object[] a); public static string Join(string s, params object[] a); public static string Join<T>(string s, IEnumerable<T> a); public static string Concat(params object[] a);
    public static int Compare(string a, string b); public static int Compare(string a, string b, StringComparison c); public static bool Equals(string a, string b, StringComparison c);
    public bool Equals(string s); public bool Equals(string s, StringComparison c); public int CompareTo(string s);
    public bool Contains(string s); public bool Contains(char s); public bool Contains(string s, StringComparison c);
    public bool StartsWith(string s); public bool StartsWith(char s); public bool StartsWith(string s, StringComparison c); public bool EndsWith(string s); public bool EndsWith(char s); public bool EndsWith(string s, StringComparison c);
    public int IndexOf(string s); public int IndexOf(char s); public int IndexOf(char s, int a); public int IndexOf(string s, StringComparison c); public int LastIndexOf(string s); public int LastIndexOf(char s);
    public string Substring(int a); public string Substring(int a, int n); public string Replace(string a, string b); public string Replace(char a, char b); public string Replace(string a, string b, StringComparison c);
    public string Trim(); public string Trim(params char[] c); public string TrimStart(params char[] c); public string TrimEnd(params char[] c); public string ToUpper(); public string ToLower(); public string ToUpperInvariant(); public string ToLowerInvariant();
    public string[] Split(params char[] c); public string[] Split(char c, StringSplitOptions o); public string[] Split(string s, StringSplitOptions o); public string PadLeft(int n); public string PadLeft(int n, char c); public string PadRight(int n); public string PadRight(int n, char c); public string Insert(int i, string s); public string Remove(int i); public string Remove(int i, int n); public char[] ToCharArray();
    public CharEnumerator GetEnumerator();
  }
  public class CharEnumerator { public char MoveNext(); }
  public enum StringComparison { Ordinal, OrdinalIgnoreCase, InvariantCulture, InvariantCultureIgnoreCase, CurrentCulture, CurrentCultureIgnoreCase }
  public enum StringSplitOptions { None, RemoveEmptyEntries, TrimEntries }
  public class StringComparer : IEqualityComparer<string>, IComparer<string> { public static StringComparer Ordinal; public static StringComparer OrdinalIgnoreCase; public static StringComparer InvariantCultureIgnoreCase; public static StringComparer CurrentCulture; }
  public struct Nullable<T> { public bool HasValue; public T Value; public T GetValueOrDefault(); public T GetValueOrDefault(T d); }
  public class Array : IList { public int Length; public int Rank; public static void Copy(Array a, Array b, int n); public static int IndexOf<T>(T[] a, T v); public static void Sort<T>(T[] a); public static void Reverse(Array a); public static T[] Empty<T>(); public static void Resize<T>(ref T[] a, int n); public static bool Exists<T>(T[] a, Predicate<T> p); public static T Find<T>(T[] a, Predicate<T> p); public static int FindIndex<T>(T[] a, Predicate<T> p); public static T[] FindAll<T>(T[] a, Predicate<T> p); public static U[] ConvertAll<T, U>(T[] a, Func<T, U> f); public static void ForEach<T>(T[] a, Action<T> f); public object GetValue(int i); public void CopyTo(Array a, int i); public object Clone(); public int GetLength(int d); }
  public class Array<T> : Array, IList<T>, IReadOnlyList<T> { public T this[int i] => default; public IEnumerator<T> GetEnumerator(); }
  public struct Span<T> { public int Length; public T this[int i] => default; public Span<T> Slice(int a); public Span<T> Slice(int a, int n); public T[] ToArray(); public void CopyTo(Span<T> s); public IEnumerator<T> GetEnumerator(); }
  public struct ReadOnlySpan<T> { public int Length; public T this[int i] => default; public ReadOnlySpan<T> Slice(int a); public ReadOnlySpan<T> Slice(int a, int n); public T[] ToArray(); public IEnumerator<T> GetEnumerator(); }
  public struct Memory<T> { public int Length; public Span<T> Span; public Memory<T> Slice(int a); public Memory<T> Slice(int a, int n); }
  public struct ReadOnlyMemory<T> { public int Length; public ReadOnlySpan<T> Span; }
  public struct ArraySegment<T> : IList<T> { public T[] Array; public int Offset; public int Count; }
  public class Lazy<T> { public Lazy(Func<T> f) {} public Lazy(Func<T> f, bool b) {} public T Value; public bool IsValueCreated; }
  public class Tuple { public static Tuple<A, B> Create<A, B>(A a, B b); public static Tuple<A, B, C> Create<A, B, C>(A a, B b, C c); }
  public class Tuple<A, B> { public Tuple(A a, B b) {} public A Item1; public B Item2; }
  public class Tuple<A, B, C> { public Tuple(A a, B b, C c) {} public A Item1; public B Item2; public C Item3; }
  public class WeakReference { public object Target; public bool IsAlive; }
  public class WeakReference<T> { public bool TryGetTarget(out T t); }
  public class Random { public Random() {} public Random(int s) {} public int Next(); public int Next(int n); public int Next(int a, int b); public double NextDouble(); }
  public class Guid : IComparable, IComparable<Guid>, IEquatable<Guid>, IFormattable { public static Guid NewGuid(); public static Guid Empty; public static Guid Parse(string s); public static bool TryParse(string s, out Guid g); public string ToString(string f); public byte[] ToByteArray(); }
  public class Uri { public Uri(string s) {} public Uri(string s, UriKind k) {} public Uri(Uri u, string s) {} public string AbsolutePath; public string AbsoluteUri; public string Host; public int Port; public string Scheme; public string Query; public static string EscapeDataString(string s); public static string UnescapeDataString(string s); public static bool TryCreate(string s, UriKind k, out Uri u); }
  public enum UriKind { Absolute, Relative, RelativeOrAbsolute }
  public class Version { public int Major; public int Minor; public int Build; public static Version Parse(string s); }
  public class DateTime : IComparable, IComparable<DateTime>, IEquatable<DateTime>, IFormattable { public DateTime(int y, int m, int d) {} public static DateTime Now; public static DateTime UtcNow; public static DateTime Today; public static DateTime MinValue; public static DateTime MaxValue; public DateTime Date; public int Year; public int Month; public int Day; public int Hour; public int Minute; public int Second; public long Ticks; public DayOfWeek DayOfWeek; public DateTimeKind Kind; public TimeSpan TimeOfDay; public DateTime AddDays(double d); public DateTime AddHours(double d); public DateTime AddMinutes(double d); public DateTime AddSeconds(double d); public DateTime AddMilliseconds(double d); public DateTime AddMonths(int d); public DateTime AddYears(int d); public DateTime Add(TimeSpan t); public DateTime AddTicks(long t); public TimeSpan Subtract(DateTime t); public DateTime ToUniversalTime(); public DateTime ToLocalTime(); public string ToString(string f); public string ToString(string f, IFormatProvider p); public static DateTime Parse(string s); public static bool TryParse(string s, out DateTime d); }
  public enum DayOfWeek { Sunday, Monday, Tuesday, Wednesday, Thursday, Friday, Saturday }
  public enum DateTimeKind { Utc, Local, Unspecified }
  public class DateTimeOffset : IComparable, IComparable<DateTimeOffset>, IEquatable<DateTimeOffset>, IFormattable { public static DateTimeOffset Now; public static DateTimeOffset UtcNow; public DateTime DateTime; public DateTime UtcDateTime; public long ToUnixTimeSeconds(); public long ToUnixTimeMilliseconds(); public static DateTimeOffset FromUnixTimeSeconds(long s); public DateTimeOffset AddDays(double d); public DateTimeOffset AddMinutes(double d); public DateTimeOffset AddSeconds(double d); public DateTimeOffset Add(TimeSpan t); }
  public class TimeSpan : IComparable, IComparable<TimeSpan>, IEquatable<TimeSpan>, IFormattable { public static TimeSpan Zero; public static TimeSpan MaxValue; public double TotalSeconds; public double TotalMilliseconds; public double TotalMinutes; public double TotalHours; public double TotalDays; public long Ticks; public static TimeSpan FromSeconds(double d); public static TimeSpan FromMilliseconds(double d); public static TimeSpan FromMinutes(double d); public static TimeSpan FromHours(double d); public static TimeSpan FromDays(double d); public static TimeSpan FromTicks(long t); public TimeSpan Add(TimeSpan t); public string ToString(string f); }
  public class Console { public static void WriteLine(); public static void WriteLine(object o); public static void WriteLine(string f, params object[] a); public static void Write(object o); public static string ReadLine(); public static TextWriter Out; public static TextWriter Error; public static TextReader In; }
  public class Math { public static int Abs(int a); public static int Max(int a, int b); public static int Min(int a, int b); public static double Pow(double a, double b); public static double Sqrt(double a); public static double Round(double a); public static double Floor(double a); public static double Ceiling(double a); public static int Sign(int a); public static int Clamp(int a, int b, int c); }
  public class Convert { public static int ToInt32(object o); public static long ToInt64(object o); public static double ToDouble(object o); public static decimal ToDecimal(object o); public static bool ToBoolean(object o); public static string ToString(object o); public static string ToBase64String(byte[] b); public static byte[] FromBase64String(string s); public static object ChangeType(object o, Type t); }
  public class Environment { public static string NewLine; public static string MachineName; public static int ProcessorCount; public static int TickCount; public static string GetEnvironmentVariable(string s); public static void Exit(int c); public static string CurrentDirectory; }
  public class GC { public static void SuppressFinalize(object o); public static void Collect(); }
  public class Activator { public static object CreateInstance(Type t, params object[] a); public static T CreateInstance<T>(); }
  public class BitConverter { public static byte[] GetBytes(int i); public static int ToInt32(byte[] b, int i); }
  public class Buffer { public static void BlockCopy(Array a, int i, Array b, int j, int n); }
  public class AppContext { public static string BaseDirectory; }
  public class AppDomain { public static AppDomain CurrentDomain; public string BaseDirectory; }
  public class Exception {
    public Exception() {} public Exception(string m) {} public Exception(string m, Exception e) {}
    public virtual string Message; public Exception InnerException; public virtual string StackTrace; public string Source; public int HResult; public virtual Exception GetBaseException();
  }
  public class SystemException : Exception {}
  public class ApplicationException : Exception { public ApplicationException() {} public ApplicationException(string m) {} public ApplicationException(string m, Exception e) {} }
  public class ArgumentException : SystemException { public ArgumentException() {} public ArgumentException(string m) {} public ArgumentException(string m, string p) {} public ArgumentException(string m, Exception e) {} public virtual string ParamName; public static void ThrowIfNullOrEmpty(string s); public static void ThrowIfNullOrWhiteSpace(string s); }
  public class ArgumentNullException : ArgumentException { public ArgumentNullException() {} public ArgumentNullException(string m) {} public ArgumentNullException(string m, string p) {} public static void ThrowIfNull(object o); }
  public class ArgumentOutOfRangeException : ArgumentException { public ArgumentOutOfRangeException() {} public ArgumentOutOfRangeException(string m) {} public ArgumentOutOfRangeException(string m, string p) {} public ArgumentOutOfRangeException(string m, object o, string p) {} }
  public class InvalidOperationException : SystemException { public InvalidOperationException() {} public InvalidOperationException(string m) {} public InvalidOperationException(string m, Exception e) {} }
  public class NotSupportedException : SystemException { public NotSupportedException() {} public NotSupportedException(string m) {} }
  public class NotImplementedException : SystemException { public NotImplementedException() {} public NotImplementedException(string m) {} }
  public class ObjectDisposedException : InvalidOperationException { public ObjectDisposedException(string m) {} }
  public class FormatException : SystemException { public FormatException() {} public FormatException(string m) {} public FormatException(string m, Exception e) {} }
  public class NullReferenceException : SystemException {}
  public class IndexOutOfRangeException : SystemException { public IndexOutOfRangeException() {} public IndexOutOfRangeException(string m) {} }
  public class InvalidCastException : SystemException { public InvalidCastException() {} public InvalidCastException(string m) {} }
  public class OverflowException : SystemException { public OverflowException() {} public OverflowException(string m) {} }
  public class DivideByZeroException : SystemException {}
  public class TimeoutException : SystemException { public TimeoutException() {} public TimeoutException(string m) {} }
  public class OperationCanceledException : SystemException { public OperationCanceledException() {} public OperationCanceledException(string m) {} }
  public class UnauthorizedAccessException : SystemException { public UnauthorizedAccessException() {} public UnauthorizedAccessException(string m) {} }
  public class AggregateException : Exception { public AggregateException Flatten(); public IReadOnlyList<Exception> InnerExceptions; }
}
namespace System.Collections {
  public interface IEnumerable { IEnumerator GetEnumerator(); }
  public interface IEnumerator { object MoveNext(); object Current { get; } void Reset(); }
  public interface ICollection : IEnumerable { int Count { get; } void CopyTo(Array a, int i); }
  public interface IList : ICollection { int Add(object o); void Clear(); bool Contains(object o); int IndexOf(object o); void Insert(int i, object o); void Remove(object o); void RemoveAt(int i); object this[int i] { get; set; } }
  public interface IDictionary : ICollection { object this[object k] { get; set; } void Add(object k, object v); bool Contains(object k); void Remove(object k); ICollection Keys { get; } ICollection Values { get; } }
  public interface IComparer { int Compare(object a, object b); }
  public interface IEqualityComparer { bool Equals(object a, object b); int GetHashCode(object o); }
  public class ArrayList : IList {}
  public class Hashtable : IDictionary {}
}
namespace System.Collections.Generic {
  public interface IEnumerator<T> : IEnumerator, IDisposable { T MoveNext(); T Current { get; } }
  public interface IEnumerable<T> : IEnumerable { IEnumerator<T> GetEnumerator(); }
  public interface IAsyncEnumerator<T> { T MoveNext(); ValueTask<bool> MoveNextAsync(); T Current { get; } }
  public interface IAsyncEnumerable<T> { IAsyncEnumerator<T> GetEnumerator(); IAsyncEnumerator<T> GetAsyncEnumerator(); IAsyncEnumerator<T> GetAsyncEnumerator(CancellationToken t); }
  public interface IReadOnlyCollection<T> : IEnumerable<T> { int Count { get; } }
  public interface IReadOnlyList<T> : IReadOnlyCollection<T> { T this[int i] { get; } }
  public interface ICollection<T> : IEnumerable<T> { int Count { get; } bool IsReadOnly { get; } void Add(T t); void Clear(); bool Contains(T t); bool Remove(T t); void CopyTo(T[] a, int i); }
  public interface IList<T> : ICollection<T> { T this[int i] { get; set; } int IndexOf(T t); void Insert(int i, T t); void RemoveAt(int i); }
  public interface ISet<T> : ICollection<T> { bool Add(T t); void UnionWith(IEnumerable<T> o); void ExceptWith(IEnumerable<T> o); void IntersectWith(IEnumerable<T> o); bool IsSubsetOf(IEnumerable<T> o); bool SetEquals(IEnumerable<T> o); bool Overlaps(IEnumerable<T> o); }
  public interface IReadOnlyDictionary<K, V> : IReadOnlyCollection<KeyValuePair<K, V>> { V this[K k] { get; } bool ContainsKey(K k); bool TryGetValue(K k, out V v); IEnumerable<K> Keys { get; } IEnumerable<V> Values { get; } }
  public interface IDictionary<K, V> : ICollection<KeyValuePair<K, V>> { V this[K k] { get; set; } void Add(K k, V v); bool ContainsKey(K k); bool Remove(K k); bool TryGetValue(K k, out V v); ICollection<K> Keys { get; } ICollection<V> Values { get; } }
  public interface IComparer<T> { int Compare(T a, T b); }
  public interface IEqualityComparer<T> { bool Equals(T a, T b); int GetHashCode(T o); }
  public class Comparer<T> : IComparer<T> { public static Comparer<T> Default; public int Compare(T a, T b); public static Comparer<T> Create(Comparison<T> c); }
  public class EqualityComparer<T> : IEqualityComparer<T> { public static EqualityComparer<T> Default; public bool Equals(T a, T b); public int GetHashCode(T o); }
  public struct KeyValuePair<K, V> { public KeyValuePair(K k, V v) {} public K Key; public V Value; public void Deconstruct(out K k, out V v); }
  public class KeyNotFoundException : SystemException { public KeyNotFoundException() {} public KeyNotFoundException(string m) {} }
  public class List<T> : IList<T>, IReadOnlyList<T>, IList {
    public List() {} public List(int n) {} public List(IEnumerable<T> e) {}
    public int Count; public int Capacity; public T this[int i] => default;
    public void Add(T t); public void AddRange(IEnumerable<T> e); public void Clear(); public bool Contains(T t); public bool Remove(T t); public void RemoveAt(int i); public int RemoveAll(Predicate<T> p); public void RemoveRange(int i, int n); public void Insert(int i, T t); public void InsertRange(int i, IEnumerable<T> e); public int IndexOf(T t); public T Find(Predicate<T> p); public List<T> FindAll(Predicate<T> p); public T FindLast(Predicate<T> p); public int FindIndex(Predicate<T> p); public bool Exists(Predicate<T> p); public bool TrueForAll(Predicate<T> p); public void ForEach(Action<T> f); public List<U> ConvertAll<U>(Func<T, U> f); public void Sort(); public void Sort(Comparison<T> c); public void Sort(IComparer<T> c); public void Reverse(); public T[] ToArray(); public List<T> GetRange(int i, int n); public void CopyTo(T[] a); public ReadOnlyCollection<T> AsReadOnly(); public int BinarySearch(T t); public IEnumerator<T> GetEnumerator();
  }
  public class Dictionary<K, V> : IDictionary<K, V>, IReadOnlyDictionary<K, V>, IDictionary {
    public Dictionary() {} public Dictionary(int n) {} public Dictionary(IEqualityComparer<K> c) {} public Dictionary(IDictionary<K, V> d) {} public Dictionary(int n, IEqualityComparer<K> c) {} public Dictionary(IDictionary<K, V> d, IEqualityComparer<K> c) {}
    public int Count; public V this[K k] => default; public ICollection<K> Keys; public ICollection<V> Values; public IEqualityComparer<K> Comparer;
    public void Add(K k, V v); public bool ContainsKey(K k); public bool ContainsValue(V v); public bool Remove(K k); public bool Remove(K k, out V v); public bool TryGetValue(K k, out V v); public bool TryAdd(K k, V v); public void Clear(); public IEnumerator<KeyValuePair<K, V>> GetEnumerator();
  }
  public class SortedDictionary<K, V> : IDictionary<K, V> { public V this[K k] => default; public ICollection<K> Keys; public ICollection<V> Values; }
  public class SortedList<K, V> : IDictionary<K, V> { public V this[K k] => default; public IList<K> Keys; public IList<V> Values; }
  public class HashSet<T> : ISet<T>, IReadOnlyCollection<T> { public HashSet() {} public HashSet(IEnumerable<T> e) {} public HashSet(IEqualityComparer<T> c) {} public HashSet(IEnumerable<T> e, IEqualityComparer<T> c) {} public int Count; public bool Add(T t); public bool Contains(T t); public bool Remove(T t); public int RemoveWhere(Predicate<T> p); public void Clear(); public bool TryGetValue(T a, out T b); }
  public class SortedSet<T> : ISet<T> { public T Min; public T Max; }
  public class Queue<T> : IReadOnlyCollection<T> { public Queue() {} public Queue(IEnumerable<T> e) {} public int Count; public void Enqueue(T t); public T Dequeue(); public T Peek(); public bool TryDequeue(out T t); public bool TryPeek(out T t); public void Clear(); public bool Contains(T t); public T[] ToArray(); }
  public class Stack<T> : IReadOnlyCollection<T> { public Stack() {} public Stack(IEnumerable<T> e) {} public int Count; public void Push(T t); public T Pop(); public T Peek(); public bool TryPop(out T t); public bool TryPeek(out T t); public void Clear(); public bool Contains(T t); public T[] ToArray(); }
  public class LinkedListNode<T> { public T Value; public LinkedListNode<T> Next; public LinkedListNode<T> Previous; }
  public class LinkedList<T> : ICollection<T> { public LinkedListNode<T> First; public LinkedListNode<T> Last; public LinkedListNode<T> AddLast(T t); public LinkedListNode<T> AddFirst(T t); public void Remove(LinkedListNode<T> n); public void RemoveFirst(); public void RemoveLast(); }
  public class PriorityQueue<T, P> { public int Count; public void Enqueue(T t, P p); public T Dequeue(); public T Peek(); public bool TryDequeue(out T t, out P p); }
}
namespace System.Collections.ObjectModel {
  public class Collection<T> : IList<T>, IReadOnlyList<T> { protected IList<T> Items; public T this[int i] => default; protected virtual void InsertItem(int i, T t); protected virtual void SetItem(int i, T t); protected virtual void RemoveItem(int i); protected virtual void ClearItems(); }
  public class ReadOnlyCollection<T> : IReadOnlyList<T>, IList<T> { public ReadOnlyCollection(IList<T> l) {} public T this[int i] => default; }
  public class ObservableCollection<T> : Collection<T> {}
  public class KeyedCollection<K, T> : Collection<T> { public T this[K k] => default; protected virtual K GetKeyForItem(T t); public bool Contains(K k); public bool TryGetValue(K k, out T t); }
  public class ReadOnlyDictionary<K, V> : IReadOnlyDictionary<K, V> { public ReadOnlyDictionary(IDictionary<K, V> d) {} }
}
namespace System.Collections.Concurrent {
  public class ConcurrentDictionary<K, V> : IDictionary<K, V> { public V this[K k] => default; public V GetOrAdd(K k, Func<K, V> f); public V GetOrAdd(K k, V v); public V AddOrUpdate(K k, V v, Func<K, V, V> f); public V AddOrUpdate(K k, Func<K, V> g, Func<K, V, V> f); public bool TryAdd(K k, V v); public bool TryRemove(K k, out V v); public bool TryUpdate(K k, V v, V w); public ICollection<K> Keys; public ICollection<V> Values; }
  public class ConcurrentQueue<T> : IReadOnlyCollection<T> { public void Enqueue(T t); public bool TryDequeue(out T t); public bool TryPeek(out T t); public bool IsEmpty; }
  public class ConcurrentStack<T> : IReadOnlyCollection<T> { public void Push(T t); public bool TryPop(out T t); }
  public class ConcurrentBag<T> : IReadOnlyCollection<T> { public void Add(T t); public bool TryTake(out T t); }
  public class BlockingCollection<T> : IReadOnlyCollection<T> { public void Add(T t); public T Take(); public bool TryTake(out T t); public IEnumerable<T> GetConsumingEnumerable(); }
}
namespace System.Collections.Immutable {
  public interface IImmutableList<T> : IReadOnlyList<T> { IImmutableList<T> Add(T t); }
  public class ImmutableArray { public static ImmutableArray<T> Create<T>(params T[] t); }
  public class ImmutableArray<T> : IImmutableList<T> { public static ImmutableArray<T> Empty; public int Length; public T this[int i] => default; public ImmutableArray<T> Add(T t); public ImmutableArray<T> AddRange(IEnumerable<T> t); public bool IsDefaultOrEmpty; }
  public class ImmutableList<T> : IImmutableList<T> { public static ImmutableList<T> Empty; public T this[int i] => default; public ImmutableList<T> Add(T t); public ImmutableList<T> AddRange(IEnumerable<T> t); public ImmutableList<T> Remove(T t); }
  public class ImmutableDictionary<K, V> : IReadOnlyDictionary<K, V> { public static ImmutableDictionary<K, V> Empty; public V this[K k] => default; public ImmutableDictionary<K, V> Add(K k, V v); public ImmutableDictionary<K, V> SetItem(K k, V v); public ImmutableDictionary<K, V> Remove(K k); }
  public class ImmutableHashSet<T> : IReadOnlyCollection<T> { public static ImmutableHashSet<T> Empty; public ImmutableHashSet<T> Add(T t); public bool Contains(T t); }
}
namespace System.Linq {
  public interface IGrouping<K, T> : IEnumerable<T> { K Key { get; } }
  public interface ILookup<K, T> : IEnumerable<IGrouping<K, T>> { IEnumerable<T> this[K k] { get; } bool Contains(K k); int Count { get; } }
  public interface IOrderedEnumerable<T> : IEnumerable<T> {}
  public interface IQueryable : IEnumerable {}
  public interface IQueryable<T> : IEnumerable<T>, IQueryable {}
  public interface IOrderedQueryable<T> : IQueryable<T>, IOrderedEnumerable<T> {}
  public static class Queryable {
    public static IQueryable<T> Where<T>(this IQueryable<T> s, Expression<Func<T, bool>> p); public static IQueryable<U> Select<T, U>(this IQueryable<T> s, Expression<Func<T, U>> f); public static IQueryable<U> SelectMany<T, U>(this IQueryable<T> s, Expression<Func<T, IEnumerable<U>>> f);
    public static bool Any<T>(this IQueryable<T> s); public static bool Any<T>(this IQueryable<T> s, Expression<Func<T, bool>> p); public static bool All<T>(this IQueryable<T> s, Expression<Func<T, bool>> p); public static int Count<T>(this IQueryable<T> s); public static int Count<T>(this IQueryable<T> s, Expression<Func<T, bool>> p);
    public static T First<T>(this IQueryable<T> s); public static T First<T>(this IQueryable<T> s, Expression<Func<T, bool>> p); public static T FirstOrDefault<T>(this IQueryable<T> s); public static T FirstOrDefault<T>(this IQueryable<T> s, Expression<Func<T, bool>> p); public static T Single<T>(this IQueryable<T> s); public static T Single<T>(this IQueryable<T> s, Expression<Func<T, bool>> p); public static T SingleOrDefault<T>(this IQueryable<T> s); public static T SingleOrDefault<T>(this IQueryable<T> s, Expression<Func<T, bool>> p);
    public static IOrderedQueryable<T> OrderBy<T, K>(this IQueryable<T> s, Expression<Func<T, K>> f); public static IOrderedQueryable<T> OrderByDescending<T, K>(this IQueryable<T> s, Expression<Func<T, K>> f); public static IOrderedQueryable<T> ThenBy<T, K>(this IOrderedQueryable<T> s, Expression<Func<T, K>> f); public static IOrderedQueryable<T> ThenByDescending<T, K>(this IOrderedQueryable<T> s, Expression<Func<T, K>> f);
    public static IQueryable<IGrouping<K, T>> GroupBy<T, K>(this IQueryable<T> s, Expression<Func<T, K>> f); public static IQueryable<T> Distinct<T>(this IQueryable<T> s); public static IQueryable<T> Take<T>(this IQueryable<T> s, int n); public static IQueryable<T> Skip<T>(this IQueryable<T> s, int n); public static int Sum<T>(this IQueryable<T> s, Expression<Func<T, int>> f); public static U Max<T, U>(this IQueryable<T> s, Expression<Func<T, U>> f); public static U Min<T, U>(this IQueryable<T> s, Expression<Func<T, U>> f);
  }
  public static class Enumerable {
    public static IEnumerable<T> Empty<T>(); public static IEnumerable<int> Range(int a, int n); public static IEnumerable<T> Repeat<T>(T t, int n);
    public static IEnumerable<T> Where<T>(this IEnumerable<T> s, Func<T, bool> p); public static IEnumerable<T> Where<T>(this IEnumerable<T> s, Func<T, int, bool> p);
    public static IEnumerable<U> Select<T, U>(this IEnumerable<T> s, Func<T, U> f); public static IEnumerable<U> Select<T, U>(this IEnumerable<T> s, Func<T, int, U> f);
    public static IEnumerable<U> SelectMany<T, U>(this IEnumerable<T> s, Func<T, IEnumerable<U>> f); public static IEnumerable<R> SelectMany<T, U, R>(this IEnumerable<T> s, Func<T, IEnumerable<U>> f, Func<T, U, R> g);
    public static IEnumerable<U> OfType<U>(this IEnumerable s); public static IEnumerable<U> Cast<U>(this IEnumerable s);
    public static bool Any<T>(this IEnumerable<T> s); public static bool Any<T>(this IEnumerable<T> s, Func<T, bool> p); public static bool All<T>(this IEnumerable<T> s, Func<T, bool> p); public static bool Contains<T>(this IEnumerable<T> s, T t); public static bool Contains<T>(this IEnumerable<T> s, T t, IEqualityComparer<T> c);
    public static int Count<T>(this IEnumerable<T> s); public static int Count<T>(this IEnumerable<T> s, Func<T, bool> p); public static long LongCount<T>(this IEnumerable<T> s);
    public static T First<T>(this IEnumerable<T> s); public static T First<T>(this IEnumerable<T> s, Func<T, bool> p); public static T FirstOrDefault<T>(this IEnumerable<T> s); public static T FirstOrDefault<T>(this IEnumerable<T> s, Func<T, bool> p); public static T Last<T>(this IEnumerable<T> s); public static T Last<T>(this IEnumerable<T> s, Func<T, bool> p); public static T LastOrDefault<T>(this IEnumerable<T> s); public static T LastOrDefault<T>(this IEnumerable<T> s, Func<T, bool> p); public static T Single<T>(this IEnumerable<T> s); public static T Single<T>(this IEnumerable<T> s, Func<T, bool> p); public static T SingleOrDefault<T>(this IEnumerable<T> s); public static T SingleOrDefault<T>(this IEnumerable<T> s, Func<T, bool> p); public static T ElementAt<T>(this IEnumerable<T> s, int i); public static T ElementAtOrDefault<T>(this IEnumerable<T> s, int i);
    public static IOrderedEnumerable<T> OrderBy<T, K>(this IEnumerable<T> s, Func<T, K> f); public static IOrderedEnumerable<T> OrderBy<T, K>(this IEnumerable<T> s, Func<T, K> f, IComparer<K> c); public static IOrderedEnumerable<T> OrderByDescending<T, K>(this IEnumerable<T> s, Func<T, K> f); public static IOrderedEnumerable<T> ThenBy<T, K>(this IOrderedEnumerable<T> s, Func<T, K> f); public static IOrderedEnumerable<T> ThenByDescending<T, K>(this IOrderedEnumerable<T> s, Func<T, K> f); public static IEnumerable<T> Reverse<T>(this IEnumerable<T> s);
    public static IEnumerable<IGrouping<K, T>> GroupBy<T, K>(this IEnumerable<T> s, Func<T, K> f); public static IEnumerable<IGrouping<K, U>> GroupBy<T, K, U>(this IEnumerable<T> s, Func<T, K> f, Func<T, U> g); public static ILookup<K, T> ToLookup<T, K>(this IEnumerable<T> s, Func<T, K> f); public static ILookup<K, U> ToLookup<T, K, U>(this IEnumerable<T> s, Func<T, K> f, Func<T, U> g);
    public static IEnumerable<T> Distinct<T>(this IEnumerable<T> s); public static IEnumerable<T> Distinct<T>(this IEnumerable<T> s, IEqualityComparer<T> c); public static IEnumerable<T> DistinctBy<T, K>(this IEnumerable<T> s, Func<T, K> f); public static IEnumerable<T> Union<T>(this IEnumerable<T> s, IEnumerable<T> o); public static IEnumerable<T> Except<T>(this IEnumerable<T> s, IEnumerable<T> o); public static IEnumerable<T> Intersect<T>(this IEnumerable<T> s, IEnumerable<T> o); public static IEnumerable<T> Concat<T>(this IEnumerable<T> s, IEnumerable<T> o); public static IEnumerable<T> Append<T>(this IEnumerable<T> s, T t); public static IEnumerable<T> Prepend<T>(this IEnumerable<T> s, T t);
    public static IEnumerable<T> Take<T>(this IEnumerable<T> s, int n); public static IEnumerable<T> Skip<T>(this IEnumerable<T> s, int n); public static IEnumerable<T> TakeWhile<T>(this IEnumerable<T> s, Func<T, bool> p); public static IEnumerable<T> SkipWhile<T>(this IEnumerable<T> s, Func<T, bool> p); public static IEnumerable<T> DefaultIfEmpty<T>(this IEnumerable<T> s); public static IEnumerable<T[]> Chunk<T>(this IEnumerable<T> s, int n);
    public static T[] ToArray<T>(this IEnumerable<T> s); public static List<T> ToList<T>(this IEnumerable<T> s); public static HashSet<T> ToHashSet<T>(this IEnumerable<T> s); public static HashSet<T> ToHashSet<T>(this IEnumerable<T> s, IEqualityComparer<T> c); public static Dictionary<K, T> ToDictionary<T, K>(this IEnumerable<T> s, Func<T, K> f); public static Dictionary<K, U> ToDictionary<T, K, U>(this IEnumerable<T> s, Func<T, K> f, Func<T, U> g); public static IEnumerable<T> AsEnumerable<T>(this IEnumerable<T> s); public static IQueryable<T> AsQueryable<T>(this IEnumerable<T> s);
    public static int Sum(this IEnumerable<int> s); public static int Sum<T>(this IEnumerable<T> s, Func<T, int> f); public static T Max<T>(this IEnumerable<T> s); public static U Max<T, U>(this IEnumerable<T> s, Func<T, U> f); public static T Min<T>(this IEnumerable<T> s); public static U Min<T, U>(this IEnumerable<T> s, Func<T, U> f); public static T MaxBy<T, K>(this IEnumerable<T> s, Func<T, K> f); public static T MinBy<T, K>(this IEnumerable<T> s, Func<T, K> f); public static double Average<T>(this IEnumerable<T> s, Func<T, double> f); public static A Aggregate<T, A>(this IEnumerable<T> s, A a, Func<A, T, A> f); public static T Aggregate<T>(this IEnumerable<T> s, Func<T, T, T> f);
    public static IEnumerable<R> Zip<T, U, R>(this IEnumerable<T> s, IEnumerable<U> o, Func<T, U, R> f); public static IEnumerable<R> Join<T, U, K, R>(this IEnumerable<T> s, IEnumerable<U> o, Func<T, K> f, Func<U, K> g, Func<T, U, R> r); public static IEnumerable<R> GroupJoin<T, U, K, R>(this IEnumerable<T> s, IEnumerable<U> o, Func<T, K> f, Func<U, K> g, Func<T, IEnumerable<U>, R> r); public static bool SequenceEqual<T>(this IEnumerable<T> s, IEnumerable<T> o);
  }
}
namespace System.Linq.Expressions {
  public class Expression { public Type Type; }
  public class Expression<T> : Expression { public T Compile(); }
}
namespace System.Threading {
  public struct CancellationToken { public static CancellationToken None; public bool IsCancellationRequested; public bool CanBeCanceled; public void ThrowIfCancellationRequested(); public CancellationTokenRegistration Register(Action a); }
  public struct CancellationTokenRegistration : IDisposable { public void Dispose(); }
  public class CancellationTokenSource : IDisposable { public CancellationTokenSource() {} public CancellationTokenSource(TimeSpan t) {} public CancellationToken Token; public bool IsCancellationRequested; public void Cancel(); public void CancelAfter(TimeSpan t); public void Dispose(); public static CancellationTokenSource CreateLinkedTokenSource(params CancellationToken[] t); }
  public class Interlocked { public static int Increment(ref int i); public static int Decrement(ref int i); public static T Exchange<T>(ref T a, T b); public static T CompareExchange<T>(ref T a, T b, T c); public static int Add(ref int a, int b); }
  public class Thread { public Thread(ThreadStart s) {} public static void Sleep(int n); public void Start(); public void Join(); public static Thread CurrentThread; public int ManagedThreadId; public string Name; public bool IsBackground; }
  public delegate void ThreadStart();
  public class Timer : IDisposable { public void Dispose(); public bool Change(int a, int b); }
  public class SemaphoreSlim : IDisposable { public SemaphoreSlim(int n) {} public SemaphoreSlim(int n, int m) {} public Task WaitAsync(); public Task WaitAsync(CancellationToken t); public void Wait(); public int Release(); public void Dispose(); }
  public class Monitor { public static void Enter(object o); public static void Exit(object o); public static bool TryEnter(object o); public static void Pulse(object o); public static void PulseAll(object o); public static bool Wait(object o); }
  public class Volatile { public static T Read<T>(ref T t); public static void Write<T>(ref T t, T v); }
  public class AsyncLocal<T> { public T Value; }
  public class ThreadLocal<T> { public T Value; }
  public class ManualResetEvent { public bool Set(); public bool Reset(); public bool WaitOne(); }
  public class ManualResetEventSlim { public void Set(); public void Reset(); public void Wait(); }
  public class AutoResetEvent { public bool Set(); public bool WaitOne(); }
  public class ReaderWriterLockSlim { public void EnterReadLock(); public void ExitReadLock(); public void EnterWriteLock(); public void ExitWriteLock(); }
}
namespace System.Threading.Tasks {
  public class TaskAwaiter { public void GetResult(); }
  public class TaskAwaiter<T> { public T GetResult(); }
  public class ConfiguredTask<T> { public TaskAwaiter<T> GetAwaiter(); }
  public class Task : IDisposable {
    public static Task CompletedTask; public bool IsCompleted; public bool IsFaulted; public bool IsCanceled; public AggregateException Exception; public int Id;
    public TaskAwaiter GetAwaiter(); public Task ConfigureAwait(bool b); public void Wait(); public void Dispose(); public Task ContinueWith(Action<Task> f);
    public static Task Run(Action f); public static Task Run(Func<Task> f); public static Task<T> Run<T>(Func<T> f); public static Task<T> Run<T>(Func<Task<T>> f); public static Task<T> FromResult<T>(T t); public static Task FromException(Exception e); public static Task Delay(int n); public static Task Delay(TimeSpan n); public static Task Delay(TimeSpan n, CancellationToken t); public static Task Delay(int n, CancellationToken t); public static Task WhenAll(params Task[] t); public static Task WhenAll(IEnumerable<Task> t); public static Task<T[]> WhenAll<T>(IEnumerable<Task<T>> t); public static Task<T[]> WhenAll<T>(params Task<T>[] t); public static Task<Task> WhenAny(params Task[] t); public static void WaitAll(params Task[] t); public static TaskFactory Factory;
  }
  public class TaskFactory { public Task StartNew(Action f); }
  public class Task<T> : Task { public T Result; public TaskAwaiter<T> GetAwaiter(); public ConfiguredTask<T> ConfigureAwait(bool b); public Task<U> ContinueWith<U>(Func<Task<T>, U> f); }
  public struct ValueTask { public TaskAwaiter GetAwaiter(); public ValueTask ConfigureAwait(bool b); public Task AsTask(); public static ValueTask CompletedTask; }
  public struct ValueTask<T> { public ValueTask(T t) {} public T Result; public TaskAwaiter<T> GetAwaiter(); public ConfiguredTask<T> ConfigureAwait(bool b); public Task<T> AsTask(); }
  public class TaskCompletionSource { public Task Task; public void SetResult(); public bool TrySetResult(); public void SetException(Exception e); }
  public class TaskCompletionSource<T> { public Task<T> Task; public void SetResult(T t); public bool TrySetResult(T t); public void SetException(Exception e); public bool TrySetException(Exception e); public bool TrySetCanceled(); public void SetCanceled(); }
  public class Parallel { public static object ForEach<T>(IEnumerable<T> s, Action<T> f); public static object For(int a, int b, Action<int> f); }
}
namespace System.IO {
  public class Stream : IDisposable { public static Stream Null; public virtual bool CanRead; public virtual bool CanSeek; public virtual bool CanWrite; public virtual long Length; public virtual long Position; public virtual int Read(byte[] b, int i, int n); public virtual void Write(byte[] b, int i, int n); public virtual Task<int> ReadAsync(byte[] b, int i, int n); public virtual Task<int> ReadAsync(byte[] b, int i, int n, CancellationToken t); public virtual Task WriteAsync(byte[] b, int i, int n); public virtual int ReadByte(); public virtual void WriteByte(byte b); public virtual long Seek(long o, SeekOrigin s); public virtual void SetLength(long n); public virtual void Flush(); public Task FlushAsync(); public void CopyTo(Stream s); public Task CopyToAsync(Stream s); public Task CopyToAsync(Stream s, CancellationToken t); public virtual void Close(); public void Dispose(); protected virtual void Dispose(bool b); }
  public enum SeekOrigin { Begin, Current, End }
  public class MemoryStream : Stream { public MemoryStream() {} public MemoryStream(byte[] b) {} public byte[] ToArray(); public byte[] GetBuffer(); public void WriteTo(Stream s); }
  public class FileStream : Stream { public FileStream(string p, FileMode m) {} public FileStream(string p, FileMode m, FileAccess a) {} public FileStream(string p, FileMode m, FileAccess a, FileShare s) {} }
  public enum FileMode { Open, Create, CreateNew, OpenOrCreate, Append, Truncate }
  public enum FileAccess { Read, Write, ReadWrite }
  public enum FileShare { None, Read, Write, ReadWrite, Delete }
  public class TextReader : IDisposable { public virtual string ReadLine(); public virtual string ReadToEnd(); public virtual int Read(); public virtual int Read(char[] c, int i, int n); public virtual int Peek(); public Task<string> ReadLineAsync(); public Task<string> ReadToEndAsync(); public void Dispose(); public virtual void Close(); }
  public class StreamReader : TextReader { public StreamReader(Stream s) {} public StreamReader(string p) {} public StreamReader(Stream s, Encoding e) {} public bool EndOfStream; public Stream BaseStream; }
  public class StringReader : TextReader { public StringReader(string s) {} }
  public class TextWriter : IDisposable { public virtual void Write(string s); public virtual void Write(char s); public virtual void Write(object s); public virtual void Write(char[] c, int i, int n); public virtual void Write(string f, params object[] a); public virtual void WriteLine(); public virtual void WriteLine(string s); public virtual void WriteLine(object s); public virtual void WriteLine(string f, params object[] a); public Task WriteAsync(string s); public Task WriteLineAsync(string s); public virtual void Flush(); public Task FlushAsync(); public void Dispose(); protected virtual void Dispose(bool b); public virtual void Close(); public IFormatProvider FormatProvider; public virtual string NewLine; }
  public class StreamWriter : TextWriter { public StreamWriter(Stream s) {} public StreamWriter(string p) {} public StreamWriter(Stream s, Encoding e) {} public Stream BaseStream; public bool AutoFlush; }
  public class StringWriter : TextWriter { public StringWriter() {} public StringWriter(IFormatProvider p) {} public StringWriter(StringBuilder b) {} public StringWriter(StringBuilder b, IFormatProvider p) {} public StringBuilder GetStringBuilder(); }
  public class BinaryReader : IDisposable { public BinaryReader(Stream s) {} public byte[] ReadBytes(int n); public int ReadInt32(); public byte ReadByte(); public long ReadInt64(); public string ReadString(); public void Dispose(); }
  public class BinaryWriter : IDisposable { public BinaryWriter(Stream s) {} public void Write(byte[] b); public void Write(int n); public void Flush(); public void Dispose(); }
  public class File { public static bool Exists(string p); public static void Delete(string p); public static string ReadAllText(string p); public static byte[] ReadAllBytes(string p); public static string[] ReadAllLines(string p); public static IEnumerable<string> ReadLines(string p); public static void WriteAllText(string p, string s); public static void WriteAllBytes(string p, byte[] b); public static void WriteAllLines(string p, IEnumerable<string> s); public static void AppendAllText(string p, string s); public static void Copy(string a, string b); public static void Copy(string a, string b, bool o); public static void Move(string a, string b); public static FileStream Open(string p, FileMode m); public static FileStream OpenRead(string p); public static FileStream OpenWrite(string p); public static FileStream Create(string p); public static StreamWriter CreateText(string p); public static StreamReader OpenText(string p); public static Task<string> ReadAllTextAsync(string p); public static Task<string> ReadAllTextAsync(string p, CancellationToken t); public static Task WriteAllTextAsync(string p, string s); public static DateTime GetLastWriteTimeUtc(string p); }
  public class Directory { public static bool Exists(string p); public static DirectoryInfo CreateDirectory(string p); public static void Delete(string p); public static void Delete(string p, bool r); public static string[] GetFiles(string p); public static string[] GetFiles(string p, string s); public static IEnumerable<string> EnumerateFiles(string p); public static IEnumerable<string> EnumerateFiles(string p, string s); public static string[] GetDirectories(string p); public static string GetCurrentDirectory(); }
  public class Path { public static string Combine(params string[] p); public static string GetFileName(string p); public static string GetFileNameWithoutExtension(string p); public static string GetExtension(string p); public static string GetDirectoryName(string p); public static string GetFullPath(string p); public static string GetTempPath(); public static string GetTempFileName(); public static string GetRandomFileName(); public static string ChangeExtension(string p, string e); public static bool IsPathRooted(string p); public static char DirectorySeparatorChar; public static char[] GetInvalidFileNameChars(); public static string Join(params string[] p); }
  public class FileSystemInfo { public string Name; public string FullName; public string Extension; public bool Exists; public DateTime LastWriteTimeUtc; public virtual void Delete(); }
  public class FileInfo : FileSystemInfo { public FileInfo(string p) {} public long Length; public DirectoryInfo Directory; public FileStream OpenRead(); }
  public class DirectoryInfo : FileSystemInfo { public DirectoryInfo(string p) {} public DirectoryInfo Parent; public FileInfo[] GetFiles(); public FileInfo[] GetFiles(string s); public void Create(); }
  public class IOException : SystemException { public IOException() {} public IOException(string m) {} public IOException(string m, Exception e) {} }
  public class FileNotFoundException : IOException { public FileNotFoundException() {} public FileNotFoundException(string m) {} public FileNotFoundException(string m, string f) {} }
  public class DirectoryNotFoundException : IOException {}
  public class EndOfStreamException : IOException {}
}
namespace System.Text {
  public class StringBuilder { public StringBuilder() {} public StringBuilder(int n) {} public StringBuilder(string s) {} public int Length; public char this[int i] => default; public StringBuilder Append(object o); public StringBuilder Append(string o); public StringBuilder Append(char o); public StringBuilder Append(char o, int n); public StringBuilder Append(string o, int i, int n); public StringBuilder AppendLine(); public StringBuilder AppendLine(string o); public StringBuilder AppendFormat(string f, params object[] a); public StringBuilder AppendFormat(IFormatProvider p, string f, params object[] a); public StringBuilder AppendJoin<T>(string s, IEnumerable<T> a); public StringBuilder Insert(int i, object o); public StringBuilder Replace(string a, string b); public StringBuilder Remove(int i, int n); public StringBuilder Clear(); public string ToString(int i, int n); }
  public class Encoding { public static Encoding UTF8; public static Encoding ASCII; public static Encoding Unicode; public static Encoding Default; public byte[] GetBytes(string s); public string GetString(byte[] b); public string GetString(byte[] b, int i, int n); public int GetByteCount(string s); public static Encoding GetEncoding(string s); }
  public class UTF8Encoding : Encoding { public UTF8Encoding() {} public UTF8Encoding(bool b) {} }
}
namespace System.Globalization { public class CultureInfo : IFormatProvider { public static CultureInfo InvariantCulture; public static CultureInfo CurrentCulture; public static CultureInfo CurrentUICulture; public string Name; public CultureInfo(string s) {} } }
namespace System.Diagnostics {
  public class Debug { public static void Assert(bool b); public static void Assert(bool b, string s); public static void WriteLine(string s); public static void Fail(string s); }
  public class Stopwatch { public static Stopwatch StartNew(); public void Start(); public void Stop(); public void Reset(); public void Restart(); public TimeSpan Elapsed; public long ElapsedMilliseconds; public static long GetTimestamp(); public static TimeSpan GetElapsedTime(long t); }
}
namespace System.Net.Http {
  public class HttpClient : IDisposable { public Uri BaseAddress; public HttpRequestHeaders DefaultRequestHeaders; public TimeSpan Timeout; public Task<HttpResponseMessage> GetAsync(string u); public Task<HttpResponseMessage> GetAsync(string u, CancellationToken t); public Task<string> GetStringAsync(string u); public Task<Stream> GetStreamAsync(string u); public Task<byte[]> GetByteArrayAsync(string u); public Task<HttpResponseMessage> PostAsync(string u, HttpContent c); public Task<HttpResponseMessage> PutAsync(string u, HttpContent c); public Task<HttpResponseMessage> PatchAsync(string u, HttpContent c); public Task<HttpResponseMessage> DeleteAsync(string u); public Task<HttpResponseMessage> SendAsync(HttpRequestMessage m); public Task<HttpResponseMessage> SendAsync(HttpRequestMessage m, CancellationToken t); public Task<T> GetFromJsonAsync<T>(string u); public Task<T> GetFromJsonAsync<T>(string u, CancellationToken t); public Task<HttpResponseMessage> PostAsJsonAsync<T>(string u, T v); public Task<HttpResponseMessage> PutAsJsonAsync<T>(string u, T v); public Task<HttpResponseMessage> PatchAsJsonAsync<T>(string u, T v); public Task<T> DeleteFromJsonAsync<T>(string u); public void Dispose(); }
  public class HttpRequestHeaders { public void Add(string k, string v); }
  public class HttpMethod { public static HttpMethod Get; public static HttpMethod Post; public static HttpMethod Put; public static HttpMethod Delete; public static HttpMethod Patch; public static HttpMethod Head; }
  public class HttpRequestMessage { public HttpRequestMessage(HttpMethod m, string u) {} public HttpContent Content; public HttpRequestHeaders Headers; public HttpMethod Method; public Uri RequestUri; }
  public class HttpResponseMessage { public HttpContent Content; public bool IsSuccessStatusCode; public object StatusCode; public HttpResponseMessage EnsureSuccessStatusCode(); }
  public class HttpContent { public Task<string> ReadAsStringAsync(); public Task<string> ReadAsStringAsync(CancellationToken t); public Task<Stream> ReadAsStreamAsync(); public Task<byte[]> ReadAsByteArrayAsync(); public Task<T> ReadFromJsonAsync<T>(); }
  public class StringContent : HttpContent { public StringContent(string s) {} public StringContent(string s, Encoding e, string m) {} }
  public interface IHttpClientFactory { HttpClient CreateClient(); HttpClient CreateClient(string n); }
}
// Names of other libraries that projects use without saying so, or that say what a class is for.
namespace Microsoft.AspNetCore.Mvc {
  using ControllerBase = Microsoft.AspNetCore.Mvc.ControllerBase;
  using Controller = Microsoft.AspNetCore.Mvc.Controller;
  using ApiControllerAttribute = Microsoft.AspNetCore.Mvc.ApiControllerAttribute;
  using RouteAttribute = Microsoft.AspNetCore.Mvc.RouteAttribute;
  using HttpGetAttribute = Microsoft.AspNetCore.Mvc.HttpGetAttribute;
  using HttpPostAttribute = Microsoft.AspNetCore.Mvc.HttpPostAttribute;
  using HttpPutAttribute = Microsoft.AspNetCore.Mvc.HttpPutAttribute;
  using HttpDeleteAttribute = Microsoft.AspNetCore.Mvc.HttpDeleteAttribute;
  using HttpPatchAttribute = Microsoft.AspNetCore.Mvc.HttpPatchAttribute;
  using HttpHeadAttribute = Microsoft.AspNetCore.Mvc.HttpHeadAttribute;
  using HttpOptionsAttribute = Microsoft.AspNetCore.Mvc.HttpOptionsAttribute;
  using ActionResult = Microsoft.AspNetCore.Mvc.ActionResult;
  using IActionResult = Microsoft.AspNetCore.Mvc.IActionResult;
  using FromBodyAttribute = Microsoft.AspNetCore.Mvc.FromBodyAttribute;
  using FromQueryAttribute = Microsoft.AspNetCore.Mvc.FromQueryAttribute;
  using FromRouteAttribute = Microsoft.AspNetCore.Mvc.FromRouteAttribute;
  using FromServicesAttribute = Microsoft.AspNetCore.Mvc.FromServicesAttribute;
}
namespace MediatR {
  public interface IBaseRequest {}
  public interface IRequest : IBaseRequest {}
  public interface IRequest<R> : IBaseRequest {}
  public interface IStreamRequest<R> {}
  public interface INotification {}
  public interface IRequestHandler<Q> {}
  public interface IRequestHandler<Q, R> {}
  public interface IStreamRequestHandler<Q, R> {}
  public interface INotificationHandler<N> {}
  public interface ISender { Task<R> Send<R>(IRequest<R> q, CancellationToken t = default); Task Send<Q>(Q q, CancellationToken t = default); IAsyncEnumerable<R> CreateStream<R>(IStreamRequest<R> q, CancellationToken t = default); }
  public interface IPublisher { Task Publish<N>(N n, CancellationToken t = default); }
  public interface IMediator : ISender, IPublisher {}
}
namespace Microsoft.AspNetCore.Builder {
  public class WebApplicationBuilder { public IServiceCollection Services; public IConfiguration Configuration; public WebApplication Build(); }
  public interface IApplicationBuilder {}
  public class WebApplication : IEndpointRouteBuilder, IApplicationBuilder, IAsyncDisposable { public static WebApplicationBuilder CreateBuilder(params string[] a); public static WebApplicationBuilder CreateSlimBuilder(params string[] a); public static WebApplication Create(params string[] a); public IServiceProvider Services; public IConfiguration Configuration; public void Run(); public void Run(string u); public Task RunAsync(); public WebApplication NewVersionedApi(string n); public WebApplication NewVersionedApi(); }
}
namespace Microsoft.AspNetCore.Routing {
  public interface IEndpointConventionBuilder {}
  public class RouteHandlerBuilder : IEndpointConventionBuilder {}
  public interface IEndpointRouteBuilder {
    RouteGroupBuilder MapGroup(string prefix); IEndpointRouteBuilder NewVersionedApi(string n); IEndpointRouteBuilder NewVersionedApi();
    RouteHandlerBuilder MapGet(string pattern, Delegate handler); RouteHandlerBuilder MapPost(string pattern, Delegate handler); RouteHandlerBuilder MapPut(string pattern, Delegate handler); RouteHandlerBuilder MapDelete(string pattern, Delegate handler); RouteHandlerBuilder MapPatch(string pattern, Delegate handler); RouteHandlerBuilder Map(string pattern, Delegate handler); RouteHandlerBuilder MapMethods(string pattern, IEnumerable<string> httpMethods, Delegate handler);
  }
  public class RouteGroupBuilder : IEndpointRouteBuilder, IEndpointConventionBuilder { public RouteGroupBuilder HasApiVersion(double v); public RouteGroupBuilder HasApiVersion(int a, int b); public RouteGroupBuilder WithTags(params string[] t); public RouteGroupBuilder RequireAuthorization(params string[] p); public RouteGroupBuilder AllowAnonymous(); public RouteGroupBuilder WithOpenApi(); public RouteGroupBuilder WithName(string n); public RouteGroupBuilder WithGroupName(string n); public RouteGroupBuilder WithDescription(string n); public RouteGroupBuilder WithSummary(string n); public RouteGroupBuilder RequireRateLimiting(string n); public RouteGroupBuilder RequireCors(string n); public RouteGroupBuilder DisableAntiforgery();
    public RouteGroupBuilder WithApiVersionSet(ApiVersionSet s); public RouteGroupBuilder ReportApiVersions(); public RouteGroupBuilder MapToApiVersion(double v); public RouteGroupBuilder WithMetadata(params object[] m); public RouteGroupBuilder AddEndpointFilter(object f); public RouteGroupBuilder AddEndpointFilter(); public RouteGroupBuilder WithDisplayName(string n); public RouteGroupBuilder WithOrder(int n); public RouteGroupBuilder RequireHost(params string[] h); public RouteGroupBuilder CacheOutput(string n); public RouteGroupBuilder CacheOutput(); public RouteGroupBuilder ExcludeFromDescription(); public RouteGroupBuilder DisableRateLimiting(); public RouteGroupBuilder DisableHttpMetrics(); public RouteGroupBuilder ShortCircuit(); public RouteGroupBuilder WithRequestTimeout(string n); public RouteGroupBuilder DisableRequestTimeout(); public RouteGroupBuilder RequireAntiforgeryToken(); public RouteGroupBuilder ProducesProblem(int s); public RouteGroupBuilder ProducesValidationProblem();
  }
}
namespace Microsoft.AspNetCore.Http {
  public static class HttpMethods { public static readonly string Get; public static readonly string Post; public static readonly string Put; public static readonly string Delete; public static readonly string Patch; public static readonly string Head; public static readonly string Options; public static readonly string Trace; public static readonly string Connect; }
  using HttpContext = Microsoft.AspNetCore.Http.HttpContext;
  using HttpRequest = Microsoft.AspNetCore.Http.HttpRequest;
  using HttpResponse = Microsoft.AspNetCore.Http.HttpResponse;
  using IResult = Microsoft.AspNetCore.Http.IResult;
  using Results = Microsoft.AspNetCore.Http.Results;
  using TypedResults = Microsoft.AspNetCore.Http.TypedResults;
}
namespace Microsoft.Extensions.DependencyInjection {
  using IServiceCollection = Microsoft.Extensions.DependencyInjection.IServiceCollection;
  using ServiceCollection = Microsoft.Extensions.DependencyInjection.ServiceCollection;
  using IServiceScopeFactory = Microsoft.Extensions.DependencyInjection.IServiceScopeFactory;
}
namespace Microsoft.Extensions.Configuration {
  using IConfiguration = Microsoft.Extensions.Configuration.IConfiguration;
}
namespace Microsoft.Extensions.Hosting {
  using IHost = Microsoft.Extensions.Hosting.IHost;
  using IHostBuilder = Microsoft.Extensions.Hosting.IHostBuilder;
  using Host = Microsoft.Extensions.Hosting.Host;
  using BackgroundService = Microsoft.Extensions.Hosting.BackgroundService;
}
namespace Microsoft.Extensions.Logging {
  public enum LogLevel { Trace, Debug, Information, Warning, Error, Critical, None }
  public interface ILogger { bool IsEnabled(LogLevel l); IDisposable BeginScope<T>(T t); void Log(LogLevel l, string m, params object[] a); void LogTrace(string m, params object[] a); void LogDebug(string m, params object[] a); void LogDebug(Exception e, string m, params object[] a); void LogInformation(string m, params object[] a); void LogInformation(Exception e, string m, params object[] a); void LogWarning(string m, params object[] a); void LogWarning(Exception e, string m, params object[] a); void LogError(string m, params object[] a); void LogError(Exception e, string m, params object[] a); void LogCritical(string m, params object[] a); void LogCritical(Exception e, string m, params object[] a); }
  public interface ILogger<T> : ILogger {}
  public interface ILoggerFactory { ILogger CreateLogger(string n); ILogger<T> CreateLogger<T>(); }
}
namespace Moq {
  public class Mock<T> {
    public T Object;
    public Mock(params object[] a) {}
    public Moq.Language.Flow.ISetup Setup(Expression<Action<T>> e); public Moq.Language.Flow.ISetup Setup<R>(Expression<Func<T, R>> e);
    public Moq.Language.Flow.ISetup SetupGet<R>(Expression<Func<T, R>> e); public Moq.Language.ISetupSequence SetupSequence<R>(Expression<Func<T, R>> e);
    public void Verify(Expression<Action<T>> e); public void Verify<R>(Expression<Func<T, R>> e); public void Verify();
    public void Verify(Expression<Action<T>> e, Moq.Times t); public void Verify<R>(Expression<Func<T, R>> e, Moq.Times t);
    public void VerifyGet<R>(Expression<Func<T, R>> e); public void VerifyAll(); public void VerifyNoOtherCalls();
  }
}
