// What Java code uses without declaring it: types of the platform that carry values on, with just enough signature.
// Names with a dollar sign stand for what the language itself has: primitive types, arrays and null.
package java.lang;

public class Object {
  public Object() {}
  public boolean equals(Object o);
  public int hashCode();
  public String toString();
  String $with(Object o);
  public final Class<?> getClass();
  public void notify();
  public void notifyAll();
  public void wait();
  public void wait(long millis);
  protected Object clone();
  protected void finalize();
}
class $null {}
class $void {}
class $boolean {
  boolean $with(boolean o);
  String $with(String o);
}
class $double {
  double $with(double o);
  String $with(String o);
}
class $float extends $double {
  float $with(float o);
}
class $long extends $float {
  long $with(long o);
}
class $int extends $long {
  int $with(int o);
}
class $char extends $int {}
class $short extends $int {}
class $byte extends $short {}
public class $Array<T> implements Iterable<T>, Cloneable, Serializable {
  public int length;
  T $get();
  public Iterator<T> iterator();
  public $Array<T> clone();
}
public interface Iterable<T> {
  Iterator<T> iterator();
  default void forEach(Consumer<? super T> action);
  default Spliterator<T> spliterator();
}
public interface Comparable<T> {
  int compareTo(T o);
}
public interface AutoCloseable {
  void close();
}
public interface Cloneable {}
public interface Runnable {
  void run();
}
public interface CharSequence {
  default IntStream codePoints();
  int length();
  char charAt(int i);
  CharSequence subSequence(int a, int b);
  boolean isEmpty();
  IntStream chars();
}
public interface Appendable {
  Appendable append(CharSequence s);
  Appendable append(CharSequence s, int a, int b);
  Appendable append(char c);
}
public interface Readable {
  int read(CharBuffer b);
}
public final class String implements Comparable<String>, CharSequence, Serializable {
  String $with(Object o);
  public String() {}
  public String(String s) {}
  public String(char[] c) {}
  public String(char[] c, int a, int b) {}
  public String(byte[] b) {}
  public String(byte[] b, Charset c) {}
  public String(byte[] b, String c) {}
  public int length();
  public boolean isEmpty();
  public boolean isBlank();
  public char charAt(int i);
  public int codePointAt(int i);
  public String substring(int a);
  public String substring(int a, int b);
  public CharSequence subSequence(int a, int b);
  public int indexOf(String s);
  public int indexOf(int c);
  public int indexOf(String s, int at);
  public int lastIndexOf(String s);
  public int lastIndexOf(int c);
  public boolean startsWith(String s);
  public boolean startsWith(String s, int at);
  public boolean endsWith(String s);
  public boolean contains(CharSequence s);
  public boolean matches(String r);
  public String replace(CharSequence a, CharSequence b);
  public String replace(char a, char b);
  public String replaceAll(String a, String b);
  public String replaceFirst(String a, String b);
  public String trim();
  public String strip();
  public String stripLeading();
  public String stripTrailing();
  public String stripIndent();
  public String concat(String s);
  public String repeat(int n);
  public String intern();
  public String toLowerCase();
  public String toUpperCase();
  public String toLowerCase(Locale l);
  public String toUpperCase(Locale l);
  public String[] split(String r);
  public String[] split(String r, int n);
  public char[] toCharArray();
  public byte[] getBytes();
  public byte[] getBytes(Charset c);
  public byte[] getBytes(String c);
  public void getChars(int a, int b, char[] to, int at);
  public IntStream chars();
  public IntStream codePoints();
  public Stream<String> lines();
  public String formatted(Object... args);
  public boolean equalsIgnoreCase(String s);
  public int compareTo(String s);
  public int compareToIgnoreCase(String s);
  public boolean contentEquals(CharSequence s);
  public static String format(String f, Object... args);
  public static String format(Locale l, String f, Object... args);
  public static String join(CharSequence d, CharSequence... parts);
  public static String join(CharSequence d, Iterable<? extends CharSequence> parts);
  public static String valueOf(Object o);
  public static String copyValueOf(char[] c);
  public <R> R transform(Function<? super String, ? extends R> f);
  public static Comparator<String> CASE_INSENSITIVE_ORDER;
}
public abstract class AbstractStringBuilder implements CharSequence, Appendable {}
public final class StringBuilder extends AbstractStringBuilder {
  public StringBuilder() {}
  public StringBuilder(int n) {}
  public StringBuilder(CharSequence s) {}
  public StringBuilder append(Object o);
  public StringBuilder append(CharSequence s, int a, int b);
  public StringBuilder append(char[] s, int a, int b);
  public StringBuilder appendCodePoint(int c);
  public StringBuilder insert(int at, Object o);
  public StringBuilder reverse();
  public StringBuilder deleteCharAt(int i);
  public StringBuilder delete(int a, int b);
  public StringBuilder replace(int a, int b, String s);
  public String substring(int a);
  public String substring(int a, int b);
  public void setLength(int n);
  public void setCharAt(int i, char c);
  public int indexOf(String s);
  public int lastIndexOf(String s);
  public int capacity();
}
public final class StringBuffer extends AbstractStringBuilder {
  public StringBuffer append(Object o);
  public StringBuffer append(CharSequence s, int a, int b);
  public StringBuffer insert(int at, Object o);
  public StringBuffer reverse();
  public String substring(int a, int b);
  public void setLength(int n);
}
public abstract class Number implements Serializable {
  public int intValue();
  public long longValue();
  public float floatValue();
  public double doubleValue();
  public byte byteValue();
  public short shortValue();
}
public final class Integer extends Number implements Comparable<Integer> {
  int $with(int o);
  long $with(long o);
  float $with(float o);
  double $with(double o);
  String $with(String o);
  public static int MAX_VALUE;
  public static int MIN_VALUE;
  public static Class<Integer> TYPE;
  public Integer(int i) {}
  public static Integer valueOf(int i);
  public static Integer valueOf(String s);
  public static int parseInt(String s);
  public static int parseInt(String s, int radix);
  public static String toString(int i);
  public static String toString(int i, int radix);
  public static int compare(int a, int b);
  public static String toHexString(int i);
  public static String toBinaryString(int i);
  public static int max(int a, int b);
  public static int min(int a, int b);
  public static int sum(int a, int b);
  public static int bitCount(int i);
  public static int hashCode(int i);
}
public final class Long extends Number implements Comparable<Long> {
  long $with(long o);
  float $with(float o);
  double $with(double o);
  String $with(String o);
  public static long MAX_VALUE;
  public static long MIN_VALUE;
  public static Class<Long> TYPE;
  public Long(long i) {}
  public static Long valueOf(long i);
  public static Long valueOf(String s);
  public static long parseLong(String s);
  public static String toString(long i);
  public static int compare(long a, long b);
  public static long max(long a, long b);
  public static long min(long a, long b);
  public static long sum(long a, long b);
  public static int hashCode(long i);
  public static String toHexString(long i);
}
public final class Double extends Number implements Comparable<Double> {
  double $with(double o);
  String $with(String o);
  public static double MAX_VALUE;
  public static double MIN_VALUE;
  public static double NaN;
  public static double POSITIVE_INFINITY;
  public static double NEGATIVE_INFINITY;
  public static Class<Double> TYPE;
  public Double(double i) {}
  public static Double valueOf(double i);
  public static double parseDouble(String s);
  public static String toString(double i);
  public static int compare(double a, double b);
  public static boolean isNaN(double d);
  public static boolean isInfinite(double d);
  public static boolean isFinite(double d);
  public static long doubleToLongBits(double d);
  public boolean isNaN();
  public boolean isInfinite();
}
public final class Float extends Number implements Comparable<Float> {
  float $with(float o);
  double $with(double o);
  String $with(String o);
  public static float MAX_VALUE;
  public static float MIN_VALUE;
  public static float NaN;
  public static float POSITIVE_INFINITY;
  public static float NEGATIVE_INFINITY;
  public static Class<Float> TYPE;
  public Float(float i) {}
  public static Float valueOf(float i);
  public static float parseFloat(String s);
  public static String toString(float i);
  public static int compare(float a, float b);
  public static boolean isNaN(float d);
  public static boolean isInfinite(float d);
  public boolean isNaN();
  public boolean isInfinite();
  public static int floatToIntBits(float f);
}
public final class Short extends Number implements Comparable<Short> {
  int $with(int o);
  long $with(long o);
  float $with(float o);
  double $with(double o);
  String $with(String o);
  public static short MAX_VALUE;
  public static short MIN_VALUE;
  public static Class<Short> TYPE;
  public static Short valueOf(short i);
  public static short parseShort(String s);
  public static String toString(short s);
  public static int compare(short a, short b);
}
public final class Byte extends Number implements Comparable<Byte> {
  int $with(int o);
  long $with(long o);
  float $with(float o);
  double $with(double o);
  String $with(String o);
  public static byte MAX_VALUE;
  public static byte MIN_VALUE;
  public static Class<Byte> TYPE;
  public static Byte valueOf(byte i);
  public static byte parseByte(String s);
  public static String toString(byte s);
  public static int toUnsignedInt(byte b);
}
public final class Boolean implements Comparable<Boolean>, Serializable {
  public static Boolean TRUE;
  public static Boolean FALSE;
  public static Class<Boolean> TYPE;
  public static Boolean valueOf(boolean b);
  public static boolean parseBoolean(String s);
  public static String toString(boolean b);
  public boolean booleanValue();
  public static int compare(boolean a, boolean b);
  public static int hashCode(boolean b);
}
public final class Character implements Comparable<Character>, Serializable {
  public static char MAX_VALUE;
  public static char MIN_VALUE;
  public static Class<Character> TYPE;
  public static Character valueOf(char c);
  public char charValue();
  public static String toString(char c);
  public static boolean isDigit(char c);
  public static boolean isLetter(char c);
  public static boolean isLetterOrDigit(char c);
  public static boolean isWhitespace(char c);
  public static boolean isUpperCase(char c);
  public static boolean isLowerCase(char c);
  public static char toUpperCase(char c);
  public static char toLowerCase(char c);
  public static int getNumericValue(char c);
  public static int digit(char c, int r);
  public static char[] toChars(int c);
}
public final class Void {
  public static Class<Void> TYPE;
}
public final class Class<T> implements Type, AnnotatedElement, GenericDeclaration, Serializable {
  public String getName();
  public String getSimpleName();
  public String getTypeName();
  public String getCanonicalName();
  public String getPackageName();
  public Package getPackage();
  public boolean isInterface();
  public boolean isEnum();
  public boolean isArray();
  public boolean isPrimitive();
  public boolean isAnnotation();
  public boolean isRecord();
  public boolean isAnonymousClass();
  public boolean isLocalClass();
  public boolean isMemberClass();
  public boolean isInstance(Object o);
  public boolean isAssignableFrom(Class<?> c);
  public T cast(Object o);
  public T newInstance();
  public <U> Class<? extends U> asSubclass(Class<U> c);
  public Class<? super T> getSuperclass();
  public Type getGenericSuperclass();
  public Class<?>[] getInterfaces();
  public Type[] getGenericInterfaces();
  public Class<?> getComponentType();
  public Class<?> getEnclosingClass();
  public Class<?> getDeclaringClass();
  public int getModifiers();
  public T[] getEnumConstants();
  public Field getField(String n);
  public Field getDeclaredField(String n);
  public Field[] getFields();
  public Field[] getDeclaredFields();
  public Method getMethod(String n, Class<?>... c);
  public Method getDeclaredMethod(String n, Class<?>... c);
  public Method[] getMethods();
  public Method[] getDeclaredMethods();
  public Constructor<T> getConstructor(Class<?>... c);
  public Constructor<T> getDeclaredConstructor(Class<?>... c);
  public Constructor<?>[] getConstructors();
  public Constructor<?>[] getDeclaredConstructors();
  public TypeVariable<Class<T>>[] getTypeParameters();
  public <A extends Annotation> A getAnnotation(Class<A> c);
  public boolean isAnnotationPresent(Class<? extends Annotation> c);
  public Annotation[] getAnnotations();
  public Annotation[] getDeclaredAnnotations();
  public ClassLoader getClassLoader();
  public InputStream getResourceAsStream(String s);
  public URL getResource(String s);
  public static Class<?> forName(String s);
  public static Class<?> forName(String s, boolean i, ClassLoader l);
  public boolean desiredAssertionStatus();
}
public class ClassLoader {
  public Class<?> loadClass(String s);
  public URL getResource(String s);
  public InputStream getResourceAsStream(String s);
  public ClassLoader getParent();
  public static ClassLoader getSystemClassLoader();
  protected Class<?> findClass(String s);
}
public class Package {
  public String getName();
  public String getImplementationVersion();
}
public abstract class Enum<E> implements Comparable<E>, Serializable {
  public final String name();
  public final int ordinal();
  public final int compareTo(E o);
  public final Class<E> getDeclaringClass();
  public static E[] values();
  public static E valueOf(String s);
  public static <T> T valueOf(Class<T> c, String s);
}
public abstract class Record {}
public final class Math {
  public static double PI;
  public static double E;
  public static <N> N abs(N a);
  public static <N> N max(N a, N b);
  public static <N> N min(N a, N b);
  public static double sqrt(double d);
  public static double pow(double a, double b);
  public static double floor(double d);
  public static double ceil(double d);
  public static long round(double d);
  public static double random();
  public static double sin(double d);
  public static double cos(double d);
  public static double log(double d);
  public static double exp(double d);
  public static int toIntExact(long l);
  public static <N> N addExact(N a, N b);
  public static <N> N multiplyExact(N a, N b);
  public static <N> N subtractExact(N a, N b);
  public static int floorMod(int a, int b);
  public static int floorDiv(int a, int b);
}
public final class System {
  public static PrintStream out;
  public static PrintStream err;
  public static InputStream in;
  public static long currentTimeMillis();
  public static long nanoTime();
  public static String getProperty(String s);
  public static String getProperty(String s, String d);
  public static String setProperty(String s, String d);
  public static Map<String, String> getenv();
  public static String getenv(String s);
  public static void exit(int i);
  public static void gc();
  public static void arraycopy(Object a, int b, Object c, int d, int n);
  public static int identityHashCode(Object o);
  public static String lineSeparator();
  public static Properties getProperties();
}
public class Thread implements Runnable {
  public enum State {
    NEW, RUNNABLE, BLOCKED, WAITING, TIMED_WAITING, TERMINATED
  }
  public State getState();
  public final void setPriority(int n);
  public final int getPriority();
  public final boolean isDaemon();
  public void setUncaughtExceptionHandler(UncaughtExceptionHandler h);
  public static void setDefaultUncaughtExceptionHandler(UncaughtExceptionHandler h);
  public final ThreadGroup getThreadGroup();
  public static boolean holdsLock(Object o);
  public static Thread startVirtualThread(Runnable r);
  public final boolean isVirtual();
  public void setContextClassLoader(ClassLoader l);
  public Thread() {}
  public Thread(Runnable r) {}
  public Thread(Runnable r, String n) {}
  public Thread(String n) {}
  public void run();
  public void start();
  public final void join();
  public final void join(long m);
  public void interrupt();
  public boolean isInterrupted();
  public static boolean interrupted();
  public static Thread currentThread();
  public static void sleep(long m);
  public static void yield();
  public final String getName();
  public final void setName(String s);
  public final void setDaemon(boolean b);
  public final boolean isAlive();
  public long getId();
  public ClassLoader getContextClassLoader();
  public StackTraceElement[] getStackTrace();
  public static interface UncaughtExceptionHandler {
    void uncaughtException(Thread t, Throwable e);
  }
}
public class ThreadGroup {
  public final String getName();
}
public class ThreadLocal<T> {
  public T get();
  public void set(T v);
  public void remove();
  protected T initialValue();
  public static <S> ThreadLocal<S> withInitial(Supplier<? extends S> s);
}
public class Runtime {
  public static Runtime getRuntime();
  public int availableProcessors();
  public long freeMemory();
  public long totalMemory();
  public long maxMemory();
  public void gc();
  public void addShutdownHook(Thread t);
  public Process exec(String s);
}
public class Process {
  public InputStream getInputStream();
  public int waitFor();
  public int exitValue();
}
public final class StackTraceElement {
  public String getClassName();
  public String getMethodName();
  public int getLineNumber();
  public String getFileName();
}
public class Throwable implements Serializable {
  public Throwable() {}
  public Throwable(String m) {}
  public Throwable(String m, Throwable c) {}
  public Throwable(Throwable c) {}
  public String getMessage();
  public String getLocalizedMessage();
  public Throwable getCause();
  public Throwable initCause(Throwable t);
  public void printStackTrace();
  public void printStackTrace(PrintStream s);
  public void printStackTrace(PrintWriter s);
  public StackTraceElement[] getStackTrace();
  public void setStackTrace(StackTraceElement[] s);
  public final void addSuppressed(Throwable t);
  public final Throwable[] getSuppressed();
  public Throwable fillInStackTrace();
}
public class Exception extends Throwable {
  public Exception() {}
  public Exception(String m) {}
  public Exception(String m, Throwable c) {}
  public Exception(Throwable c) {}
}
public class Error extends Throwable {
  public Error() {}
  public Error(String m) {}
  public Error(String m, Throwable c) {}
  public Error(Throwable c) {}
}
public class RuntimeException extends Exception {
  public RuntimeException() {}
  public RuntimeException(String m) {}
  public RuntimeException(String m, Throwable c) {}
  public RuntimeException(Throwable c) {}
}
public class IllegalArgumentException extends RuntimeException {}
public class NumberFormatException extends IllegalArgumentException {}
public class IllegalStateException extends RuntimeException {}
public class UnsupportedOperationException extends RuntimeException {}
public class NullPointerException extends RuntimeException {}
public class ClassCastException extends RuntimeException {}
public class ArithmeticException extends RuntimeException {}
public class NegativeArraySizeException extends RuntimeException {}
public class ArrayStoreException extends RuntimeException {}
public class SecurityException extends RuntimeException {}
public class IndexOutOfBoundsException extends RuntimeException {}
public class ArrayIndexOutOfBoundsException extends IndexOutOfBoundsException {}
public class StringIndexOutOfBoundsException extends IndexOutOfBoundsException {}
public class InterruptedException extends Exception {}
public class CloneNotSupportedException extends Exception {}
public class ReflectiveOperationException extends Exception {}
public class ClassNotFoundException extends ReflectiveOperationException {}
public class NoSuchMethodException extends ReflectiveOperationException {}
public class NoSuchFieldException extends ReflectiveOperationException {}
public class InstantiationException extends ReflectiveOperationException {}
public class IllegalAccessException extends ReflectiveOperationException {}
public class AssertionError extends Error {}
public class LinkageError extends Error {}
public class ExceptionInInitializerError extends LinkageError {}
public class NoClassDefFoundError extends LinkageError {}
public class VirtualMachineError extends Error {}
public class StackOverflowError extends VirtualMachineError {}
public class OutOfMemoryError extends VirtualMachineError {}
public @interface Override {}
public @interface Deprecated {}
public @interface SuppressWarnings {}
public @interface FunctionalInterface {}
public @interface SafeVarargs {}
public class ClassFormatError extends LinkageError {}
public class IncompatibleClassChangeError extends LinkageError {}
public class AbstractMethodError extends IncompatibleClassChangeError {}
public class BootstrapMethodError extends LinkageError {}
public class ClassCircularityError extends LinkageError {}
public class ClassValue<T> {}
public class EnumConstantNotPresentException extends RuntimeException {}
public class IllegalAccessError extends IncompatibleClassChangeError {}
public class IllegalCallerException extends RuntimeException {}
public class IllegalMonitorStateException extends RuntimeException {}
public class IllegalThreadStateException extends IllegalArgumentException {}
public class InheritableThreadLocal<T> extends ThreadLocal<T> {}
public class InstantiationError extends IncompatibleClassChangeError {}
public class InternalError extends VirtualMachineError {}
public class MatchException extends RuntimeException {}
public class Module {}
public class ModuleLayer {}
public class NoSuchFieldError extends IncompatibleClassChangeError {}
public class NoSuchMethodError extends IncompatibleClassChangeError {}
public class ProcessBuilder {}
public interface ProcessHandle {}
public class StackWalker {}
public class StrictMath {}
public class TypeNotPresentException extends RuntimeException {}
public class UnknownError extends VirtualMachineError {}
public class UnsatisfiedLinkError extends LinkageError {}
public class UnsupportedClassVersionError extends ClassFormatError {}
public class VerifyError extends LinkageError {}
public class WrongThreadException extends RuntimeException {}

package java.lang.annotation;

public interface Annotation {
  Class<? extends Annotation> annotationType();
}

package java.lang.reflect;

public interface Type {
  default String getTypeName();
}
public interface AnnotatedElement {
  <T extends Annotation> T getAnnotation(Class<T> c);
  boolean isAnnotationPresent(Class<? extends Annotation> c);
  Annotation[] getAnnotations();
  Annotation[] getDeclaredAnnotations();
}
public interface GenericDeclaration extends AnnotatedElement {}
public interface ParameterizedType extends Type {
  Type[] getActualTypeArguments();
  Type getRawType();
  Type getOwnerType();
}
public interface GenericArrayType extends Type {
  Type getGenericComponentType();
}
public interface WildcardType extends Type {
  Type[] getUpperBounds();
  Type[] getLowerBounds();
}
public interface TypeVariable<D> extends Type, AnnotatedElement {
  Type[] getBounds();
  D getGenericDeclaration();
  String getName();
}
public interface Member {
  Class<?> getDeclaringClass();
  String getName();
  int getModifiers();
  boolean isSynthetic();
}
public class AccessibleObject implements AnnotatedElement {
  public void setAccessible(boolean b);
  public boolean canAccess(Object o);
  public boolean isAccessible();
}
public abstract class Executable extends AccessibleObject implements Member, GenericDeclaration {
  public Class<?>[] getParameterTypes();
  public Type[] getGenericParameterTypes();
  public Parameter[] getParameters();
  public int getParameterCount();
}
public final class Method extends Executable {
  public Object invoke(Object o, Object... args);
  public Class<?> getReturnType();
  public Type getGenericReturnType();
  public boolean isDefault();
  public Object getDefaultValue();
}
public final class Constructor<T> extends Executable {
  public T newInstance(Object... args);
}
public final class Field extends AccessibleObject implements Member {
  public Object get(Object o);
  public void set(Object o, Object v);
  public Class<?> getType();
  public Type getGenericType();
  public int getInt(Object o);
  public boolean isEnumConstant();
}
public final class Parameter implements AnnotatedElement {
  public String getName();
  public Class<?> getType();
}
public class Modifier {
  public static boolean isStatic(int m);
  public static boolean isPublic(int m);
  public static boolean isPrivate(int m);
  public static boolean isFinal(int m);
  public static boolean isAbstract(int m);
  public static boolean isInterface(int m);
  public static int STATIC;
  public static int TRANSIENT;
  public static int VOLATILE;
  public static int PRIVATE;
  public static int PUBLIC;
  public static int PROTECTED;
  public static int FINAL;
}
public final class Array {
  public static Object newInstance(Class<?> c, int n);
  public static Object get(Object o, int i);
  public static void set(Object o, int i, Object v);
  public static int getLength(Object o);
}
public interface InvocationHandler {
  Object invoke(Object proxy, Method m, Object[] args);
}
public class Proxy {
  public static Object newProxyInstance(ClassLoader l, Class<?>[] c, InvocationHandler h);
}
public class InvocationTargetException extends ReflectiveOperationException {
  public Throwable getTargetException();
}

package java.util.function;

public interface Function<T, R> {
  R apply(T t);
  default <V> Function<V, R> compose(Function<? super V, ? extends T> f);
  default <V> Function<T, V> andThen(Function<? super R, ? extends V> f);
  static <T> Function<T, T> identity();
}
public interface BiFunction<T, U, R> {
  R apply(T t, U u);
  default <V> BiFunction<T, U, V> andThen(Function<? super R, ? extends V> f);
}
public interface UnaryOperator<T> extends Function<T, T> {
  static <T> UnaryOperator<T> identity();
}
public interface BinaryOperator<T> extends BiFunction<T, T, T> {
  static <T> BinaryOperator<T> minBy(Comparator<? super T> c);
  static <T> BinaryOperator<T> maxBy(Comparator<? super T> c);
}
public interface Supplier<T> {
  T get();
}
public interface Consumer<T> {
  void accept(T t);
  default Consumer<T> andThen(Consumer<? super T> c);
}
public interface BiConsumer<T, U> {
  void accept(T t, U u);
  default BiConsumer<T, U> andThen(BiConsumer<? super T, ? super U> c);
}
public interface Predicate<T> {
  boolean test(T t);
  default Predicate<T> and(Predicate<? super T> p);
  default Predicate<T> or(Predicate<? super T> p);
  default Predicate<T> negate();
  static <T> Predicate<T> not(Predicate<? super T> p);
  static <T> Predicate<T> isEqual(Object o);
}
public interface BiPredicate<T, U> {
  boolean test(T t, U u);
}
public interface BooleanSupplier {
  boolean getAsBoolean();
}
public interface IntSupplier {
  int getAsInt();
}
public interface LongSupplier {
  long getAsLong();
}
public interface DoubleSupplier {
  double getAsDouble();
}
public interface IntFunction<R> {
  R apply(int i);
}
public interface LongFunction<R> {
  R apply(long i);
}
public interface DoubleFunction<R> {
  R apply(double i);
}
public interface IntPredicate {
  boolean test(int i);
}
public interface LongPredicate {
  boolean test(long i);
}
public interface DoublePredicate {
  boolean test(double i);
}
public interface IntConsumer {
  void accept(int i);
}
public interface LongConsumer {
  void accept(long i);
}
public interface DoubleConsumer {
  void accept(double i);
}
public interface IntUnaryOperator {
  int applyAsInt(int i);
}
public interface IntBinaryOperator {
  int applyAsInt(int a, int b);
}
public interface LongBinaryOperator {
  long applyAsLong(long a, long b);
}
public interface DoubleUnaryOperator {
  double applyAsDouble(double a);
}
public interface DoubleBinaryOperator {
  double applyAsDouble(double a, double b);
}
public interface ToIntFunction<T> {
  int applyAsInt(T t);
}
public interface ToLongFunction<T> {
  long applyAsLong(T t);
}
public interface ToDoubleFunction<T> {
  double applyAsDouble(T t);
}
public interface ToIntBiFunction<T, U> {
  int applyAsInt(T t, U u);
}
public interface ObjIntConsumer<T> {
  void accept(T t, int i);
}
public interface DoubleToIntFunction {
  int applyAsInt(double value);
}
public interface DoubleToLongFunction {
  long applyAsLong(double value);
}
public interface IntToDoubleFunction {
  double applyAsDouble(int value);
}
public interface IntToLongFunction {
  long applyAsLong(int value);
}
public interface LongToDoubleFunction {
  double applyAsDouble(long value);
}
public interface LongToIntFunction {
  int applyAsInt(long value);
}
public interface LongUnaryOperator {
  long applyAsLong(long value);
}
public interface ObjDoubleConsumer<T> {
  void accept(T t, double value);
}
public interface ObjLongConsumer<T> {
  void accept(T t, long value);
}
public interface ToDoubleBiFunction<T, U> {
  double applyAsDouble(T t, U u);
}
public interface ToLongBiFunction<T, U> {
  long applyAsLong(T t, U u);
}

package java.util;

public interface Iterator<E> {
  boolean hasNext();
  E next();
  default void remove();
  default void forEachRemaining(Consumer<? super E> c);
}
public interface ListIterator<E> extends Iterator<E> {
  boolean hasPrevious();
  E previous();
  int nextIndex();
  int previousIndex();
  void set(E e);
  void add(E e);
}
public interface PrimitiveIterator<T, C> extends Iterator<T> {
  interface OfInt extends PrimitiveIterator<Integer, IntConsumer> {
    int nextInt();
    default Integer next();
  }
  interface OfLong extends PrimitiveIterator<Long, LongConsumer> {
    long nextLong();
    default Long next();
  }
  interface OfDouble extends PrimitiveIterator<Double, DoubleConsumer> {
    double nextDouble();
    default Double next();
  }
}
public interface Spliterator<T> {
  int ORDERED = 16;
  int DISTINCT = 1;
  int SORTED = 4;
  int SIZED = 64;
  int NONNULL = 256;
  int IMMUTABLE = 1024;
  int CONCURRENT = 4096;
  int SUBSIZED = 16384;
  boolean tryAdvance(Consumer<? super T> action);
  default void forEachRemaining(Consumer<? super T> action);
  Spliterator<T> trySplit();
  long estimateSize();
  default long getExactSizeIfKnown();
  int characteristics();
  default boolean hasCharacteristics(int characteristics);
  default Comparator<? super T> getComparator();
  interface OfPrimitive<T, C, S> extends Spliterator<T> {
    boolean tryAdvance(C action);
    default void forEachRemaining(C action);
    S trySplit();
  }
  interface OfInt extends OfPrimitive<Integer, IntConsumer, OfInt> {
    boolean tryAdvance(IntConsumer action);
    default void forEachRemaining(IntConsumer action);
    OfInt trySplit();
  }
  interface OfLong extends OfPrimitive<Long, LongConsumer, OfLong> {
    boolean tryAdvance(LongConsumer action);
    default void forEachRemaining(LongConsumer action);
    OfLong trySplit();
  }
  interface OfDouble extends OfPrimitive<Double, DoubleConsumer, OfDouble> {
    boolean tryAdvance(DoubleConsumer action);
    default void forEachRemaining(DoubleConsumer action);
    OfDouble trySplit();
  }
}
public final class Spliterators {
  public static <T> Spliterator<T> emptySpliterator();
  public static <T> Spliterator<T> spliterator(Object[] array, int characteristics);
  public static <T> Spliterator<T> spliterator(Collection<? extends T> c, int characteristics);
  public static <T> Spliterator<T> spliterator(Iterator<? extends T> iterator, long size, int characteristics);
  public static <T> Spliterator<T> spliteratorUnknownSize(Iterator<? extends T> iterator, int characteristics);
  public static <T> Iterator<T> iterator(Spliterator<? extends T> spliterator);
  public static Spliterator.OfInt emptyIntSpliterator();
  public static Spliterator.OfInt spliterator(int[] array, int characteristics);
  public static Spliterator.OfInt spliterator(PrimitiveIterator.OfInt iterator, long size, int characteristics);
  public static Spliterator.OfInt spliteratorUnknownSize(PrimitiveIterator.OfInt iterator, int characteristics);
  public static PrimitiveIterator.OfInt iterator(Spliterator.OfInt spliterator);
  public static Spliterator.OfLong emptyLongSpliterator();
  public static Spliterator.OfLong spliterator(long[] array, int characteristics);
  public static Spliterator.OfLong spliterator(PrimitiveIterator.OfLong iterator, long size, int characteristics);
  public static Spliterator.OfLong spliteratorUnknownSize(PrimitiveIterator.OfLong iterator, int characteristics);
  public static PrimitiveIterator.OfLong iterator(Spliterator.OfLong spliterator);
  public static Spliterator.OfDouble emptyDoubleSpliterator();
  public static Spliterator.OfDouble spliterator(double[] array, int characteristics);
  public static Spliterator.OfDouble spliterator(PrimitiveIterator.OfDouble iterator, long size, int characteristics);
  public static Spliterator.OfDouble spliteratorUnknownSize(PrimitiveIterator.OfDouble iterator, int characteristics);
  public static PrimitiveIterator.OfDouble iterator(Spliterator.OfDouble spliterator);
}
public interface Enumeration<E> {
  boolean hasMoreElements();
  E nextElement();
}
public interface Collection<E> extends Iterable<E> {
  int size();
  boolean isEmpty();
  boolean contains(Object o);
  boolean add(E e);
  boolean remove(Object o);
  boolean addAll(Collection<? extends E> c);
  boolean containsAll(Collection<?> c);
  boolean removeAll(Collection<?> c);
  boolean retainAll(Collection<?> c);
  void clear();
  Object[] toArray();
  <T> T[] toArray(T[] a);
  default boolean removeIf(Predicate<? super E> p);
  default Stream<E> stream();
  default Stream<E> parallelStream();
}
public interface SequencedCollection<E> extends Collection<E> {
  E getFirst();
  E getLast();
  E removeFirst();
  E removeLast();
  void addFirst(E e);
  void addLast(E e);
}
public interface List<E> extends SequencedCollection<E> {
  E get(int i);
  E set(int i, E e);
  void add(int i, E e);
  E remove(int i);
  int indexOf(Object o);
  int lastIndexOf(Object o);
  List<E> subList(int a, int b);
  ListIterator<E> listIterator();
  ListIterator<E> listIterator(int i);
  default void sort(Comparator<? super E> c);
  default void replaceAll(UnaryOperator<E> f);
  List<E> reversed();
  boolean addAll(int i, Collection<? extends E> c);
  static <E> List<E> of(E... e);
  static <E> List<E> copyOf(Collection<? extends E> c);
}
public interface Set<E> extends Collection<E> {
  static <E> Set<E> of(E... e);
  static <E> Set<E> copyOf(Collection<? extends E> c);
}
public interface SortedSet<E> extends Set<E> {
  E first();
  E last();
  SortedSet<E> headSet(E e);
  SortedSet<E> tailSet(E e);
  SortedSet<E> subSet(E a, E b);
  Comparator<? super E> comparator();
}
public interface NavigableSet<E> extends SortedSet<E> {
  E floor(E e);
  E ceiling(E e);
  E higher(E e);
  E lower(E e);
  E pollFirst();
  E pollLast();
  NavigableSet<E> descendingSet();
  Iterator<E> descendingIterator();
}
public interface Queue<E> extends Collection<E> {
  boolean offer(E e);
  E poll();
  E peek();
  E element();
  E remove();
}
public interface Deque<E> extends Queue<E>, SequencedCollection<E> {
  boolean offerFirst(E e);
  boolean offerLast(E e);
  E pollFirst();
  E pollLast();
  E peekFirst();
  E peekLast();
  void push(E e);
  E pop();
  Iterator<E> descendingIterator();
}
public abstract class AbstractCollection<E> implements Collection<E> {}
public abstract class AbstractList<E> extends AbstractCollection<E> implements List<E> {
  protected int modCount;
}
public abstract class AbstractSequentialList<E> extends AbstractList<E> {}
public abstract class AbstractSet<E> extends AbstractCollection<E> implements Set<E> {}
public abstract class AbstractQueue<E> extends AbstractCollection<E> implements Queue<E> {}
public interface RandomAccess {}
public class ArrayList<E> extends AbstractList<E> implements RandomAccess, Cloneable, Serializable {
  public ArrayList() {}
  public ArrayList(int n) {}
  public ArrayList(Collection<? extends E> c) {}
  public void trimToSize();
  public void ensureCapacity(int n);
}
public class LinkedList<E> extends AbstractSequentialList<E> implements Deque<E> {
  public LinkedList() {}
  public LinkedList(Collection<? extends E> c) {}
}
public class Vector<E> extends AbstractList<E> {
  public E elementAt(int i);
  public void addElement(E e);
  public E firstElement();
  public E lastElement();
  public Enumeration<E> elements();
}
public class Stack<E> extends Vector<E> {
  public E push(E e);
  public E pop();
  public E peek();
  public boolean empty();
  public int search(Object o);
}
public class HashSet<E> extends AbstractSet<E> {
  public HashSet() {}
  public HashSet(int n) {}
  public HashSet(Collection<? extends E> c) {}
}
public class LinkedHashSet<E> extends HashSet<E> {
  public LinkedHashSet() {}
  public LinkedHashSet(int n) {}
  public LinkedHashSet(Collection<? extends E> c) {}
}
public class TreeSet<E> extends AbstractSet<E> implements NavigableSet<E> {
  public TreeSet() {}
  public TreeSet(Comparator<? super E> c) {}
  public TreeSet(Collection<? extends E> c) {}
}
public abstract class EnumSet<E> extends AbstractSet<E> {
  public static <E> EnumSet<E> noneOf(Class<E> c);
  public static <E> EnumSet<E> allOf(Class<E> c);
  public static <E> EnumSet<E> of(E e, E... more);
  public static <E> EnumSet<E> range(E a, E b);
  public static <E> EnumSet<E> copyOf(Collection<E> c);
  public static <E> EnumSet<E> complementOf(EnumSet<E> c);
}
public class BitSet {
  public void set(int i);
  public void set(int i, boolean b);
  public boolean get(int i);
  public void clear(int i);
  public int cardinality();
  public int nextSetBit(int i);
  public int nextClearBit(int i);
}
public class PriorityQueue<E> extends AbstractQueue<E> {
  public PriorityQueue() {}
  public PriorityQueue(Comparator<? super E> c) {}
  public PriorityQueue(int n, Comparator<? super E> c) {}
  public PriorityQueue(Collection<? extends E> c) {}
}
public class ArrayDeque<E> extends AbstractCollection<E> implements Deque<E> {
  public ArrayDeque() {}
  public ArrayDeque(int n) {}
  public ArrayDeque(Collection<? extends E> c) {}
}
public interface Map<K, V> {
  int size();
  boolean isEmpty();
  boolean containsKey(Object k);
  boolean containsValue(Object v);
  V get(Object k);
  V put(K k, V v);
  V remove(Object k);
  void putAll(Map<? extends K, ? extends V> m);
  void clear();
  Set<K> keySet();
  Collection<V> values();
  Set<Map.Entry<K, V>> entrySet();
  default V getOrDefault(Object k, V d);
  default void forEach(BiConsumer<? super K, ? super V> f);
  default V putIfAbsent(K k, V v);
  default V computeIfAbsent(K k, Function<? super K, ? extends V> f);
  default V computeIfPresent(K k, BiFunction<? super K, ? super V, ? extends V> f);
  default V compute(K k, BiFunction<? super K, ? super V, ? extends V> f);
  default V merge(K k, V v, BiFunction<? super V, ? super V, ? extends V> f);
  default V replace(K k, V v);
  default void replaceAll(BiFunction<? super K, ? super V, ? extends V> f);
  default boolean remove(Object k, Object v);
  static <K, V> Map<K, V> of();
  static <K, V> Map<K, V> of(K a, V b);
  static <K, V> Map<K, V> of(K a, V b, K c, V d);
  static <K, V> Map<K, V> of(K a, V b, K c, V d, K e, V f);
  static <K, V> Map<K, V> of(K a, V b, K c, V d, K e, V f, K g, V h);
  static <K, V> Map<K, V> ofEntries(Map.Entry<? extends K, ? extends V>... e);
  static <K, V> Map.Entry<K, V> entry(K k, V v);
  static <K, V> Map<K, V> copyOf(Map<? extends K, ? extends V> m);
  interface Entry<K, V> {
    K getKey();
    V getValue();
    V setValue(V v);
    static <K, V> Comparator<Map.Entry<K, V>> comparingByKey();
    static <K, V> Comparator<Map.Entry<K, V>> comparingByValue();
    static <K, V> Comparator<Map.Entry<K, V>> comparingByValue(Comparator<? super V> c);
  }
}
public interface SortedMap<K, V> extends Map<K, V> {
  K firstKey();
  K lastKey();
  SortedMap<K, V> headMap(K k);
  SortedMap<K, V> tailMap(K k);
  SortedMap<K, V> subMap(K a, K b);
  Comparator<? super K> comparator();
}
public interface NavigableMap<K, V> extends SortedMap<K, V> {
  Map.Entry<K, V> firstEntry();
  Map.Entry<K, V> lastEntry();
  Map.Entry<K, V> floorEntry(K k);
  Map.Entry<K, V> ceilingEntry(K k);
  Map.Entry<K, V> higherEntry(K k);
  Map.Entry<K, V> lowerEntry(K k);
  Map.Entry<K, V> pollFirstEntry();
  Map.Entry<K, V> pollLastEntry();
  K floorKey(K k);
  K ceilingKey(K k);
  K higherKey(K k);
  K lowerKey(K k);
  NavigableMap<K, V> descendingMap();
  NavigableSet<K> navigableKeySet();
  NavigableSet<K> descendingKeySet();
}
public abstract class AbstractMap<K, V> implements Map<K, V> {
  public static class SimpleEntry<K, V> implements Map.Entry<K, V> {
    public SimpleEntry(K k, V v) {}
  }
  public static class SimpleImmutableEntry<K, V> implements Map.Entry<K, V> {
    public SimpleImmutableEntry(K k, V v) {}
  }
}
public class HashMap<K, V> extends AbstractMap<K, V> implements Cloneable, Serializable {
  public HashMap() {}
  public HashMap(int n) {}
  public HashMap(int n, float f) {}
  public HashMap(Map<? extends K, ? extends V> m) {}
}
public class LinkedHashMap<K, V> extends HashMap<K, V> {
  public LinkedHashMap() {}
  public LinkedHashMap(int n) {}
  public LinkedHashMap(int n, float f, boolean b) {}
  public LinkedHashMap(Map<? extends K, ? extends V> m) {}
  protected boolean removeEldestEntry(Map.Entry<K, V> e);
}
public class TreeMap<K, V> extends AbstractMap<K, V> implements NavigableMap<K, V> {
  public TreeMap() {}
  public TreeMap(Comparator<? super K> c) {}
  public TreeMap(Map<? extends K, ? extends V> m) {}
}
public class Hashtable<K, V> implements Map<K, V> {}
public class IdentityHashMap<K, V> extends AbstractMap<K, V> {}
public class WeakHashMap<K, V> extends AbstractMap<K, V> {}
public class EnumMap<K, V> extends AbstractMap<K, V> {
  public EnumMap(Class<K> c) {}
  public EnumMap(Map<K, ? extends V> m) {}
}
public class Properties extends Hashtable<Object, Object> {
  public String getProperty(String s);
  public String getProperty(String s, String d);
  public Object setProperty(String a, String b);
  public void load(InputStream s);
  public void load(Reader s);
  public Set<String> stringPropertyNames();
}
public interface Comparator<T> {
  int compare(T a, T b);
  default Comparator<T> reversed();
  default Comparator<T> thenComparing(Comparator<? super T> c);
  default <U> Comparator<T> thenComparing(Function<? super T, ? extends U> f);
  default Comparator<T> thenComparingInt(ToIntFunction<? super T> f);
  default Comparator<T> thenComparingLong(ToLongFunction<? super T> f);
  default Comparator<T> thenComparingDouble(ToDoubleFunction<? super T> f);
  static <T, U> Comparator<T> comparing(Function<? super T, ? extends U> f);
  static <T, U> Comparator<T> comparing(Function<? super T, ? extends U> f, Comparator<? super U> c);
  static <T> Comparator<T> comparingInt(ToIntFunction<? super T> f);
  static <T> Comparator<T> comparingLong(ToLongFunction<? super T> f);
  static <T> Comparator<T> comparingDouble(ToDoubleFunction<? super T> f);
  static <T> Comparator<T> naturalOrder();
  static <T> Comparator<T> reverseOrder();
  static <T> Comparator<T> nullsFirst(Comparator<? super T> c);
  static <T> Comparator<T> nullsLast(Comparator<? super T> c);
}
public final class Optional<T> {
  public T get();
  public T orElse(T t);
  public T orElseGet(Supplier<? extends T> s);
  public T orElseThrow();
  public <X extends Throwable> T orElseThrow(Supplier<? extends X> s);
  public boolean isPresent();
  public boolean isEmpty();
  public void ifPresent(Consumer<? super T> c);
  public void ifPresentOrElse(Consumer<? super T> c, Runnable r);
  public <U> Optional<U> map(Function<? super T, ? extends U> f);
  public <U> Optional<U> flatMap(Function<? super T, ? extends Optional<? extends U>> f);
  public Optional<T> filter(Predicate<? super T> p);
  public Optional<T> or(Supplier<? extends Optional<? extends T>> s);
  public Stream<T> stream();
  public static <T> Optional<T> of(T t);
  public static <T> Optional<T> ofNullable(T t);
  public static <T> Optional<T> empty();
}
public final class OptionalInt {
  public static OptionalInt of(int v);
  public static OptionalInt empty();
  public boolean isEmpty();
  public <X extends Throwable> int orElseThrow(Supplier<? extends X> s);
  public int orElseGet(IntSupplier s);
  public IntStream stream();
  public int getAsInt();
  public int orElse(int i);
  public boolean isPresent();
  public int orElseThrow();
  public void ifPresent(IntConsumer c);
}
public final class OptionalLong {
  public static OptionalLong of(long v);
  public static OptionalLong empty();
  public boolean isEmpty();
  public long orElseThrow();
  public <X extends Throwable> long orElseThrow(Supplier<? extends X> s);
  public void ifPresent(LongConsumer c);
  public long orElseGet(LongSupplier s);
  public LongStream stream();
  public long getAsLong();
  public long orElse(long i);
  public boolean isPresent();
}
public final class OptionalDouble {
  public static OptionalDouble of(double v);
  public static OptionalDouble empty();
  public boolean isEmpty();
  public double orElseThrow();
  public <X extends Throwable> double orElseThrow(Supplier<? extends X> s);
  public void ifPresent(DoubleConsumer c);
  public double orElseGet(DoubleSupplier s);
  public DoubleStream stream();
  public double getAsDouble();
  public double orElse(double i);
  public boolean isPresent();
}
public final class Objects {
  public static boolean equals(Object a, Object b);
  public static int hashCode(Object o);
  public static int hash(Object... o);
  public static String toString(Object o);
  public static String toString(Object o, String d);
  public static <T> T requireNonNull(T t);
  public static <T> T requireNonNull(T t, String m);
  public static <T> T requireNonNull(T t, Supplier<String> m);
  public static <T> T requireNonNullElse(T t, T d);
  public static <T> T requireNonNullElseGet(T t, Supplier<? extends T> s);
  public static boolean isNull(Object o);
  public static boolean nonNull(Object o);
  public static int compare(Object a, Object b, Comparator<?> c);
  public static int checkIndex(int i, int n);
}
public class Arrays {
  public static <T> List<T> asList(T... t);
  public static void fill(Object a, Object v);
  public static void fill(Object a, int f, int t, Object v);
  public static void sort(Object a);
  public static void sort(Object a, int f, int t);
  public static <T> void sort(T[] a, Comparator<? super T> c);
  public static <A> A copyOf(A a, int n);
  public static <A> A copyOfRange(A a, int f, int t);
  public static <T> Stream<T> stream(T[] a);
  public static <T> Stream<T> stream(T[] a, int f, int t);
  public static IntStream stream(int[] a);
  public static IntStream stream(int[] a, int f, int t);
  public static LongStream stream(long[] a);
  public static LongStream stream(long[] a, int f, int t);
  public static DoubleStream stream(double[] a);
  public static DoubleStream stream(double[] a, int f, int t);
  public static <T> Spliterator<T> spliterator(T[] a);
  public static <T> Spliterator<T> spliterator(T[] a, int f, int t);
  public static Spliterator.OfInt spliterator(int[] a);
  public static Spliterator.OfInt spliterator(int[] a, int f, int t);
  public static Spliterator.OfLong spliterator(long[] a);
  public static Spliterator.OfLong spliterator(long[] a, int f, int t);
  public static Spliterator.OfDouble spliterator(double[] a);
  public static Spliterator.OfDouble spliterator(double[] a, int f, int t);
  public static boolean equals(Object a, Object b);
  public static boolean deepEquals(Object[] a, Object[] b);
  public static int hashCode(Object a);
  public static int deepHashCode(Object[] a);
  public static String toString(Object a);
  public static String deepToString(Object[] a);
  public static int binarySearch(Object a, Object k);
  public static <T> void setAll(T[] a, IntFunction<? extends T> f);
}
public class Collections {
  public static <T> List<T> emptyList();
  public static <T> Set<T> emptySet();
  public static <K, V> Map<K, V> emptyMap();
  public static <T> Iterator<T> emptyIterator();
  public static <T> List<T> singletonList(T t);
  public static <T> Set<T> singleton(T t);
  public static <K, V> Map<K, V> singletonMap(K k, V v);
  public static <T> List<T> unmodifiableList(List<? extends T> l);
  public static <T> Set<T> unmodifiableSet(Set<? extends T> l);
  public static <T> Collection<T> unmodifiableCollection(Collection<? extends T> l);
  public static <K, V> Map<K, V> unmodifiableMap(Map<? extends K, ? extends V> m);
  public static <T> SortedSet<T> unmodifiableSortedSet(SortedSet<T> l);
  public static <T> List<T> synchronizedList(List<T> l);
  public static <T> Set<T> synchronizedSet(Set<T> l);
  public static <K, V> Map<K, V> synchronizedMap(Map<K, V> m);
  public static <T> void sort(List<T> l);
  public static <T> void sort(List<T> l, Comparator<? super T> c);
  public static void reverse(List<?> l);
  public static void shuffle(List<?> l);
  public static void shuffle(List<?> l, Random r);
  public static <T> boolean addAll(Collection<? super T> c, T... t);
  public static <T> Comparator<T> reverseOrder();
  public static <T> Comparator<T> reverseOrder(Comparator<T> c);
  public static <T> T max(Collection<? extends T> c);
  public static <T> T max(Collection<? extends T> c, Comparator<? super T> o);
  public static <T> T min(Collection<? extends T> c);
  public static <T> T min(Collection<? extends T> c, Comparator<? super T> o);
  public static <T> List<T> nCopies(int n, T t);
  public static int frequency(Collection<?> c, Object o);
  public static void swap(List<?> l, int a, int b);
  public static <T> Enumeration<T> enumeration(Collection<T> c);
  public static <T> ArrayList<T> list(Enumeration<T> e);
  public static <E> Set<E> newSetFromMap(Map<E, Boolean> m);
  public static <T> int binarySearch(List<? extends T> l, T k);
  public static boolean disjoint(Collection<?> a, Collection<?> b);
}
public class Date implements Serializable, Cloneable, Comparable<Date> {
  public Date() {}
  public Date(long l) {}
  public long getTime();
  public void setTime(long l);
  public boolean before(Date d);
  public boolean after(Date d);
  public Instant toInstant();
  public static Date from(Instant i);
}
public abstract class Calendar implements Serializable, Cloneable, Comparable<Calendar> {
  public static Calendar getInstance();
  public static Calendar getInstance(TimeZone z);
  public final void set(int f, int v);
  public int get(int f);
  public final Date getTime();
  public final void setTime(Date d);
  public void add(int f, int n);
  public long getTimeInMillis();
}
public class GregorianCalendar extends Calendar {
  public GregorianCalendar() {}
  public GregorianCalendar(int a, int b, int c) {}
  public GregorianCalendar(int a, int b, int c, int d, int e, int f) {}
  public GregorianCalendar(TimeZone z) {}
}
public abstract class TimeZone implements Serializable {
  public static TimeZone getTimeZone(String s);
  public static TimeZone getDefault();
  public static void setDefault(TimeZone z);
  public String getID();
}
public final class Locale implements Serializable {
  public static Locale US;
  public static Locale ENGLISH;
  public static Locale ROOT;
  public static Locale getDefault();
  public static void setDefault(Locale l);
  public Locale(String a) {}
  public Locale(String a, String b) {}
  public String getLanguage();
  public String getCountry();
  public static Locale forLanguageTag(String s);
}
public final class Currency implements Serializable {
  public static Currency getInstance(String s);
  public String getCurrencyCode();
}
public final class UUID implements Serializable, Comparable<UUID> {
  public static UUID randomUUID();
  public static UUID fromString(String s);
  public UUID(long a, long b) {}
  public static UUID nameUUIDFromBytes(byte[] b);
}
public class Random {
  public Random() {}
  public Random(long s) {}
  public int nextInt();
  public int nextInt(int n);
  public int nextInt(int a, int b);
  public long nextLong();
  public double nextDouble();
  public float nextFloat();
  public boolean nextBoolean();
  public void nextBytes(byte[] b);
}
public final class Scanner implements Iterator<String>, AutoCloseable {
  public Scanner(InputStream s) {}
  public Scanner(String s) {}
  public String nextLine();
  public boolean hasNextLine();
  public int nextInt();
  public boolean hasNextInt();
  public Scanner useDelimiter(String s);
}
public final class StringJoiner {
  public StringJoiner(CharSequence s) {}
  public StringJoiner(CharSequence s, CharSequence a, CharSequence b) {}
  public StringJoiner add(CharSequence s);
  public int length();
}
public class StringTokenizer implements Enumeration<Object> {
  public StringTokenizer(String s) {}
  public StringTokenizer(String s, String d) {}
  public boolean hasMoreTokens();
  public String nextToken();
  public int countTokens();
}
public class Timer {
  public void schedule(TimerTask t, long d);
  public void cancel();
}
public abstract class TimerTask implements Runnable {}
public class Base64 {
  public static Base64.Encoder getEncoder();
  public static Base64.Decoder getDecoder();
  public static class Encoder {
    public String encodeToString(byte[] b);
    public byte[] encode(byte[] b);
  }
  public static class Decoder {
    public byte[] decode(String s);
    public byte[] decode(byte[] s);
  }
}
public class ServiceLoader<S> implements Iterable<S> {
  public static <S> ServiceLoader<S> load(Class<S> c);
  public static <S> ServiceLoader<S> load(Class<S> c, ClassLoader l);
}
public class NoSuchElementException extends RuntimeException {}
public class InputMismatchException extends NoSuchElementException {}
public class ConcurrentModificationException extends RuntimeException {}
public class EmptyStackException extends RuntimeException {}
public class MissingResourceException extends RuntimeException {}

package java.util.stream;

public interface BaseStream<T, S> extends AutoCloseable {
  Iterator<T> iterator();
  S parallel();
  S sequential();
  S unordered();
  S onClose(Runnable r);
}
public interface Stream<T> extends BaseStream<T, Stream<T>> {
  Stream<T> filter(Predicate<? super T> p);
  <R> Stream<R> map(Function<? super T, ? extends R> f);
  IntStream mapToInt(ToIntFunction<? super T> f);
  LongStream mapToLong(ToLongFunction<? super T> f);
  DoubleStream mapToDouble(ToDoubleFunction<? super T> f);
  <R> Stream<R> flatMap(Function<? super T, ? extends Stream<? extends R>> f);
  <R> Stream<R> mapMulti(BiConsumer<? super T, ? super Consumer<R>> f);
  Stream<T> distinct();
  Stream<T> sorted();
  Stream<T> sorted(Comparator<? super T> c);
  Stream<T> peek(Consumer<? super T> c);
  Stream<T> limit(long n);
  Stream<T> skip(long n);
  Stream<T> takeWhile(Predicate<? super T> p);
  Stream<T> dropWhile(Predicate<? super T> p);
  void forEach(Consumer<? super T> c);
  void forEachOrdered(Consumer<? super T> c);
  Object[] toArray();
  <A> A[] toArray(IntFunction<A[]> f);
  T reduce(T t, BinaryOperator<T> f);
  Optional<T> reduce(BinaryOperator<T> f);
  <U> U reduce(U t, BiFunction<U, ? super T, U> f, BinaryOperator<U> g);
  <R, A> R collect(Collector<? super T, A, R> c);
  <R> R collect(Supplier<R> s, BiConsumer<R, ? super T> a, BiConsumer<R, R> b);
  List<T> toList();
  Optional<T> min(Comparator<? super T> c);
  Optional<T> max(Comparator<? super T> c);
  long count();
  boolean anyMatch(Predicate<? super T> p);
  boolean allMatch(Predicate<? super T> p);
  boolean noneMatch(Predicate<? super T> p);
  Optional<T> findFirst();
  Optional<T> findAny();
  static <T> Stream<T> of(T... t);
  static <T> Stream<T> empty();
  static <T> Stream<T> ofNullable(T t);
  static <T> Stream<T> iterate(T t, UnaryOperator<T> f);
  static <T> Stream<T> iterate(T t, Predicate<? super T> p, UnaryOperator<T> f);
  static <T> Stream<T> generate(Supplier<? extends T> s);
  static <T> Stream<T> concat(Stream<? extends T> a, Stream<? extends T> b);
}
public interface IntStream extends BaseStream<Integer, IntStream> {
  IntStream filter(IntPredicate p);
  IntStream map(IntUnaryOperator f);
  <U> Stream<U> mapToObj(IntFunction<? extends U> f);
  void forEach(IntConsumer c);
  int sum();
  OptionalInt min();
  OptionalInt max();
  OptionalDouble average();
  long count();
  Stream<Integer> boxed();
  int[] toArray();
  IntStream distinct();
  IntStream sorted();
  IntStream limit(long n);
  boolean anyMatch(IntPredicate p);
  boolean allMatch(IntPredicate p);
  boolean noneMatch(IntPredicate p);
  int reduce(int i, IntBinaryOperator f);
  OptionalInt findFirst();
  static IntStream range(int a, int b);
  static IntStream rangeClosed(int a, int b);
  static IntStream of(int... i);
  static IntStream empty();
  static IntStream concat(IntStream a, IntStream b);
  static IntStream iterate(int i, IntUnaryOperator f);
  static IntStream generate(IntSupplier s);
  LongStream mapToLong(IntToLongFunction f);
  DoubleStream mapToDouble(IntToDoubleFunction f);
  LongStream asLongStream();
  DoubleStream asDoubleStream();
  IntStream peek(IntConsumer c);
  IntStream skip(long n);
  OptionalInt reduce(IntBinaryOperator f);
  OptionalInt findAny();
  PrimitiveIterator.OfInt iterator();
  Spliterator.OfInt spliterator();
}
public interface LongStream extends BaseStream<Long, LongStream> {
  LongStream filter(LongPredicate p);
  <U> Stream<U> mapToObj(LongFunction<? extends U> f);
  long sum();
  long count();
  OptionalLong min();
  OptionalLong max();
  Stream<Long> boxed();
  long[] toArray();
  static LongStream range(long a, long b);
  static LongStream rangeClosed(long a, long b);
  static LongStream of(long... v);
  static LongStream empty();
  static LongStream concat(LongStream a, LongStream b);
  LongStream map(LongUnaryOperator f);
  IntStream mapToInt(LongToIntFunction f);
  void forEach(LongConsumer c);
  LongStream peek(LongConsumer c);
  LongStream distinct();
  LongStream sorted();
  LongStream limit(long n);
  LongStream skip(long n);
  boolean anyMatch(LongPredicate p);
  boolean allMatch(LongPredicate p);
  boolean noneMatch(LongPredicate p);
  long reduce(long v, LongBinaryOperator f);
  OptionalLong reduce(LongBinaryOperator f);
  OptionalLong findFirst();
  OptionalLong findAny();
  PrimitiveIterator.OfLong iterator();
  Spliterator.OfLong spliterator();
}
public interface DoubleStream extends BaseStream<Double, DoubleStream> {
  DoubleStream filter(DoublePredicate p);
  <U> Stream<U> mapToObj(DoubleFunction<? extends U> f);
  double sum();
  OptionalDouble min();
  OptionalDouble max();
  OptionalDouble average();
  long count();
  Stream<Double> boxed();
  double[] toArray();
  static DoubleStream of(double... v);
  static DoubleStream empty();
  static DoubleStream concat(DoubleStream a, DoubleStream b);
  DoubleStream map(DoubleUnaryOperator f);
  IntStream mapToInt(DoubleToIntFunction f);
  void forEach(DoubleConsumer c);
  DoubleStream peek(DoubleConsumer c);
  DoubleStream distinct();
  DoubleStream sorted();
  DoubleStream limit(long n);
  DoubleStream skip(long n);
  boolean anyMatch(DoublePredicate p);
  boolean allMatch(DoublePredicate p);
  boolean noneMatch(DoublePredicate p);
  double reduce(double v, DoubleBinaryOperator f);
  OptionalDouble reduce(DoubleBinaryOperator f);
  OptionalDouble findFirst();
  OptionalDouble findAny();
  PrimitiveIterator.OfDouble iterator();
  Spliterator.OfDouble spliterator();
}
public interface Collector<T, A, R> {
  static <T, R> Collector<T, R, R> of(Supplier<R> made, BiConsumer<R, T> add, BinaryOperator<R> join, Characteristics... c);
  static <T, A, R> Collector<T, A, R> of(Supplier<A> made, BiConsumer<A, T> add, BinaryOperator<A> join, Function<A, R> end, Characteristics... c);
  Supplier<A> supplier();
  BiConsumer<A, T> accumulator();
  BinaryOperator<A> combiner();
  Function<A, R> finisher();
  Set<Characteristics> characteristics();
  enum Characteristics { CONCURRENT, UNORDERED, IDENTITY_FINISH }
}
public final class Collectors {
  public static <T> Collector<T, ?, List<T>> toList();
  public static <T> Collector<T, ?, List<T>> toUnmodifiableList();
  public static <T> Collector<T, ?, Set<T>> toSet();
  public static <T> Collector<T, ?, Set<T>> toUnmodifiableSet();
  public static <T, C> Collector<T, ?, C> toCollection(Supplier<C> s);
  public static Collector<CharSequence, ?, String> joining();
  public static Collector<CharSequence, ?, String> joining(CharSequence s);
  public static Collector<CharSequence, ?, String> joining(CharSequence s, CharSequence a, CharSequence b);
  public static <T, K, U> Collector<T, ?, Map<K, U>> toMap(Function<? super T, ? extends K> k,
      Function<? super T, ? extends U> v);
  public static <T, K, U> Collector<T, ?, Map<K, U>> toMap(Function<? super T, ? extends K> k,
      Function<? super T, ? extends U> v, BinaryOperator<U> m);
  public static <T, K, U, M> Collector<T, ?, M> toMap(Function<? super T, ? extends K> k, Function<? super T,
      ? extends U> v, BinaryOperator<U> m, Supplier<M> s);
  public static <T, K> Collector<T, ?, Map<K, List<T>>> groupingBy(Function<? super T, ? extends K> f);
  public static <T, K, A, D> Collector<T, ?, Map<K, D>> groupingBy(Function<? super T, ? extends K> f,
      Collector<? super T, A, D> d);
  public static <T, K, D, A, M> Collector<T, ?, M> groupingBy(Function<? super T, ? extends K> f, Supplier<M> s,
      Collector<? super T, A, D> d);
  public static <T> Collector<T, ?, Map<Boolean, List<T>>> partitioningBy(Predicate<? super T> p);
  public static <T> Collector<T, ?, Long> counting();
  public static <T, U, A, R> Collector<T, ?, R> mapping(Function<? super T, ? extends U> f, Collector<? super U,
      A, R> d);
  public static <T, A, R> Collector<T, A, R> filtering(Predicate<? super T> f, Collector<? super T, A, R> d);
  public static <T> Collector<T, ?, Integer> summingInt(ToIntFunction<? super T> f);
  public static <T> Collector<T, ?, Long> summingLong(ToLongFunction<? super T> f);
  public static <T> Collector<T, ?, Double> averagingInt(ToIntFunction<? super T> f);
  public static <T> Collector<T, ?, Optional<T>> maxBy(Comparator<? super T> c);
  public static <T> Collector<T, ?, Optional<T>> minBy(Comparator<? super T> c);
  public static <T, A, R, RR> Collector<T, A, RR> collectingAndThen(Collector<T, A, R> c, Function<R, RR> f);
}
public final class StreamSupport {
  public static <T> Stream<T> stream(Spliterator<T> s, boolean b);
}

package java.util.concurrent;

public interface Callable<V> {
  V call();
}
public interface Future<V> {
  V get();
  V get(long n, TimeUnit u);
  boolean cancel(boolean b);
  boolean isDone();
  boolean isCancelled();
}
public class FutureTask<V> implements Future<V>, Runnable {
  public FutureTask(Callable<V> c) {}
  public FutureTask(Runnable c, V v) {}
}
public interface CompletionStage<T> {
  <U> CompletionStage<U> thenApply(Function<? super T, ? extends U> f);
  <U> CompletionStage<U> thenApplyAsync(Function<? super T, ? extends U> f);
  <U> CompletionStage<U> thenApplyAsync(Function<? super T, ? extends U> f, Executor e);
  CompletionStage<Void> thenAccept(Consumer<? super T> c);
  CompletionStage<Void> thenAcceptAsync(Consumer<? super T> c);
  CompletionStage<Void> thenAcceptAsync(Consumer<? super T> c, Executor e);
  CompletionStage<Void> thenRun(Runnable r);
  <U> CompletionStage<U> thenCompose(Function<? super T, ? extends CompletionStage<U>> f);
  <U> CompletionStage<U> thenComposeAsync(Function<? super T, ? extends CompletionStage<U>> f);
  <U> CompletionStage<U> thenComposeAsync(Function<? super T, ? extends CompletionStage<U>> f, Executor e);
  <U, V> CompletionStage<V> thenCombine(CompletionStage<? extends U> o, BiFunction<? super T, ? super U,
      ? extends V> f);
  CompletionStage<T> exceptionally(Function<Throwable, ? extends T> f);
  <U> CompletionStage<U> handle(BiFunction<? super T, Throwable, ? extends U> f);
  CompletionStage<T> whenComplete(BiConsumer<? super T, ? super Throwable> f);
  CompletableFuture<T> toCompletableFuture();
}
public class CompletableFuture<T> implements Future<T>, CompletionStage<T> {
  public CompletableFuture() {}
  public T join();
  public T resultNow();
  public boolean complete(T t);
  public boolean completeExceptionally(Throwable t);
  public boolean isCompletedExceptionally();
  public CompletableFuture<T> completeAsync(Supplier<? extends T> s);
  public CompletableFuture<T> completeAsync(Supplier<? extends T> s, Executor e);
  public CompletableFuture<T> completeOnTimeout(T t, long n, TimeUnit u);
  public CompletableFuture<T> orTimeout(long n, TimeUnit u);
  public CompletableFuture<T> copy();
  public <U> CompletableFuture<U> newIncompleteFuture();
  public Executor defaultExecutor();
  public T getNow(T t);
  public <U> CompletableFuture<U> thenApply(Function<? super T, ? extends U> f);
  public <U> CompletableFuture<U> thenApplyAsync(Function<? super T, ? extends U> f);
  public <U> CompletableFuture<U> thenApplyAsync(Function<? super T, ? extends U> f, Executor e);
  public CompletableFuture<Void> thenAccept(Consumer<? super T> c);
  public CompletableFuture<Void> thenAcceptAsync(Consumer<? super T> c);
  public CompletableFuture<Void> thenAcceptAsync(Consumer<? super T> c, Executor e);
  public CompletableFuture<Void> thenRun(Runnable r);
  public CompletableFuture<Void> thenRunAsync(Runnable r);
  public CompletableFuture<Void> thenRunAsync(Runnable r, Executor e);
  public <U> CompletableFuture<U> thenCompose(Function<? super T, ? extends CompletionStage<U>> f);
  public <U> CompletableFuture<U> thenComposeAsync(Function<? super T, ? extends CompletionStage<U>> f);
  public <U> CompletableFuture<U> thenComposeAsync(Function<? super T, ? extends CompletionStage<U>> f, Executor e);
  public <U, V> CompletableFuture<V> thenCombine(CompletionStage<? extends U> o, BiFunction<? super T, ? super U,
      ? extends V> f);
  public <U, V> CompletableFuture<V> thenCombineAsync(CompletionStage<? extends U> o, BiFunction<? super T, ? super U,
      ? extends V> f);
  public <U, V> CompletableFuture<V> thenCombineAsync(CompletionStage<? extends U> o, BiFunction<? super T, ? super U,
      ? extends V> f, Executor e);
  public <U> CompletableFuture<Void> thenAcceptBoth(CompletionStage<? extends U> o, BiConsumer<? super T, ? super U> c);
  public <U> CompletableFuture<U> applyToEither(CompletionStage<? extends T> o, Function<? super T, U> f);
  public CompletableFuture<Void> acceptEither(CompletionStage<? extends T> o, Consumer<? super T> c);
  public CompletableFuture<T> exceptionally(Function<Throwable, ? extends T> f);
  public CompletableFuture<T> exceptionallyAsync(Function<Throwable, ? extends T> f);
  public CompletableFuture<T> exceptionallyAsync(Function<Throwable, ? extends T> f, Executor e);
  public CompletableFuture<T> exceptionallyCompose(Function<Throwable, ? extends CompletionStage<T>> f);
  public <U> CompletableFuture<U> handle(BiFunction<? super T, Throwable, ? extends U> f);
  public <U> CompletableFuture<U> handleAsync(BiFunction<? super T, Throwable, ? extends U> f);
  public <U> CompletableFuture<U> handleAsync(BiFunction<? super T, Throwable, ? extends U> f, Executor e);
  public CompletableFuture<T> whenComplete(BiConsumer<? super T, ? super Throwable> f);
  public CompletableFuture<T> whenCompleteAsync(BiConsumer<? super T, ? super Throwable> f);
  public CompletableFuture<T> whenCompleteAsync(BiConsumer<? super T, ? super Throwable> f, Executor e);
  public static <U> CompletableFuture<U> supplyAsync(Supplier<U> s);
  public static <U> CompletableFuture<U> supplyAsync(Supplier<U> s, Executor e);
  public static CompletableFuture<Void> runAsync(Runnable r);
  public static CompletableFuture<Void> runAsync(Runnable r, Executor e);
  public static <U> CompletableFuture<U> completedFuture(U u);
  public static <U> CompletableFuture<U> failedFuture(Throwable t);
  public static Executor delayedExecutor(long n, TimeUnit u);
  public static CompletableFuture<Void> allOf(CompletableFuture<?>... f);
  public static CompletableFuture<Object> anyOf(CompletableFuture<?>... f);
}
public interface Executor {
  void execute(Runnable r);
}
public interface ExecutorService extends Executor, AutoCloseable {
  <T> Future<T> submit(Callable<T> c);
  Future<?> submit(Runnable r);
  <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> c);
  <T> T invokeAny(Collection<? extends Callable<T>> c);
  void shutdown();
  List<Runnable> shutdownNow();
  boolean awaitTermination(long n, TimeUnit u);
  boolean isShutdown();
  boolean isTerminated();
}
public interface ScheduledFuture<V> extends Future<V> {}
public interface ScheduledExecutorService extends ExecutorService {
  ScheduledFuture<?> schedule(Runnable r, long n, TimeUnit u);
  ScheduledFuture<?> scheduleAtFixedRate(Runnable r, long a, long b, TimeUnit u);
  ScheduledFuture<?> scheduleWithFixedDelay(Runnable r, long a, long b, TimeUnit u);
}
public interface ThreadFactory {
  Thread newThread(Runnable r);
}
public class ThreadPoolExecutor implements ExecutorService {}
public class Executors {
  public static ExecutorService newFixedThreadPool(int n);
  public static ExecutorService newFixedThreadPool(int n, ThreadFactory f);
  public static ExecutorService newCachedThreadPool();
  public static ExecutorService newSingleThreadExecutor();
  public static ExecutorService newWorkStealingPool();
  public static ExecutorService newVirtualThreadPerTaskExecutor();
  public static ScheduledExecutorService newScheduledThreadPool(int n);
  public static ScheduledExecutorService newSingleThreadScheduledExecutor();
}
public enum TimeUnit {
  NANOSECONDS, MICROSECONDS, MILLISECONDS, SECONDS, MINUTES, HOURS, DAYS;
  public void sleep(long n);
  public long toMillis(long n);
  public long toNanos(long n);
  public long toSeconds(long n);
  public long convert(long n, TimeUnit u);
}
public interface ConcurrentMap<K, V> extends Map<K, V> {}
public class ConcurrentHashMap<K, V> extends AbstractMap<K, V> implements ConcurrentMap<K, V> {
  public ConcurrentHashMap() {}
  public ConcurrentHashMap(int n) {}
  public ConcurrentHashMap(Map<? extends K, ? extends V> m) {}
  public static <T> Set<T> newKeySet();
}
public interface ConcurrentNavigableMap<K, V> extends ConcurrentMap<K, V>, NavigableMap<K, V> {}
public class ConcurrentSkipListMap<K, V> extends AbstractMap<K, V> implements ConcurrentNavigableMap<K, V> {}
public class ConcurrentSkipListSet<E> extends AbstractSet<E> implements NavigableSet<E> {}
public class CopyOnWriteArrayList<E> implements List<E> {}
public class CopyOnWriteArraySet<E> extends AbstractSet<E> {}
public class ConcurrentLinkedQueue<E> extends AbstractQueue<E> {}
public class ConcurrentLinkedDeque<E> extends AbstractCollection<E> implements Deque<E> {}
public interface BlockingQueue<E> extends Queue<E> {
  void put(E e);
  E take();
  boolean offer(E e, long n, TimeUnit u);
  E poll(long n, TimeUnit u);
  int drainTo(Collection<? super E> c);
}
public class LinkedBlockingQueue<E> extends AbstractQueue<E> implements BlockingQueue<E> {}
public class ArrayBlockingQueue<E> extends AbstractQueue<E> implements BlockingQueue<E> {
  public ArrayBlockingQueue(int n) {}
}
public class PriorityBlockingQueue<E> extends AbstractQueue<E> implements BlockingQueue<E> {}
public class CountDownLatch {
  public CountDownLatch(int n) {}
  public void countDown();
  public void await();
  public boolean await(long n, TimeUnit u);
  public long getCount();
}
public class CyclicBarrier {
  public CyclicBarrier(int n) {}
  public int await();
}
public class Semaphore {
  public Semaphore(int n) {}
  public void acquire();
  public boolean tryAcquire();
  public void release();
}
public class ThreadLocalRandom extends Random {
  public static ThreadLocalRandom current();
}
public class ExecutionException extends Exception {}
public class TimeoutException extends Exception {}
public class CancellationException extends IllegalStateException {}
public class CompletionException extends RuntimeException {}

package java.util.concurrent.atomic;

public class AtomicInteger extends Number {
  public AtomicInteger() {}
  public AtomicInteger(int i) {}
  public final int get();
  public final void set(int i);
  public final int incrementAndGet();
  public final int getAndIncrement();
  public final int decrementAndGet();
  public final int getAndDecrement();
  public final int addAndGet(int i);
  public final int getAndAdd(int i);
  public final int getAndSet(int i);
  public final boolean compareAndSet(int a, int b);
  public final int updateAndGet(IntUnaryOperator f);
}
public class AtomicLong extends Number {
  public AtomicLong() {}
  public AtomicLong(long i) {}
  public final long get();
  public final void set(long i);
  public final long incrementAndGet();
  public final long getAndIncrement();
  public final long decrementAndGet();
  public final long addAndGet(long i);
  public final long getAndAdd(long i);
  public final boolean compareAndSet(long a, long b);
}
public class AtomicBoolean {
  public AtomicBoolean() {}
  public AtomicBoolean(boolean b) {}
  public final boolean get();
  public final void set(boolean b);
  public final boolean getAndSet(boolean b);
  public final boolean compareAndSet(boolean a, boolean b);
}
public class AtomicReference<V> {
  public AtomicReference() {}
  public AtomicReference(V v) {}
  public final V get();
  public final void set(V v);
  public final V getAndSet(V v);
  public final boolean compareAndSet(V a, V b);
  public final V updateAndGet(UnaryOperator<V> f);
  public final V getAndUpdate(UnaryOperator<V> f);
  public final V accumulateAndGet(V v, BinaryOperator<V> f);
}
public class AtomicIntegerArray {
  public AtomicIntegerArray(int n) {}
  public final int get(int i);
  public final void set(int i, int v);
  public final int length();
}
public class AtomicLongArray {
  public AtomicLongArray(int n) {}
  public final long get(int i);
  public final void set(int i, long v);
  public final int length();
}
public class LongAdder extends Number {
  public void increment();
  public void add(long n);
  public long sum();
}

package java.util.concurrent.locks;

public interface Lock {
  void lock();
  void unlock();
  boolean tryLock();
  Condition newCondition();
}
public interface Condition {
  void await();
  void signal();
  void signalAll();
}
public class ReentrantLock implements Lock {}
public interface ReadWriteLock {
  Lock readLock();
  Lock writeLock();
}
public class ReentrantReadWriteLock implements ReadWriteLock {}

package java.util.regex;

public final class Pattern {
  public static Pattern compile(String s);
  public static Pattern compile(String s, int f);
  public Matcher matcher(CharSequence s);
  public static boolean matches(String s, CharSequence c);
  public static String quote(String s);
  public String pattern();
  public String[] split(CharSequence s);
  public Predicate<String> asPredicate();
}
public interface MatchResult {
  String group();
  String group(int i);
  int start();
  int end();
  int groupCount();
}
public final class Matcher implements MatchResult {
  public boolean matches();
  public boolean find();
  public boolean lookingAt();
  public String group(String s);
  public int start(int i);
  public int end(int i);
  public String replaceAll(String s);
  public String replaceFirst(String s);
  public Matcher reset();
  public Matcher reset(CharSequence s);
  public MatchResult toMatchResult();
  public Stream<MatchResult> results();
}
public class PatternSyntaxException extends IllegalArgumentException {}

package java.io;

public @interface Serial {}
public interface Serializable {}
public interface Closeable extends AutoCloseable {
  void close();
}
public interface Flushable {
  void flush();
}
public class IOException extends Exception {
  public IOException() {}
  public IOException(String m) {}
  public IOException(String m, Throwable c) {}
  public IOException(Throwable c) {}
}
public class UncheckedIOException extends RuntimeException {}
public class EOFException extends IOException {}
public class FileNotFoundException extends IOException {}
public class UnsupportedEncodingException extends IOException {}
public class ObjectStreamException extends IOException {}
public class NotSerializableException extends ObjectStreamException {}
public class InvalidObjectException extends ObjectStreamException {}
public abstract class InputStream implements Closeable {
  public int read();
  public int read(byte[] b);
  public int read(byte[] b, int a, int n);
  public byte[] readAllBytes();
  public int available();
  public long skip(long n);
  public long transferTo(OutputStream o);
  public void mark(int n);
  public void reset();
}
public abstract class OutputStream implements Closeable, Flushable {
  public void write(int b);
  public void write(byte[] b);
  public void write(byte[] b, int a, int n);
}
public class FilterInputStream extends InputStream {
  protected InputStream in;
}
public class FilterOutputStream extends OutputStream {
  protected OutputStream out;
}
public class BufferedInputStream extends FilterInputStream {
  public BufferedInputStream(InputStream i) {}
  public BufferedInputStream(InputStream i, int n) {}
}
public class BufferedOutputStream extends FilterOutputStream {
  public BufferedOutputStream(OutputStream i) {}
  public BufferedOutputStream(OutputStream i, int n) {}
}
public class ByteArrayInputStream extends InputStream {
  public ByteArrayInputStream(byte[] b) {}
  public ByteArrayInputStream(byte[] b, int a, int n) {}
}
public class ByteArrayOutputStream extends OutputStream {
  public byte[] toByteArray();
  public int size();
  public String toString(Charset c);
}
public class FileInputStream extends InputStream {
  public FileInputStream(File f) {}
  public FileInputStream(String f) {}
}
public class FileOutputStream extends OutputStream {
  public FileOutputStream(File f) {}
  public FileOutputStream(String f) {}
  public FileOutputStream(File f, boolean a) {}
}
public interface DataInput {
  int readInt();
  long readLong();
  byte readByte();
  short readShort();
  char readChar();
  boolean readBoolean();
  float readFloat();
  double readDouble();
  String readUTF();
  void readFully(byte[] b);
}
public interface DataOutput {
  void writeInt(int i);
  void writeLong(long l);
  void writeByte(int b);
  void writeShort(int s);
  void writeUTF(String s);
  void writeBoolean(boolean b);
  void writeDouble(double d);
}
public class DataInputStream extends FilterInputStream implements DataInput {
  public DataInputStream(InputStream i) {}
}
public class DataOutputStream extends FilterOutputStream implements DataOutput {
  public DataOutputStream(OutputStream i) {}
}
public class ObjectInputStream extends InputStream implements DataInput {
  public ObjectInputStream(InputStream i) {}
  public final Object readObject();
  public void defaultReadObject();
}
public class ObjectOutputStream extends OutputStream implements DataOutput {
  public ObjectOutputStream(OutputStream i) {}
  public final void writeObject(Object o);
  public void defaultWriteObject();
}
public class PrintStream extends FilterOutputStream {
  public PrintStream(OutputStream o) {}
  public void println();
  public void println(Object o);
  public void print(Object o);
  public PrintStream printf(String f, Object... a);
  public PrintStream format(String f, Object... a);
  public PrintStream append(CharSequence s);
}
public abstract class Reader implements Readable, Closeable {
  public int read();
  public int read(char[] c);
  public int read(char[] c, int a, int n);
  public boolean ready();
  public long skip(long n);
  public void mark(int n);
  public void reset();
  public boolean markSupported();
}
public class InputStreamReader extends Reader {
  public InputStreamReader(InputStream s) {}
  public InputStreamReader(InputStream s, Charset c) {}
  public InputStreamReader(InputStream s, String c) {}
}
public class FileReader extends InputStreamReader {
  public FileReader(File f) {}
  public FileReader(String f) {}
}
public class BufferedReader extends Reader {
  public BufferedReader(Reader r) {}
  public BufferedReader(Reader r, int n) {}
  public String readLine();
  public Stream<String> lines();
}
public class StringReader extends Reader {
  public StringReader(String s) {}
}
public class CharArrayReader extends Reader {
  public CharArrayReader(char[] c) {}
  public CharArrayReader(char[] c, int a, int n) {}
}
public class PushbackReader extends Reader {
  public PushbackReader(Reader r) {}
  public void unread(int c);
}
public abstract class Writer implements Appendable, Closeable, Flushable {
  public void write(int c);
  public void write(char[] c);
  public void write(char[] c, int a, int n);
  public void write(String s);
  public void write(String s, int a, int n);
  public Writer append(CharSequence s);
  public Writer append(CharSequence s, int a, int b);
  public Writer append(char c);
}
public class OutputStreamWriter extends Writer {
  public OutputStreamWriter(OutputStream s) {}
  public OutputStreamWriter(OutputStream s, Charset c) {}
  public OutputStreamWriter(OutputStream s, String c) {}
}
public class FileWriter extends OutputStreamWriter {
  public FileWriter(File f) {}
  public FileWriter(String f) {}
  public FileWriter(String f, boolean a) {}
}
public class BufferedWriter extends Writer {
  public BufferedWriter(Writer w) {}
  public void newLine();
}
public class StringWriter extends Writer {
  public StringBuffer getBuffer();
}
public class CharArrayWriter extends Writer {
  public char[] toCharArray();
}
public class PrintWriter extends Writer {
  public PrintWriter(Writer w) {}
  public PrintWriter(Writer w, boolean b) {}
  public PrintWriter(OutputStream w) {}
  public PrintWriter(OutputStream w, boolean b) {}
  public void println();
  public void println(Object o);
  public void print(Object o);
  public PrintWriter printf(String f, Object... a);
  public PrintWriter format(String f, Object... a);
}
public class File implements Serializable, Comparable<File> {
  public File(String s) {}
  public File(String a, String b) {}
  public File(File a, String b) {}
  public String getName();
  public String getPath();
  public String getAbsolutePath();
  public String getCanonicalPath();
  public File getParentFile();
  public String getParent();
  public File getAbsoluteFile();
  public File getCanonicalFile();
  public boolean exists();
  public boolean isFile();
  public boolean isDirectory();
  public boolean delete();
  public boolean mkdir();
  public boolean mkdirs();
  public boolean createNewFile();
  public long length();
  public long lastModified();
  public String[] list();
  public File[] listFiles();
  public File[] listFiles(FilenameFilter f);
  public Path toPath();
  public URI toURI();
  public boolean renameTo(File f);
  public boolean canRead();
  public boolean canWrite();
  public static String separator;
  public static char separatorChar;
  public static String pathSeparator;
  public static File createTempFile(String a, String b);
  public void deleteOnExit();
}
public interface FilenameFilter {
  boolean accept(File d, String n);
}
public interface FileFilter {
  boolean accept(File f);
}

package java.nio;

public abstract class Buffer {
  public final int position();
  public final int limit();
  public final int capacity();
  public final int remaining();
  public final boolean hasRemaining();
}
public abstract class ByteBuffer extends Buffer implements Comparable<ByteBuffer> {
  public static ByteBuffer allocate(int n);
  public static ByteBuffer wrap(byte[] b);
  public static ByteBuffer allocateDirect(int n);
  public byte get();
  public byte get(int i);
  public ByteBuffer put(byte b);
  public ByteBuffer put(byte[] b);
  public ByteBuffer flip();
  public ByteBuffer clear();
  public ByteBuffer rewind();
  public byte[] array();
  public int getInt();
  public long getLong();
  public ByteBuffer putInt(int i);
  public ByteBuffer putLong(long l);
  public ByteBuffer slice();
  public ByteBuffer duplicate();
}
public abstract class IntBuffer extends Buffer implements Comparable<IntBuffer> {
  public static IntBuffer allocate(int n);
  public static IntBuffer wrap(int[] b);
  public static IntBuffer wrap(int[] b, int from, int length);
  public int get();
  public int get(int i);
  public IntBuffer put(int v);
  public int[] array();
}
public abstract class LongBuffer extends Buffer implements Comparable<LongBuffer> {
  public static LongBuffer allocate(int n);
  public static LongBuffer wrap(long[] b);
  public static LongBuffer wrap(long[] b, int from, int length);
  public long get();
  public long get(int i);
  public LongBuffer put(long v);
  public long[] array();
}
public abstract class DoubleBuffer extends Buffer implements Comparable<DoubleBuffer> {
  public static DoubleBuffer allocate(int n);
  public static DoubleBuffer wrap(double[] b);
  public static DoubleBuffer wrap(double[] b, int from, int length);
  public double get();
  public double get(int i);
  public DoubleBuffer put(double v);
  public double[] array();
}
public abstract class CharBuffer extends Buffer implements CharSequence, Appendable, Readable {}

package java.nio.charset;

public abstract class Charset {
  public static Charset forName(String s);
  public static Charset defaultCharset();
  public final String name();
}
public final class StandardCharsets {
  public static Charset UTF_8;
  public static Charset US_ASCII;
  public static Charset ISO_8859_1;
  public static Charset UTF_16;
}

package java.nio.file;

public interface Path extends Comparable<Path>, Iterable<Path> {
  Path resolve(String s);
  Path resolve(Path p);
  Path resolveSibling(String s);
  Path relativize(Path p);
  Path getParent();
  Path getFileName();
  Path getRoot();
  Path toAbsolutePath();
  Path normalize();
  Path toRealPath();
  File toFile();
  URI toUri();
  boolean startsWith(Path p);
  boolean endsWith(String s);
  int getNameCount();
  Path getName(int i);
  static Path of(String s, String... more);
}
public final class Paths {
  public static Path get(String s, String... more);
  public static Path get(URI u);
}
public final class Files {
  public static boolean exists(Path p);
  public static boolean isDirectory(Path p);
  public static boolean isRegularFile(Path p);
  public static byte[] readAllBytes(Path p);
  public static List<String> readAllLines(Path p);
  public static List<String> readAllLines(Path p, Charset c);
  public static String readString(Path p);
  public static Path writeString(Path p, CharSequence s, OpenOption... o);
  public static Path write(Path p, byte[] b, OpenOption... o);
  public static Stream<String> lines(Path p);
  public static Stream<Path> list(Path p);
  public static Stream<Path> walk(Path p);
  public static Path createDirectories(Path p);
  public static Path createDirectory(Path p);
  public static Path createFile(Path p);
  public static Path createTempFile(String a, String b);
  public static Path createTempDirectory(String a);
  public static void delete(Path p);
  public static boolean deleteIfExists(Path p);
  public static Path copy(Path a, Path b);
  public static Path move(Path a, Path b);
  public static long size(Path p);
  public static BufferedReader newBufferedReader(Path p);
  public static BufferedReader newBufferedReader(Path p, Charset c);
  public static BufferedWriter newBufferedWriter(Path p);
  public static BufferedWriter newBufferedWriter(Path p, Charset c);
  public static InputStream newInputStream(Path p);
  public static OutputStream newOutputStream(Path p);
}
public interface OpenOption {}

package java.net;

public final class URL implements Serializable {
  public URL(String s) {}
  public String getHost();
  public String getPath();
  public String getFile();
  public String getProtocol();
  public int getPort();
  public InputStream openStream();
  public URI toURI();
  public String toExternalForm();
  public String getQuery();
}
public final class URI implements Serializable, Comparable<URI> {
  public URI(String s) {}
  public static URI create(String s);
  public String getHost();
  public String getPath();
  public String getScheme();
  public int getPort();
  public URI resolve(String s);
  public URL toURL();
  public String toASCIIString();
  public String getQuery();
}
public class InetAddress implements Serializable {
  public static InetAddress getByName(String s);
  public static InetAddress getLocalHost();
  public String getHostAddress();
  public String getHostName();
}
public class MalformedURLException extends IOException {}
public class URISyntaxException extends Exception {}

package java.math;

public class BigInteger extends Number implements Comparable<BigInteger> {
  public static BigInteger ZERO;
  public static BigInteger ONE;
  public static BigInteger TEN;
  public BigInteger(String s) {}
  public BigInteger(String s, int r) {}
  public static BigInteger valueOf(long l);
  public BigInteger add(BigInteger b);
  public BigInteger subtract(BigInteger b);
  public BigInteger multiply(BigInteger b);
  public BigInteger divide(BigInteger b);
  public BigInteger mod(BigInteger b);
  public BigInteger pow(int n);
  public BigInteger negate();
  public BigInteger abs();
  public int signum();
  public int bitLength();
  public byte[] toByteArray();
  public BigInteger shiftLeft(int n);
  public BigInteger gcd(BigInteger b);
}
public class BigDecimal extends Number implements Comparable<BigDecimal> {
  public static BigDecimal ZERO;
  public static BigDecimal ONE;
  public static BigDecimal TEN;
  public BigDecimal(String s) {}
  public BigDecimal(int s) {}
  public BigDecimal(double s) {}
  public BigDecimal(BigInteger s) {}
  public static BigDecimal valueOf(long l);
  public static BigDecimal valueOf(double l);
  public BigDecimal add(BigDecimal b);
  public BigDecimal subtract(BigDecimal b);
  public BigDecimal multiply(BigDecimal b);
  public BigDecimal divide(BigDecimal b);
  public BigDecimal divide(BigDecimal b, RoundingMode m);
  public BigDecimal divide(BigDecimal b, int s, RoundingMode m);
  public BigDecimal negate();
  public BigDecimal abs();
  public BigDecimal setScale(int n);
  public BigDecimal setScale(int n, RoundingMode m);
  public int scale();
  public int signum();
  public BigInteger toBigInteger();
  public String toPlainString();
  public BigDecimal stripTrailingZeros();
  public BigDecimal pow(int n);
}
public enum RoundingMode {
  UP, DOWN, CEILING, FLOOR, HALF_UP, HALF_DOWN, HALF_EVEN, UNNECESSARY
}

package java.time;

public final class Instant implements Comparable<Instant>, Serializable {
  public static Instant now();
  public static Instant ofEpochMilli(long l);
  public static Instant ofEpochSecond(long l);
  public static Instant ofEpochSecond(long l, long n);
  public static Instant parse(CharSequence s);
  public long toEpochMilli();
  public long getEpochSecond();
  public int getNano();
  public Instant plus(Duration d);
  public Instant minus(Duration d);
  public Instant plusSeconds(long n);
  public Instant plusMillis(long n);
  public boolean isBefore(Instant i);
  public boolean isAfter(Instant i);
}
public final class Duration implements Comparable<Duration>, Serializable {
  public static Duration ZERO;
  public static Duration ofMillis(long l);
  public static Duration ofSeconds(long l);
  public static Duration ofSeconds(long l, long n);
  public static Duration ofMinutes(long l);
  public static Duration ofHours(long l);
  public static Duration ofDays(long l);
  public static Duration ofNanos(long l);
  public static Duration between(Object a, Object b);
  public static Duration parse(CharSequence s);
  public long toMillis();
  public long toNanos();
  public long getSeconds();
  public long toSeconds();
  public int getNano();
  public Duration plus(Duration d);
  public Duration minus(Duration d);
  public Duration multipliedBy(long n);
  public boolean isNegative();
  public boolean isZero();
}
public final class LocalDate implements Comparable<LocalDate>, Serializable {
  public static LocalDate now();
  public static LocalDate of(int y, int m, int d);
  public static LocalDate parse(CharSequence s);
  public LocalDate plusDays(long n);
  public LocalDate minusDays(long n);
  public LocalDate plusMonths(long n);
  public LocalDate plusYears(long n);
  public LocalDate withDayOfMonth(int d);
  public int getYear();
  public int getMonthValue();
  public int getDayOfMonth();
  public boolean isBefore(LocalDate d);
  public boolean isAfter(LocalDate d);
  public LocalDateTime atStartOfDay();
}
public final class LocalTime implements Comparable<LocalTime>, Serializable {
  public static LocalTime now();
  public static LocalTime of(int h, int m);
  public static LocalTime of(int h, int m, int s);
  public static LocalTime of(int h, int m, int s, int n);
  public static LocalTime parse(CharSequence s);
  public int getHour();
  public int getMinute();
  public int getSecond();
  public int getNano();
}
public final class LocalDateTime implements Comparable<LocalDateTime>, Serializable {
  public static LocalDateTime now();
  public static LocalDateTime of(LocalDate d, LocalTime t);
  public static LocalDateTime parse(CharSequence s);
  public LocalDate toLocalDate();
  public LocalTime toLocalTime();
  public LocalDateTime plusDays(long n);
  public LocalDateTime minusDays(long n);
  public LocalDateTime plusHours(long n);
  public boolean isBefore(LocalDateTime d);
  public boolean isAfter(LocalDateTime d);
}
public abstract class ZoneId implements Serializable {
  public static ZoneId of(String s);
  public static ZoneId systemDefault();
  public String getId();
  public ZoneId normalized();
}
public final class ZoneOffset extends ZoneId implements Comparable<ZoneOffset> {
  public static ZoneOffset UTC;
  public static ZoneOffset ofHours(int h);
  public static ZoneOffset ofTotalSeconds(int n);
  public int getTotalSeconds();
}
public final class ZonedDateTime implements Comparable<ZonedDateTime>, Serializable {
  public static ZonedDateTime now();
  public static ZonedDateTime of(LocalDate d, LocalTime t, ZoneId z);
  public static ZonedDateTime of(LocalDateTime t, ZoneId z);
  public static ZonedDateTime parse(CharSequence s);
  public LocalDate toLocalDate();
  public LocalTime toLocalTime();
  public LocalDateTime toLocalDateTime();
  public ZoneId getZone();
  public ZoneOffset getOffset();
  public Instant toInstant();
}
public final class OffsetDateTime implements Comparable<OffsetDateTime>, Serializable {
  public static OffsetDateTime now();
  public static OffsetDateTime parse(CharSequence s);
  public LocalDateTime toLocalDateTime();
  public ZoneOffset getOffset();
  public Instant toInstant();
}
public final class Period implements Serializable {
  public static Period of(int y, int m, int d);
  public static Period ofDays(int n);
  public int getYears();
  public int getMonths();
  public int getDays();
}
public final class Year implements Comparable<Year>, Serializable {
  public static Year of(int y);
  public static Year now();
  public int getValue();
}
public final class YearMonth implements Comparable<YearMonth>, Serializable {
  public static YearMonth of(int y, int m);
  public int getYear();
  public int getMonthValue();
}
public enum DayOfWeek {
  MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY;
  public int getValue();
}
public enum Month {
  JANUARY, FEBRUARY, MARCH, APRIL, MAY, JUNE, JULY, AUGUST, SEPTEMBER, OCTOBER, NOVEMBER, DECEMBER;
  public int getValue();
}
public abstract class Clock {
  public static Clock systemUTC();
  public static Clock systemDefaultZone();
  public static Clock fixed(Instant i, ZoneId z);
  public long millis();
  public Instant instant();
}
public class DateTimeException extends RuntimeException {}

package java.time.format;

public final class DateTimeFormatter {
  public static DateTimeFormatter ofPattern(String s);
  public static DateTimeFormatter ISO_LOCAL_DATE;
  public static DateTimeFormatter ISO_LOCAL_DATE_TIME;
  public static DateTimeFormatter ISO_INSTANT;
  public String format(Object t);
  public DateTimeFormatter withZone(ZoneId z);
  public DateTimeFormatter withLocale(Locale l);
}
public class DateTimeParseException extends DateTimeException {}

package java.text;

public abstract class Format implements Serializable, Cloneable {
  public final String format(Object o);
  public Object parseObject(String s);
}
public abstract class DateFormat extends Format {
  public static int DEFAULT;
  public static int SHORT;
  public static int MEDIUM;
  public static int LONG;
  public static int FULL;
  public Date parse(String s);
  public static DateFormat getDateInstance();
  public static DateFormat getDateInstance(int s);
  public static DateFormat getDateInstance(int s, Locale l);
  public static DateFormat getDateTimeInstance();
  public static DateFormat getDateTimeInstance(int a, int b);
  public static DateFormat getDateTimeInstance(int a, int b, Locale l);
  public TimeZone getTimeZone();
  public void setTimeZone(TimeZone z);
  public void setLenient(boolean b);
}
public class SimpleDateFormat extends DateFormat {
  public SimpleDateFormat(String s) {}
  public SimpleDateFormat(String s, Locale l) {}
  public String toPattern();
}
public abstract class NumberFormat extends Format {
  public static NumberFormat getInstance();
  public Number parse(String s);
}
public class DecimalFormat extends NumberFormat {
  public DecimalFormat(String s) {}
}
public class ParseException extends Exception {
  public ParseException(String s, int n) {}
  public int getErrorOffset();
}
public class ParsePosition {
  public ParsePosition(int n) {}
  public int getIndex();
  public void setIndex(int n);
}
public class MessageFormat extends Format {
  public static String format(String s, Object... a);
}

package org.springframework.data.domain;

public class Sort implements Iterable<Sort.Order> {
  public static Sort by(String... names);
  public static Sort by(List<Order> orders);
  public static Sort by(Order... orders);
  public static Sort by(Direction d, String... names);
  public static Sort unsorted();
  public Sort descending();
  public Sort ascending();
  public Sort and(Sort s);
  public Sort reverse();
  public boolean isSorted();
  public boolean isUnsorted();
  public boolean isEmpty();
  public Order getOrderFor(String name);
  public Stream<Order> stream();
  public List<Order> toList();
  public Iterator<Order> iterator();
  public enum Direction {
    ASC, DESC;
    public boolean isAscending();
    public boolean isDescending();
    public static Direction fromString(String s);
    public static Optional<Direction> fromOptionalString(String s);
  }
  public static class Order {
    public Order(Direction d, String name) {}
    public static Order by(String name);
    public static Order asc(String name);
    public static Order desc(String name);
    public Direction getDirection();
    public String getProperty();
    public boolean isAscending();
    public boolean isDescending();
    public boolean isIgnoreCase();
    public Order ignoreCase();
    public Order nullsFirst();
    public Order nullsLast();
    public Order with(Direction d);
  }
}
public interface Pageable {
  static Pageable unpaged();
  static Pageable unpaged(Sort s);
  static Pageable ofSize(int n);
  boolean isPaged();
  boolean isUnpaged();
  int getPageNumber();
  int getPageSize();
  long getOffset();
  Sort getSort();
  Sort getSortOr(Sort s);
  Pageable next();
  Pageable previousOrFirst();
  Pageable first();
  Pageable withPage(int n);
  boolean hasPrevious();
  Optional<Pageable> toOptional();
}
public class PageRequest implements Pageable {
  public static PageRequest of(int page, int size);
  public static PageRequest of(int page, int size, Sort s);
  public static PageRequest of(int page, int size, Sort.Direction d, String... names);
  public static PageRequest ofSize(int n);
  public PageRequest next();
  public PageRequest previous();
  public PageRequest first();
  public PageRequest withPage(int n);
  public PageRequest withSort(Sort s);
  public PageRequest withSort(Sort.Direction d, String... names);
}
public interface Slice<T> extends Iterable<T> {
  int getNumber();
  int getSize();
  int getNumberOfElements();
  List<T> getContent();
  boolean hasContent();
  Sort getSort();
  boolean isFirst();
  boolean isLast();
  boolean isEmpty();
  boolean hasNext();
  boolean hasPrevious();
  Pageable getPageable();
  Pageable nextPageable();
  Pageable previousPageable();
  Pageable nextOrLastPageable();
  Pageable previousOrFirstPageable();
  Stream<T> stream();
  Stream<T> get();
  List<T> toList();
  Set<T> toSet();
  <U> Slice<U> map(Function<? super T, ? extends U> f);
}
public interface Page<T> extends Slice<T> {
  static <T> Page<T> empty();
  static <T> Page<T> empty(Pageable p);
  int getTotalPages();
  long getTotalElements();
  <U> Page<U> map(Function<? super T, ? extends U> f);
}
public class PageImpl<T> implements Page<T> {
  public PageImpl(List<T> l) {}
  public PageImpl(List<T> l, Pageable p, long n) {}
}
public interface Example<T> {
  static <T> Example<T> of(T t);
  static <T> Example<T> of(T t, ExampleMatcher m);
  T getProbe();
  ExampleMatcher getMatcher();
}

package org.springframework.data.repository;

public interface Repository<T, ID> {}
public interface CrudRepository<T, ID> extends Repository<T, ID> {
  <S extends T> S save(S s);
  <S extends T> Iterable<S> saveAll(Iterable<S> s);
  Optional<T> findById(ID id);
  boolean existsById(ID id);
  Iterable<T> findAll();
  Iterable<T> findAllById(Iterable<ID> ids);
  long count();
  void deleteById(ID id);
  void delete(T t);
  void deleteAllById(Iterable<? extends ID> ids);
  void deleteAll(Iterable<? extends T> t);
  void deleteAll();
}
public interface ListCrudRepository<T, ID> extends CrudRepository<T, ID> {
  <S extends T> List<S> saveAll(Iterable<S> s);
  List<T> findAll();
  List<T> findAllById(Iterable<ID> ids);
}
public interface PagingAndSortingRepository<T, ID> extends CrudRepository<T, ID> {
  Iterable<T> findAll(Sort s);
  Page<T> findAll(Pageable p);
}
public interface ListPagingAndSortingRepository<T, ID> extends PagingAndSortingRepository<T, ID> {
  List<T> findAll(Sort s);
}

package org.springframework.data.jpa.domain;

public interface Specification<T> {
  static <T> Specification<T> where(Specification<T> s);
  static <T> Specification<T> not(Specification<T> s);
  static <T> Specification<T> allOf(Specification<T>... s);
  static <T> Specification<T> anyOf(Specification<T>... s);
  default Specification<T> and(Specification<T> s) { return this; }
  default Specification<T> or(Specification<T> s) { return this; }
  CriteriaPredicate toPredicate(CriteriaRoot<T> r, CriteriaQuery<?> q, CriteriaBuilder b);
}

package org.springframework.data.jpa.repository;

public interface JpaSpecificationExecutor<T> {
  Optional<T> findOne(Specification<T> s);
  List<T> findAll(Specification<T> s);
  Page<T> findAll(Specification<T> s, Pageable p);
  List<T> findAll(Specification<T> s, Sort o);
  long count(Specification<T> s);
  boolean exists(Specification<T> s);
  long delete(Specification<T> s);
}
public interface JpaRepository<T, ID> extends ListCrudRepository<T, ID>, ListPagingAndSortingRepository<T, ID> {
  void flush();
  <S extends T> S saveAndFlush(S s);
  <S extends T> List<S> saveAllAndFlush(Iterable<S> s);
  void deleteInBatch(Iterable<T> t);
  void deleteAllInBatch(Iterable<T> t);
  void deleteAllByIdInBatch(Iterable<ID> ids);
  void deleteAllInBatch();
  T getOne(ID id);
  T getById(ID id);
  T getReferenceById(ID id);
  <S extends T> Optional<S> findOne(Example<S> e);
  <S extends T> List<S> findAll(Example<S> e);
  <S extends T> List<S> findAll(Example<S> e, Sort s);
  <S extends T> Page<S> findAll(Example<S> e, Pageable p);
  <S extends T> long count(Example<S> e);
  <S extends T> boolean exists(Example<S> e);
}
