// The part of Kotlin's standard library that matters for flow: what types hold, and what functions hand on.

class `$null`
class `$Receiver`<T>

open class Any {
    open fun equals(other: Any?): Boolean
    open fun hashCode(): Int
    open fun toString(): String
}
object Unit
class Nothing
interface Comparable<in T> {
    fun compareTo(other: T): Int
}
interface CharSequence {
    val length: Int
    fun get(index: Int): Char
    fun subSequence(startIndex: Int, endIndex: Int): CharSequence
}
class Boolean : Comparable<Boolean> {
    fun not(): Boolean
    fun and(other: Boolean): Boolean
    fun or(other: Boolean): Boolean
    fun xor(other: Boolean): Boolean
}
class Char : Comparable<Char> {
    val code: Int
    fun plus(other: Int): Char
    fun minus(other: Char): Int
    fun rangeTo(other: Char): CharRange
    fun isDigit(): Boolean
    fun isLetter(): Boolean
    fun isLetterOrDigit(): Boolean
    fun isWhitespace(): Boolean
    fun isUpperCase(): Boolean
    fun isLowerCase(): Boolean
    fun uppercaseChar(): Char
    fun lowercaseChar(): Char
    fun uppercase(): String
    fun lowercase(): String
    fun digitToInt(): Int
}
open class Number {
    open fun toByte(): Byte
    open fun toShort(): Short
    open fun toInt(): Int
    open fun toLong(): Long
    open fun toFloat(): Float
    open fun toDouble(): Double
    open fun toChar(): Char
}
class Byte : Number, Comparable<Byte> {
    fun plus(other: Byte): Int
    fun minus(other: Byte): Int
    fun times(other: Byte): Int
    fun div(other: Byte): Int
    fun rem(other: Byte): Int
    fun rangeTo(other: Byte): IntRange
    fun compareTo(other: Byte): Int
    fun plus(other: Short): Int
    fun minus(other: Short): Int
    fun times(other: Short): Int
    fun div(other: Short): Int
    fun rem(other: Short): Int
    fun rangeTo(other: Short): IntRange
    fun compareTo(other: Short): Int
    fun plus(other: Int): Int
    fun minus(other: Int): Int
    fun times(other: Int): Int
    fun div(other: Int): Int
    fun rem(other: Int): Int
    fun rangeTo(other: Int): IntRange
    fun compareTo(other: Int): Int
    fun plus(other: Long): Long
    fun minus(other: Long): Long
    fun times(other: Long): Long
    fun div(other: Long): Long
    fun rem(other: Long): Long
    fun rangeTo(other: Long): LongRange
    fun compareTo(other: Long): Int
    fun plus(other: Float): Float
    fun minus(other: Float): Float
    fun times(other: Float): Float
    fun div(other: Float): Float
    fun rem(other: Float): Float
    fun compareTo(other: Float): Int
    fun plus(other: Double): Double
    fun minus(other: Double): Double
    fun times(other: Double): Double
    fun div(other: Double): Double
    fun rem(other: Double): Double
    fun compareTo(other: Double): Int
    fun unaryMinus(): Byte
    fun unaryPlus(): Byte
    fun inc(): Byte
    fun dec(): Byte
    fun inv(): Byte
    fun and(other: Byte): Byte
    fun or(other: Byte): Byte
    fun xor(other: Byte): Byte
    fun shl(bitCount: Int): Byte
    fun shr(bitCount: Int): Byte
    fun ushr(bitCount: Int): Byte
    fun toUByte(): UByte
    fun toUShort(): UShort
    fun toUInt(): UInt
    fun toULong(): ULong
    fun coerceAtLeast(minimum: Byte): Byte
    fun coerceAtMost(maximum: Byte): Byte
    fun coerceIn(minimum: Byte, maximum: Byte): Byte
    fun isNaN(): Boolean
    companion object {
        val MAX_VALUE: Byte
        val MIN_VALUE: Byte
    }
}
class Short : Number, Comparable<Short> {
    fun plus(other: Byte): Int
    fun minus(other: Byte): Int
    fun times(other: Byte): Int
    fun div(other: Byte): Int
    fun rem(other: Byte): Int
    fun rangeTo(other: Byte): IntRange
    fun compareTo(other: Byte): Int
    fun plus(other: Short): Int
    fun minus(other: Short): Int
    fun times(other: Short): Int
    fun div(other: Short): Int
    fun rem(other: Short): Int
    fun rangeTo(other: Short): IntRange
    fun compareTo(other: Short): Int
    fun plus(other: Int): Int
    fun minus(other: Int): Int
    fun times(other: Int): Int
    fun div(other: Int): Int
    fun rem(other: Int): Int
    fun rangeTo(other: Int): IntRange
    fun compareTo(other: Int): Int
    fun plus(other: Long): Long
    fun minus(other: Long): Long
    fun times(other: Long): Long
    fun div(other: Long): Long
    fun rem(other: Long): Long
    fun rangeTo(other: Long): LongRange
    fun compareTo(other: Long): Int
    fun plus(other: Float): Float
    fun minus(other: Float): Float
    fun times(other: Float): Float
    fun div(other: Float): Float
    fun rem(other: Float): Float
    fun compareTo(other: Float): Int
    fun plus(other: Double): Double
    fun minus(other: Double): Double
    fun times(other: Double): Double
    fun div(other: Double): Double
    fun rem(other: Double): Double
    fun compareTo(other: Double): Int
    fun unaryMinus(): Short
    fun unaryPlus(): Short
    fun inc(): Short
    fun dec(): Short
    fun inv(): Short
    fun and(other: Short): Short
    fun or(other: Short): Short
    fun xor(other: Short): Short
    fun shl(bitCount: Int): Short
    fun shr(bitCount: Int): Short
    fun ushr(bitCount: Int): Short
    fun toUByte(): UByte
    fun toUShort(): UShort
    fun toUInt(): UInt
    fun toULong(): ULong
    fun coerceAtLeast(minimum: Short): Short
    fun coerceAtMost(maximum: Short): Short
    fun coerceIn(minimum: Short, maximum: Short): Short
    fun isNaN(): Boolean
    companion object {
        val MAX_VALUE: Short
        val MIN_VALUE: Short
    }
}
class Int : Number, Comparable<Int> {
    fun plus(other: Byte): Int
    fun minus(other: Byte): Int
    fun times(other: Byte): Int
    fun div(other: Byte): Int
    fun rem(other: Byte): Int
    fun rangeTo(other: Byte): IntRange
    fun compareTo(other: Byte): Int
    fun plus(other: Short): Int
    fun minus(other: Short): Int
    fun times(other: Short): Int
    fun div(other: Short): Int
    fun rem(other: Short): Int
    fun rangeTo(other: Short): IntRange
    fun compareTo(other: Short): Int
    fun plus(other: Int): Int
    fun minus(other: Int): Int
    fun times(other: Int): Int
    fun div(other: Int): Int
    fun rem(other: Int): Int
    fun rangeTo(other: Int): IntRange
    fun compareTo(other: Int): Int
    fun plus(other: Long): Long
    fun minus(other: Long): Long
    fun times(other: Long): Long
    fun div(other: Long): Long
    fun rem(other: Long): Long
    fun rangeTo(other: Long): LongRange
    fun compareTo(other: Long): Int
    fun plus(other: Float): Float
    fun minus(other: Float): Float
    fun times(other: Float): Float
    fun div(other: Float): Float
    fun rem(other: Float): Float
    fun compareTo(other: Float): Int
    fun plus(other: Double): Double
    fun minus(other: Double): Double
    fun times(other: Double): Double
    fun div(other: Double): Double
    fun rem(other: Double): Double
    fun compareTo(other: Double): Int
    fun unaryMinus(): Int
    fun unaryPlus(): Int
    fun inc(): Int
    fun dec(): Int
    fun inv(): Int
    fun and(other: Int): Int
    fun or(other: Int): Int
    fun xor(other: Int): Int
    fun shl(bitCount: Int): Int
    fun shr(bitCount: Int): Int
    fun ushr(bitCount: Int): Int
    fun toUByte(): UByte
    fun toUShort(): UShort
    fun toUInt(): UInt
    fun toULong(): ULong
    fun coerceAtLeast(minimum: Int): Int
    fun coerceAtMost(maximum: Int): Int
    fun coerceIn(minimum: Int, maximum: Int): Int
    fun until(to: Int): IntRange
    fun downTo(to: Int): IntProgression
    fun countOneBits(): Int
    fun countTrailingZeroBits(): Int
    fun countLeadingZeroBits(): Int
    companion object {
        val MAX_VALUE: Int
        val MIN_VALUE: Int
    }
}
class Long : Number, Comparable<Long> {
    fun plus(other: Byte): Long
    fun minus(other: Byte): Long
    fun times(other: Byte): Long
    fun div(other: Byte): Long
    fun rem(other: Byte): Long
    fun rangeTo(other: Byte): LongRange
    fun compareTo(other: Byte): Int
    fun plus(other: Short): Long
    fun minus(other: Short): Long
    fun times(other: Short): Long
    fun div(other: Short): Long
    fun rem(other: Short): Long
    fun rangeTo(other: Short): LongRange
    fun compareTo(other: Short): Int
    fun plus(other: Int): Long
    fun minus(other: Int): Long
    fun times(other: Int): Long
    fun div(other: Int): Long
    fun rem(other: Int): Long
    fun rangeTo(other: Int): LongRange
    fun compareTo(other: Int): Int
    fun plus(other: Long): Long
    fun minus(other: Long): Long
    fun times(other: Long): Long
    fun div(other: Long): Long
    fun rem(other: Long): Long
    fun rangeTo(other: Long): LongRange
    fun compareTo(other: Long): Int
    fun plus(other: Float): Float
    fun minus(other: Float): Float
    fun times(other: Float): Float
    fun div(other: Float): Float
    fun rem(other: Float): Float
    fun compareTo(other: Float): Int
    fun plus(other: Double): Double
    fun minus(other: Double): Double
    fun times(other: Double): Double
    fun div(other: Double): Double
    fun rem(other: Double): Double
    fun compareTo(other: Double): Int
    fun unaryMinus(): Long
    fun unaryPlus(): Long
    fun inc(): Long
    fun dec(): Long
    fun inv(): Long
    fun and(other: Long): Long
    fun or(other: Long): Long
    fun xor(other: Long): Long
    fun shl(bitCount: Int): Long
    fun shr(bitCount: Int): Long
    fun ushr(bitCount: Int): Long
    fun toUByte(): UByte
    fun toUShort(): UShort
    fun toUInt(): UInt
    fun toULong(): ULong
    fun coerceAtLeast(minimum: Long): Long
    fun coerceAtMost(maximum: Long): Long
    fun coerceIn(minimum: Long, maximum: Long): Long
    fun until(to: Long): LongRange
    fun downTo(to: Long): LongProgression
    fun countOneBits(): Int
    fun countTrailingZeroBits(): Int
    fun countLeadingZeroBits(): Int
    companion object {
        val MAX_VALUE: Long
        val MIN_VALUE: Long
    }
}
class Float : Number, Comparable<Float> {
    fun plus(other: Byte): Float
    fun minus(other: Byte): Float
    fun times(other: Byte): Float
    fun div(other: Byte): Float
    fun rem(other: Byte): Float
    fun compareTo(other: Byte): Int
    fun plus(other: Short): Float
    fun minus(other: Short): Float
    fun times(other: Short): Float
    fun div(other: Short): Float
    fun rem(other: Short): Float
    fun compareTo(other: Short): Int
    fun plus(other: Int): Float
    fun minus(other: Int): Float
    fun times(other: Int): Float
    fun div(other: Int): Float
    fun rem(other: Int): Float
    fun compareTo(other: Int): Int
    fun plus(other: Long): Float
    fun minus(other: Long): Float
    fun times(other: Long): Float
    fun div(other: Long): Float
    fun rem(other: Long): Float
    fun compareTo(other: Long): Int
    fun plus(other: Float): Float
    fun minus(other: Float): Float
    fun times(other: Float): Float
    fun div(other: Float): Float
    fun rem(other: Float): Float
    fun compareTo(other: Float): Int
    fun plus(other: Double): Double
    fun minus(other: Double): Double
    fun times(other: Double): Double
    fun div(other: Double): Double
    fun rem(other: Double): Double
    fun compareTo(other: Double): Int
    fun unaryMinus(): Float
    fun unaryPlus(): Float
    fun inc(): Float
    fun dec(): Float
    fun inv(): Float
    fun and(other: Float): Float
    fun or(other: Float): Float
    fun xor(other: Float): Float
    fun shl(bitCount: Int): Float
    fun shr(bitCount: Int): Float
    fun ushr(bitCount: Int): Float
    fun toUByte(): UByte
    fun toUShort(): UShort
    fun toUInt(): UInt
    fun toULong(): ULong
    fun coerceAtLeast(minimum: Float): Float
    fun coerceAtMost(maximum: Float): Float
    fun coerceIn(minimum: Float, maximum: Float): Float
    fun isNaN(): Boolean
    companion object {
        val MAX_VALUE: Float
        val MIN_VALUE: Float
    }
}
class Double : Number, Comparable<Double> {
    fun plus(other: Byte): Double
    fun minus(other: Byte): Double
    fun times(other: Byte): Double
    fun div(other: Byte): Double
    fun rem(other: Byte): Double
    fun compareTo(other: Byte): Int
    fun plus(other: Short): Double
    fun minus(other: Short): Double
    fun times(other: Short): Double
    fun div(other: Short): Double
    fun rem(other: Short): Double
    fun compareTo(other: Short): Int
    fun plus(other: Int): Double
    fun minus(other: Int): Double
    fun times(other: Int): Double
    fun div(other: Int): Double
    fun rem(other: Int): Double
    fun compareTo(other: Int): Int
    fun plus(other: Long): Double
    fun minus(other: Long): Double
    fun times(other: Long): Double
    fun div(other: Long): Double
    fun rem(other: Long): Double
    fun compareTo(other: Long): Int
    fun plus(other: Float): Double
    fun minus(other: Float): Double
    fun times(other: Float): Double
    fun div(other: Float): Double
    fun rem(other: Float): Double
    fun compareTo(other: Float): Int
    fun plus(other: Double): Double
    fun minus(other: Double): Double
    fun times(other: Double): Double
    fun div(other: Double): Double
    fun rem(other: Double): Double
    fun compareTo(other: Double): Int
    fun unaryMinus(): Double
    fun unaryPlus(): Double
    fun inc(): Double
    fun dec(): Double
    fun inv(): Double
    fun and(other: Double): Double
    fun or(other: Double): Double
    fun xor(other: Double): Double
    fun shl(bitCount: Int): Double
    fun shr(bitCount: Int): Double
    fun ushr(bitCount: Int): Double
    fun toUByte(): UByte
    fun toUShort(): UShort
    fun toUInt(): UInt
    fun toULong(): ULong
    fun coerceAtLeast(minimum: Double): Double
    fun coerceAtMost(maximum: Double): Double
    fun coerceIn(minimum: Double, maximum: Double): Double
    fun isNaN(): Boolean
    companion object {
        val MAX_VALUE: Double
        val MIN_VALUE: Double
    }
}
class UByte : Comparable<UByte> {
    fun plus(other: Any): UByte
    fun minus(other: Any): UByte
    fun times(other: Any): UByte
    fun div(other: Any): UByte
    fun rem(other: Any): UByte
    fun and(other: Any): UByte
    fun or(other: Any): UByte
    fun xor(other: Any): UByte
    fun shl(bitCount: Int): UByte
    fun shr(bitCount: Int): UByte
    fun toByte(): Byte
    fun toShort(): Short
    fun toInt(): Int
    fun toLong(): Long
    fun toFloat(): Float
    fun toDouble(): Double
    fun toUByte(): UByte
    fun toUShort(): UShort
    fun toUInt(): UInt
    fun toULong(): ULong
}
class UShort : Comparable<UShort> {
    fun plus(other: Any): UShort
    fun minus(other: Any): UShort
    fun times(other: Any): UShort
    fun div(other: Any): UShort
    fun rem(other: Any): UShort
    fun and(other: Any): UShort
    fun or(other: Any): UShort
    fun xor(other: Any): UShort
    fun shl(bitCount: Int): UShort
    fun shr(bitCount: Int): UShort
    fun toByte(): Byte
    fun toShort(): Short
    fun toInt(): Int
    fun toLong(): Long
    fun toFloat(): Float
    fun toDouble(): Double
    fun toUByte(): UByte
    fun toUShort(): UShort
    fun toUInt(): UInt
    fun toULong(): ULong
}
class UInt : Comparable<UInt> {
    fun plus(other: Any): UInt
    fun minus(other: Any): UInt
    fun times(other: Any): UInt
    fun div(other: Any): UInt
    fun rem(other: Any): UInt
    fun and(other: Any): UInt
    fun or(other: Any): UInt
    fun xor(other: Any): UInt
    fun shl(bitCount: Int): UInt
    fun shr(bitCount: Int): UInt
    fun toByte(): Byte
    fun toShort(): Short
    fun toInt(): Int
    fun toLong(): Long
    fun toFloat(): Float
    fun toDouble(): Double
    fun toUByte(): UByte
    fun toUShort(): UShort
    fun toUInt(): UInt
    fun toULong(): ULong
}
class ULong : Comparable<ULong> {
    fun plus(other: Any): ULong
    fun minus(other: Any): ULong
    fun times(other: Any): ULong
    fun div(other: Any): ULong
    fun rem(other: Any): ULong
    fun and(other: Any): ULong
    fun or(other: Any): ULong
    fun xor(other: Any): ULong
    fun shl(bitCount: Int): ULong
    fun shr(bitCount: Int): ULong
    fun toByte(): Byte
    fun toShort(): Short
    fun toInt(): Int
    fun toLong(): Long
    fun toFloat(): Float
    fun toDouble(): Double
    fun toUByte(): UByte
    fun toUShort(): UShort
    fun toUInt(): UInt
    fun toULong(): ULong
}

class IntProgression : Iterable<Int> {
    val first: Int
    val last: Int
    val step: Int
    fun step(step: Int): IntProgression
}
class IntRange : Iterable<Int>, ClosedRange<Int> {
    val first: Int
    val last: Int
    fun step(step: Int): IntProgression
    fun reversed(): IntProgression
}
class LongProgression : Iterable<Long> {
    fun step(step: Long): LongProgression
}
class LongRange : Iterable<Long>, ClosedRange<Long> {
    val first: Long
    val last: Long
    fun step(step: Long): LongProgression
}
class CharRange : Iterable<Char>, ClosedRange<Char> {
    val first: Char
    val last: Char
}
interface ClosedRange<T> {
    val start: T
    val endInclusive: T
    fun contains(value: T): Boolean
    fun isEmpty(): Boolean
}
fun <T : Comparable<T>> T.rangeTo(that: T): ClosedRange<T>
fun <T : Comparable<T>> T.coerceAtLeast(minimum: T): T
fun <T : Comparable<T>> T.coerceAtMost(maximum: T): T
fun <T : Comparable<T>> T.coerceIn(minimum: T, maximum: T): T
fun <T> maxOf(a: T, b: T): T
fun <T> minOf(a: T, b: T): T
fun abs(n: Int): Int
fun abs(n: Long): Long
fun abs(n: Double): Double

class String : Comparable<String>, CharSequence {
    fun plus(other: Any?): String
    fun subSequence(startIndex: Int, endIndex: Int): CharSequence
    companion object {
        fun format(format: String, vararg args: Any?): String
    }
}
fun CharSequence.isEmpty(): Boolean
fun CharSequence.isNotEmpty(): Boolean
fun CharSequence.isBlank(): Boolean
fun CharSequence.isNotBlank(): Boolean
fun CharSequence.isNullOrEmpty(): Boolean
fun CharSequence.isNullOrBlank(): Boolean
fun CharSequence.trim(): CharSequence
fun CharSequence.contains(other: Any, ignoreCase: Boolean = false): Boolean
fun CharSequence.startsWith(prefix: Any, ignoreCase: Boolean = false): Boolean
fun CharSequence.endsWith(suffix: Any, ignoreCase: Boolean = false): Boolean
fun CharSequence.indexOf(string: Any, startIndex: Int = 0, ignoreCase: Boolean = false): Int
fun CharSequence.lastIndexOf(string: Any, startIndex: Int = 0, ignoreCase: Boolean = false): Int
fun CharSequence.indexOfFirst(predicate: (Char) -> Boolean): Int
fun CharSequence.indexOfLast(predicate: (Char) -> Boolean): Int
fun CharSequence.split(vararg delimiters: Any, ignoreCase: Boolean = false, limit: Int = 0): List<String>
fun CharSequence.lines(): List<String>
fun CharSequence.lineSequence(): Sequence<String>
fun CharSequence.toList(): List<Char>
fun CharSequence.toSet(): Set<Char>
fun CharSequence.first(): Char
fun CharSequence.last(): Char
fun CharSequence.first(predicate: (Char) -> Boolean): Char
fun CharSequence.firstOrNull(): Char?
fun CharSequence.lastOrNull(): Char?
fun CharSequence.getOrNull(index: Int): Char?
fun CharSequence.single(): Char
fun CharSequence.count(): Int
fun CharSequence.count(predicate: (Char) -> Boolean): Int
fun CharSequence.any(predicate: (Char) -> Boolean): Boolean
fun CharSequence.all(predicate: (Char) -> Boolean): Boolean
fun CharSequence.none(predicate: (Char) -> Boolean): Boolean
fun CharSequence.forEach(action: (Char) -> Unit): Unit
fun CharSequence.forEachIndexed(action: (Int, Char) -> Unit): Unit
fun CharSequence.matches(regex: Regex): Boolean
fun CharSequence.repeat(n: Int): String
fun CharSequence.iterator(): Iterator<Char>
fun CharSequence.asSequence(): Sequence<Char>
fun CharSequence.asIterable(): Iterable<Char>
fun CharSequence.withIndex(): Iterable<IndexedValue<Char>>
fun <R> CharSequence.map(transform: (Char) -> R): List<R>
fun <R> CharSequence.fold(initial: R, operation: (R, Char) -> R): R
fun <C, R> C.ifEmpty(defaultValue: () -> R): C
fun <C, R> C.ifBlank(defaultValue: () -> R): C
val CharSequence.indices: IntRange
val CharSequence.lastIndex: Int
fun String.trim(): String
fun String.trim(predicate: (Char) -> Boolean): String
fun String.trimStart(vararg chars: Char): String
fun String.trimEnd(vararg chars: Char): String
fun String.trimIndent(): String
fun String.trimMargin(marginPrefix: String = "|"): String
fun String.prependIndent(indent: String = ""): String
fun String.uppercase(): String
fun String.lowercase(): String
fun String.toUpperCase(): String
fun String.toLowerCase(): String
fun String.capitalize(): String
fun String.decapitalize(): String
fun String.replaceFirstChar(transform: (Char) -> Any): String
fun String.substring(startIndex: Int): String
fun String.substring(startIndex: Int, endIndex: Int): String
fun String.substring(range: IntRange): String
fun String.substringBefore(delimiter: Any, missingDelimiterValue: String = ""): String
fun String.substringAfter(delimiter: Any, missingDelimiterValue: String = ""): String
fun String.substringBeforeLast(delimiter: Any, missingDelimiterValue: String = ""): String
fun String.substringAfterLast(delimiter: Any, missingDelimiterValue: String = ""): String
fun String.removePrefix(prefix: CharSequence): String
fun String.removeSuffix(suffix: CharSequence): String
fun String.removeSurrounding(delimiter: CharSequence): String
fun String.replace(oldValue: Any, newValue: Any, ignoreCase: Boolean = false): String
fun String.replaceFirst(oldValue: Any, newValue: Any): String
fun String.replaceBefore(delimiter: Any, replacement: String): String
fun String.replaceAfter(delimiter: Any, replacement: String): String
fun String.padStart(length: Int, padChar: Char = ' '): String
fun String.padEnd(length: Int, padChar: Char = ' '): String
fun String.take(n: Int): String
fun String.takeLast(n: Int): String
fun String.drop(n: Int): String
fun String.dropLast(n: Int): String
fun String.takeWhile(predicate: (Char) -> Boolean): String
fun String.dropWhile(predicate: (Char) -> Boolean): String
fun String.filter(predicate: (Char) -> Boolean): String
fun String.filterNot(predicate: (Char) -> Boolean): String
fun String.reversed(): CharSequence
fun String.orEmpty(): String
fun String.toInt(): Int
fun String.toInt(radix: Int): Int
fun String.toIntOrNull(): Int?
fun String.toIntOrNull(radix: Int): Int?
fun String.toLong(): Long
fun String.toLongOrNull(): Long?
fun String.toDouble(): Double
fun String.toDoubleOrNull(): Double?
fun String.toFloat(): Float
fun String.toFloatOrNull(): Float?
fun String.toBoolean(): Boolean
fun String.toByte(): Byte
fun String.toCharArray(): CharArray
fun String.toByteArray(): ByteArray
fun String.encodeToByteArray(): ByteArray
fun String.toRegex(): Regex
fun String.format(vararg args: Any?): String
fun String.compareTo(other: String, ignoreCase: Boolean): Int
fun String.equals(other: String?, ignoreCase: Boolean): Boolean
fun String.chunked(size: Int): List<String>

class Regex(val pattern: String, vararg option: Any) {
    fun matches(input: CharSequence): Boolean
    fun containsMatchIn(input: CharSequence): Boolean
    fun find(input: CharSequence, startIndex: Int = 0): MatchResult?
    fun findAll(input: CharSequence, startIndex: Int = 0): Sequence<MatchResult>
    fun matchEntire(input: CharSequence): MatchResult?
    fun replace(input: CharSequence, replacement: String): String
    fun replace(input: CharSequence, transform: (MatchResult) -> CharSequence): String
    fun split(input: CharSequence, limit: Int = 0): List<String>
}
interface MatchResult {
    val value: String
    val range: IntRange
    val groupValues: List<String>
    fun next(): MatchResult?
}
class StringBuilder : CharSequence {
    fun append(value: Any?): StringBuilder
    fun append(value: Any?, start: Int, end: Int): StringBuilder
    fun appendLine(value: Any? = null): StringBuilder
    fun insert(index: Int, value: Any?): StringBuilder
    fun deleteCharAt(index: Int): StringBuilder
    fun delete(start: Int, end: Int): StringBuilder
    fun setLength(length: Int): Unit
    fun clear(): StringBuilder
    fun reverse(): StringBuilder
}
fun buildString(builderAction: StringBuilder.() -> Unit): String
fun buildString(capacity: Int, builderAction: StringBuilder.() -> Unit): String

open class Throwable(val message: String? = null, val cause: Throwable? = null) {
    fun printStackTrace(): Unit
    fun addSuppressed(exception: Throwable): Unit
    fun getStackTrace(): Array<Any>
}
open class Exception(message: String? = null, cause: Throwable? = null) : Throwable(message, cause)
open class Error(message: String? = null, cause: Throwable? = null) : Throwable(message, cause)
open class RuntimeException(message: String? = null, cause: Throwable? = null) : Exception(message, cause)
open class IllegalArgumentException(message: String? = null, cause: Throwable? = null) : RuntimeException(message, cause)
open class IllegalStateException(message: String? = null, cause: Throwable? = null) : RuntimeException(message, cause)
open class UnsupportedOperationException(message: String? = null, cause: Throwable? = null) : RuntimeException(message, cause)
open class IndexOutOfBoundsException(message: String? = null) : RuntimeException(message)
open class NoSuchElementException(message: String? = null) : RuntimeException(message)
open class NumberFormatException(message: String? = null) : IllegalArgumentException(message)
open class NullPointerException(message: String? = null) : RuntimeException(message)
open class ClassCastException(message: String? = null) : RuntimeException(message)
open class AssertionError(message: Any? = null) : Error()
open class ArithmeticException(message: String? = null) : RuntimeException(message)
open class ConcurrentModificationException(message: String? = null) : RuntimeException(message)
fun error(message: Any): Nothing
fun TODO(reason: String = ""): Nothing
fun require(value: Boolean): Unit
fun require(value: Boolean, lazyMessage: () -> Any): Unit
fun check(value: Boolean): Unit
fun check(value: Boolean, lazyMessage: () -> Any): Unit
fun <T> requireNotNull(value: T?): T
fun <T> requireNotNull(value: T?, lazyMessage: () -> Any): T
fun <T> checkNotNull(value: T?): T
fun <T> checkNotNull(value: T?, lazyMessage: () -> Any): T
fun assert(value: Boolean): Unit
fun assert(value: Boolean, lazyMessage: () -> Any): Unit
fun print(message: Any?): Unit
fun println(message: Any? = null): Unit
fun readLine(): String?
fun readln(): String

// Scope functions.
fun <T, R> T.let(block: (T) -> R): R
fun <T> T.also(block: (T) -> Unit): T
fun <T> T.apply(block: T.() -> Unit): T
fun <T, R> T.run(block: T.() -> R): R
fun <R> run(block: () -> R): R
fun <T, R> with(receiver: T, block: T.() -> R): R
fun <T> T.takeIf(predicate: (T) -> Boolean): T?
fun <T> T.takeUnless(predicate: (T) -> Boolean): T?
fun <T : AutoCloseable, R> T.use(block: (T) -> R): R
fun repeat(times: Int, action: (Int) -> Unit): Unit
fun <T> synchronized(lock: Any, block: () -> T): T
interface AutoCloseable {
    fun close(): Unit
}
interface Closeable : AutoCloseable
interface Runnable {
    fun run(): Unit
}
interface Callable<V> {
    fun call(): V
}
open class Thread {
    fun start(): Unit
    fun join(): Unit
    fun interrupt(): Unit
}

interface Lazy<T> {
    val value: T
    fun isInitialized(): Boolean
    fun getValue(thisRef: Any?, property: Any?): T
}
fun <T> lazy(initializer: () -> T): Lazy<T>
fun <T> lazy(mode: Any?, initializer: () -> T): Lazy<T>
fun <T> lazyOf(value: T): Lazy<T>
interface ReadOnlyProperty<in T, out V> {
    fun getValue(thisRef: T, property: KProperty<*>): V
}
interface ReadWriteProperty<in T, V> {
    fun getValue(thisRef: T, property: KProperty<*>): V
    fun setValue(thisRef: T, property: KProperty<*>, value: V): Unit
}
interface KProperty<out V> {
    val name: String
    fun get(): V
}
interface KProperty0<out V> : KProperty<V>
interface KMutableProperty0<V> : KProperty0<V> {
    fun set(value: V): Unit
}
interface KFunction<out R> {
    val name: String
}
interface KClass<T> {
    val simpleName: String?
    val qualifiedName: String?
    val java: Class<T>
    fun isInstance(value: Any?): Boolean
}
class Class<T> {
    val name: String
    val simpleName: String
    fun newInstance(): T
    fun getName(): String
    fun getSimpleName(): String
}
val <T> T.javaClass: Class<T>
val <T> Class<T>.kotlin: KClass<T>
class Pair<out A, out B>(val first: A, val second: B) {
    fun component1(): A
    fun component2(): B
    fun toList(): List<Any>
}
class Triple<out A, out B, out C>(val first: A, val second: B, val third: C) {
    fun component1(): A
    fun component2(): B
    fun component3(): C
}
fun <A, B> A.to(that: B): Pair<A, B>
open class Enum<E> : Comparable<E> {
    val name: String
    val ordinal: Int
    companion object
}
fun <T> enumValues(): Array<T>
class Result<out T> {
    val isSuccess: Boolean
    val isFailure: Boolean
    fun getOrNull(): T?
    fun exceptionOrNull(): Throwable?
    companion object {
        fun <T> success(value: T): Result<T>
        fun <T> failure(exception: Throwable): Result<T>
    }
}
fun <R> runCatching(block: () -> R): Result<R>
fun <T, R> T.runCatching(block: T.() -> R): Result<R>
fun <T> Result<T>.getOrThrow(): T
fun <T> Result<T>.getOrElse(onFailure: (Throwable) -> T): T
fun <T> Result<T>.getOrDefault(defaultValue: T): T
fun <T, R> Result<T>.map(transform: (T) -> R): Result<R>
fun <T, R> Result<T>.mapCatching(transform: (T) -> R): Result<R>
fun <T> Result<T>.recover(transform: (Throwable) -> T): Result<T>
fun <T> Result<T>.recoverCatching(transform: (Throwable) -> T): Result<T>
fun <T> Result<T>.onSuccess(action: (T) -> Unit): Result<T>
fun <T> Result<T>.onFailure(action: (Throwable) -> Unit): Result<T>
fun <T, R> Result<T>.fold(onSuccess: (T) -> R, onFailure: (Throwable) -> R): R

// Collections.
interface Iterator<out T> {
    fun next(): T
    fun hasNext(): Boolean
}
interface MutableIterator<T> : Iterator<T> {
    fun remove(): Unit
}
interface ListIterator<T> : Iterator<T> {
    fun previous(): T
    fun hasPrevious(): Boolean
    fun nextIndex(): Int
}
interface MutableListIterator<T> : ListIterator<T>, MutableIterator<T> {
    fun add(element: T): Unit
    fun set(element: T): Unit
}
interface Iterable<out T> {
    fun iterator(): Iterator<T>
}
interface MutableIterable<T> : Iterable<T> {
    fun iterator(): MutableIterator<T>
}
interface Collection<out E> : Iterable<E> {
    val size: Int
    fun isEmpty(): Boolean
    fun contains(element: E): Boolean
    fun containsAll(elements: Collection<E>): Boolean
    fun stream(): Any
}
interface MutableCollection<E> : Collection<E>, MutableIterable<E> {
    fun add(element: E): Boolean
    fun remove(element: E): Boolean
    fun addAll(elements: Collection<E>): Boolean
    fun removeAll(elements: Collection<E>): Boolean
    fun retainAll(elements: Collection<E>): Boolean
    fun removeIf(filter: (E) -> Boolean): Boolean
    fun clear(): Unit
}
interface List<out E> : Collection<E> {
    fun get(index: Int): E
    fun indexOf(element: E): Int
    fun lastIndexOf(element: E): Int
    fun listIterator(): ListIterator<E>
    fun listIterator(index: Int): ListIterator<E>
    fun subList(fromIndex: Int, toIndex: Int): List<E>
}
interface MutableList<E> : List<E>, MutableCollection<E> {
    fun set(index: Int, element: E): E
    fun add(index: Int, element: E): Unit
    fun addAll(index: Int, elements: Collection<E>): Boolean
    fun removeAt(index: Int): E
    fun listIterator(): MutableListIterator<E>
    fun subList(fromIndex: Int, toIndex: Int): MutableList<E>
    fun removeFirst(): E
    fun removeLast(): E
    fun replaceAll(operator: (E) -> E): Unit
}
interface Set<out E> : Collection<E>
interface MutableSet<E> : Set<E>, MutableCollection<E>
interface Map<K, out V> : Iterable<Map.Entry<K, V>> {
interface Entry<out K, out V> {
    val key: K
    val value: V
    fun component1(): K
    fun component2(): V
}
    val size: Int
    val keys: Set<K>
    val values: Collection<V>
    val entries: Set<Map.Entry<K, V>>
    fun get(key: K): V?
    fun isEmpty(): Boolean
    fun containsKey(key: K): Boolean
    fun containsValue(value: V): Boolean
    fun getOrDefault(key: K, defaultValue: V): V
    fun contains(key: K): Boolean
}
interface MutableMap<K, V> : Map<K, V> {
    interface MutableEntry<K, V> : Map.Entry<K, V> {
        fun setValue(newValue: V): V
    }
    val keys: MutableSet<K>
    val values: MutableCollection<V>
    val entries: MutableSet<MutableMap.MutableEntry<K, V>>
    fun put(key: K, value: V): V?
    fun set(key: K, value: V): Unit
    fun remove(key: K): V?
    fun putAll(from: Map<K, V>): Unit
    fun putIfAbsent(key: K, value: V): V?
    fun computeIfAbsent(key: K, mappingFunction: (K) -> V): V
    fun computeIfPresent(key: K, remappingFunction: (K, V) -> V?): V?
    fun compute(key: K, remappingFunction: (K, V?) -> V?): V?
    fun merge(key: K, value: V, remappingFunction: (V, V) -> V?): V?
    fun clear(): Unit
}
open class ArrayList<E>(initial: Any? = null) : MutableList<E>
open class LinkedHashMap<K, V>(initial: Any? = null) : MutableMap<K, V>
open class HashMap<K, V>(initial: Any? = null) : MutableMap<K, V>
open class LinkedHashSet<E>(initial: Any? = null) : MutableSet<E>
open class HashSet<E>(initial: Any? = null) : MutableSet<E>
open class ArrayDeque<E>(initial: Any? = null) : MutableList<E> {
    fun addFirst(element: E): Unit
    fun addLast(element: E): Unit
    fun first(): E
    fun last(): E
    fun removeFirstOrNull(): E?
    fun removeLastOrNull(): E?
}
class ConcurrentHashMap<K, V>(initial: Any? = null) : MutableMap<K, V>
class AtomicInteger(initial: Int = 0) {
    fun get(): Int
    fun set(value: Int): Unit
    fun incrementAndGet(): Int
    fun getAndIncrement(): Int
}
class AtomicReference<V>(initial: V? = null) {
    fun get(): V
    fun set(value: V): Unit
    fun getAndSet(value: V): V
    fun compareAndSet(expect: V, update: V): Boolean
}
class IndexedValue<out T>(val index: Int, val value: T) {
    fun component1(): Int
    fun component2(): T
}
interface Grouping<T, out K>
fun <T, K> Grouping<T, K>.eachCount(): Map<K, Int>
fun <T, K, X> Grouping<T, K>.fold(initialValue: X, operation: (X, T) -> X): Map<K, X>
fun <T, K> Grouping<T, K>.reduce(operation: (K, T, T) -> T): Map<K, T>
fun <T, K, X> Grouping<T, K>.aggregate(operation: (K, X?, T, Boolean) -> X): Map<K, X>
class Array<T>(val size: Int, init: (Int) -> T) : Iterable<T> {
    fun get(index: Int): T
    fun set(index: Int, value: T): Unit
    fun clone(): Array<T>
}
fun <T> arrayOf(vararg elements: T): Array<T>
fun <T> arrayOfNulls(size: Int): Array<T>
fun <T> emptyArray(): Array<T>
class ByteArray(val size: Int, init: (Int) -> Byte) : Iterable<Byte> {
    fun get(index: Int): Byte
    fun set(index: Int, value: Byte): Unit
    fun clone(): ByteArray
}
fun byteArrayOf(vararg elements: Byte): ByteArray
fun ByteArray.copyOf(newSize: Int = 0): ByteArray
fun ByteArray.copyOfRange(fromIndex: Int, toIndex: Int): ByteArray
fun ByteArray.sliceArray(indices: IntRange): ByteArray
fun ByteArray.copyInto(destination: ByteArray, destinationOffset: Int = 0, startIndex: Int = 0, endIndex: Int = 0): ByteArray
fun ByteArray.fill(element: Byte, fromIndex: Int = 0, toIndex: Int = 0): Unit
fun ByteArray.contentEquals(other: ByteArray): Boolean
fun ByteArray.contentHashCode(): Int
fun ByteArray.plus(elements: ByteArray): ByteArray
fun ByteArray.isEmpty(): Boolean
fun ByteArray.isNotEmpty(): Boolean
val ByteArray.indices: IntRange
val ByteArray.lastIndex: Int
class ShortArray(val size: Int, init: (Int) -> Short) : Iterable<Short> {
    fun get(index: Int): Short
    fun set(index: Int, value: Short): Unit
    fun clone(): ShortArray
}
fun shortArrayOf(vararg elements: Short): ShortArray
fun ShortArray.copyOf(newSize: Int = 0): ShortArray
fun ShortArray.copyOfRange(fromIndex: Int, toIndex: Int): ShortArray
fun ShortArray.sliceArray(indices: IntRange): ShortArray
fun ShortArray.copyInto(destination: ShortArray, destinationOffset: Int = 0, startIndex: Int = 0, endIndex: Int = 0): ShortArray
fun ShortArray.fill(element: Short, fromIndex: Int = 0, toIndex: Int = 0): Unit
fun ShortArray.contentEquals(other: ShortArray): Boolean
fun ShortArray.contentHashCode(): Int
fun ShortArray.plus(elements: ShortArray): ShortArray
fun ShortArray.isEmpty(): Boolean
fun ShortArray.isNotEmpty(): Boolean
val ShortArray.indices: IntRange
val ShortArray.lastIndex: Int
class IntArray(val size: Int, init: (Int) -> Int) : Iterable<Int> {
    fun get(index: Int): Int
    fun set(index: Int, value: Int): Unit
    fun clone(): IntArray
}
fun intArrayOf(vararg elements: Int): IntArray
fun IntArray.copyOf(newSize: Int = 0): IntArray
fun IntArray.copyOfRange(fromIndex: Int, toIndex: Int): IntArray
fun IntArray.sliceArray(indices: IntRange): IntArray
fun IntArray.copyInto(destination: IntArray, destinationOffset: Int = 0, startIndex: Int = 0, endIndex: Int = 0): IntArray
fun IntArray.fill(element: Int, fromIndex: Int = 0, toIndex: Int = 0): Unit
fun IntArray.contentEquals(other: IntArray): Boolean
fun IntArray.contentHashCode(): Int
fun IntArray.plus(elements: IntArray): IntArray
fun IntArray.isEmpty(): Boolean
fun IntArray.isNotEmpty(): Boolean
val IntArray.indices: IntRange
val IntArray.lastIndex: Int
class LongArray(val size: Int, init: (Int) -> Long) : Iterable<Long> {
    fun get(index: Int): Long
    fun set(index: Int, value: Long): Unit
    fun clone(): LongArray
}
fun longArrayOf(vararg elements: Long): LongArray
fun LongArray.copyOf(newSize: Int = 0): LongArray
fun LongArray.copyOfRange(fromIndex: Int, toIndex: Int): LongArray
fun LongArray.sliceArray(indices: IntRange): LongArray
fun LongArray.copyInto(destination: LongArray, destinationOffset: Int = 0, startIndex: Int = 0, endIndex: Int = 0): LongArray
fun LongArray.fill(element: Long, fromIndex: Int = 0, toIndex: Int = 0): Unit
fun LongArray.contentEquals(other: LongArray): Boolean
fun LongArray.contentHashCode(): Int
fun LongArray.plus(elements: LongArray): LongArray
fun LongArray.isEmpty(): Boolean
fun LongArray.isNotEmpty(): Boolean
val LongArray.indices: IntRange
val LongArray.lastIndex: Int
class FloatArray(val size: Int, init: (Int) -> Float) : Iterable<Float> {
    fun get(index: Int): Float
    fun set(index: Int, value: Float): Unit
    fun clone(): FloatArray
}
fun floatArrayOf(vararg elements: Float): FloatArray
fun FloatArray.copyOf(newSize: Int = 0): FloatArray
fun FloatArray.copyOfRange(fromIndex: Int, toIndex: Int): FloatArray
fun FloatArray.sliceArray(indices: IntRange): FloatArray
fun FloatArray.copyInto(destination: FloatArray, destinationOffset: Int = 0, startIndex: Int = 0, endIndex: Int = 0): FloatArray
fun FloatArray.fill(element: Float, fromIndex: Int = 0, toIndex: Int = 0): Unit
fun FloatArray.contentEquals(other: FloatArray): Boolean
fun FloatArray.contentHashCode(): Int
fun FloatArray.plus(elements: FloatArray): FloatArray
fun FloatArray.isEmpty(): Boolean
fun FloatArray.isNotEmpty(): Boolean
val FloatArray.indices: IntRange
val FloatArray.lastIndex: Int
class DoubleArray(val size: Int, init: (Int) -> Double) : Iterable<Double> {
    fun get(index: Int): Double
    fun set(index: Int, value: Double): Unit
    fun clone(): DoubleArray
}
fun doubleArrayOf(vararg elements: Double): DoubleArray
fun DoubleArray.copyOf(newSize: Int = 0): DoubleArray
fun DoubleArray.copyOfRange(fromIndex: Int, toIndex: Int): DoubleArray
fun DoubleArray.sliceArray(indices: IntRange): DoubleArray
fun DoubleArray.copyInto(destination: DoubleArray, destinationOffset: Int = 0, startIndex: Int = 0, endIndex: Int = 0): DoubleArray
fun DoubleArray.fill(element: Double, fromIndex: Int = 0, toIndex: Int = 0): Unit
fun DoubleArray.contentEquals(other: DoubleArray): Boolean
fun DoubleArray.contentHashCode(): Int
fun DoubleArray.plus(elements: DoubleArray): DoubleArray
fun DoubleArray.isEmpty(): Boolean
fun DoubleArray.isNotEmpty(): Boolean
val DoubleArray.indices: IntRange
val DoubleArray.lastIndex: Int
class CharArray(val size: Int, init: (Int) -> Char) : Iterable<Char> {
    fun get(index: Int): Char
    fun set(index: Int, value: Char): Unit
    fun clone(): CharArray
}
fun charArrayOf(vararg elements: Char): CharArray
fun CharArray.copyOf(newSize: Int = 0): CharArray
fun CharArray.copyOfRange(fromIndex: Int, toIndex: Int): CharArray
fun CharArray.sliceArray(indices: IntRange): CharArray
fun CharArray.copyInto(destination: CharArray, destinationOffset: Int = 0, startIndex: Int = 0, endIndex: Int = 0): CharArray
fun CharArray.fill(element: Char, fromIndex: Int = 0, toIndex: Int = 0): Unit
fun CharArray.contentEquals(other: CharArray): Boolean
fun CharArray.contentHashCode(): Int
fun CharArray.plus(elements: CharArray): CharArray
fun CharArray.isEmpty(): Boolean
fun CharArray.isNotEmpty(): Boolean
val CharArray.indices: IntRange
val CharArray.lastIndex: Int
class BooleanArray(val size: Int, init: (Int) -> Boolean) : Iterable<Boolean> {
    fun get(index: Int): Boolean
    fun set(index: Int, value: Boolean): Unit
    fun clone(): BooleanArray
}
fun booleanArrayOf(vararg elements: Boolean): BooleanArray
fun BooleanArray.copyOf(newSize: Int = 0): BooleanArray
fun BooleanArray.copyOfRange(fromIndex: Int, toIndex: Int): BooleanArray
fun BooleanArray.sliceArray(indices: IntRange): BooleanArray
fun BooleanArray.copyInto(destination: BooleanArray, destinationOffset: Int = 0, startIndex: Int = 0, endIndex: Int = 0): BooleanArray
fun BooleanArray.fill(element: Boolean, fromIndex: Int = 0, toIndex: Int = 0): Unit
fun BooleanArray.contentEquals(other: BooleanArray): Boolean
fun BooleanArray.contentHashCode(): Int
fun BooleanArray.plus(elements: BooleanArray): BooleanArray
fun BooleanArray.isEmpty(): Boolean
fun BooleanArray.isNotEmpty(): Boolean
val BooleanArray.indices: IntRange
val BooleanArray.lastIndex: Int
fun ByteArray.decodeToString(startIndex: Int = 0, endIndex: Int = 0): String
fun CharArray.concatToString(startIndex: Int = 0, endIndex: Int = 0): String
val <T> Array<T>.indices: IntRange
val <T> Array<T>.lastIndex: Int
fun <T> Array<T>.isEmpty(): Boolean
fun <T> Array<T>.isNotEmpty(): Boolean
fun <T> Array<T>.getOrNull(index: Int): T?
fun <T> Array<T>.copyOf(newSize: Int = 0): Array<T>
fun <T> Array<T>.copyOfRange(fromIndex: Int, toIndex: Int): Array<T>
fun <T> Array<T>.plus(element: Any?): Array<T>
fun <T> Array<T>.asList(): List<T>
fun <T> Array<T>.contentEquals(other: Array<T>): Boolean
fun <T> Array<T>.fill(element: T): Unit
fun <T> Array<T>.sort(): Unit
fun <T> Array<T>.contains(element: T): Boolean
fun <T> Array<T>.indexOf(element: T): Int
val <T> Collection<T>.indices: IntRange
val <T> List<T>.lastIndex: Int
fun <T> listOf(vararg elements: T): List<T>
fun <T> listOfNotNull(vararg elements: T?): List<T>
fun <T> emptyList(): List<T>
fun <T> mutableListOf(vararg elements: T): MutableList<T>
fun <T> arrayListOf(vararg elements: T): ArrayList<T>
fun <T> setOf(vararg elements: T): Set<T>
fun <T> setOfNotNull(vararg elements: T?): Set<T>
fun <T> emptySet(): Set<T>
fun <T> mutableSetOf(vararg elements: T): MutableSet<T>
fun <T> hashSetOf(vararg elements: T): HashSet<T>
fun <T> linkedSetOf(vararg elements: T): LinkedHashSet<T>
fun <T> sortedSetOf(vararg elements: T): MutableSet<T>
fun <K, V> mapOf(vararg pairs: Pair<K, V>): Map<K, V>
fun <K, V> emptyMap(): Map<K, V>
fun <K, V> mutableMapOf(vararg pairs: Pair<K, V>): MutableMap<K, V>
fun <K, V> hashMapOf(vararg pairs: Pair<K, V>): HashMap<K, V>
fun <K, V> linkedMapOf(vararg pairs: Pair<K, V>): LinkedHashMap<K, V>
fun <K, V> sortedMapOf(vararg pairs: Pair<K, V>): MutableMap<K, V>
fun <T> List(size: Int, init: (Int) -> T): List<T>
fun <T> MutableList(size: Int, init: (Int) -> T): MutableList<T>
fun <E> buildList(builderAction: MutableList<E>.() -> Unit): List<E>
fun <E> buildSet(builderAction: MutableSet<E>.() -> Unit): Set<E>
fun <K, V> buildMap(builderAction: MutableMap<K, V>.() -> Unit): Map<K, V>
fun <T> sequenceOf(vararg elements: T): Sequence<T>
fun <T> emptySequence(): Sequence<T>
fun <T> sequence(block: SequenceScope<T>.() -> Unit): Sequence<T>
fun <T> iterator(block: SequenceScope<T>.() -> Unit): Iterator<T>
fun <T> generateSequence(nextFunction: () -> T?): Sequence<T>
fun <T> generateSequence(seed: T?, nextFunction: (T) -> T?): Sequence<T>
class SequenceScope<in T> {
    fun yield(value: T): Unit
    fun yieldAll(elements: Any): Unit
}
interface Sequence<out T> {
    fun iterator(): Iterator<T>
}
fun <T> Collection<T>.isNotEmpty(): Boolean
fun <T> Collection<T>.isNullOrEmpty(): Boolean
fun <T> List<T>.orEmpty(): List<T>
fun <T> Set<T>.orEmpty(): Set<T>
fun <K, V> Map<K, V>.orEmpty(): Map<K, V>
fun <T> MutableCollection<T>.plusAssign(element: Any?): Unit
fun <T> MutableCollection<T>.minusAssign(element: Any?): Unit
fun <T> MutableCollection<T>.addAll(elements: Any): Boolean
fun <T> MutableIterable<T>.removeAll(predicate: (T) -> Boolean): Boolean
fun <T> MutableIterable<T>.retainAll(predicate: (T) -> Boolean): Boolean
fun <T> MutableList<T>.sort(): Unit
fun <T> MutableList<T>.sortBy(selector: (T) -> Any?): Unit
fun <T> MutableList<T>.sortWith(comparator: Comparator<T>): Unit
fun <T, R> MutableList<T>.sortByDescending(selector: (T) -> R): Unit
fun <T> MutableList<T>.reverse(): Unit
fun <T> List<T>.asReversed(): List<T>
fun <T> List<T>.binarySearch(element: T): Int
fun <T> List<T>.component1(): T
fun <T> List<T>.component2(): T
fun <T> List<T>.component3(): T
fun <T> List<T>.component4(): T
fun <T> List<T>.dropLast(n: Int): List<T>
fun <T> List<T>.takeLast(n: Int): List<T>
fun <T> List<T>.takeLastWhile(predicate: (T) -> Boolean): List<T>
fun <T> List<T>.dropLastWhile(predicate: (T) -> Boolean): List<T>
fun <T> List<T>.slice(indices: IntRange): List<T>
fun <T> List<T>.getOrNull(index: Int): T?
fun <T> List<T>.getOrElse(index: Int, defaultValue: (Int) -> T): T
fun <T> List<T>.foldRight(initial: Any?, operation: (T, Any?) -> Any?): Any?
fun <K, V> Map<K, V>.getValue(key: K): V
fun <K, V> Map<K, V>.getOrElse(key: K, defaultValue: () -> V): V
fun <K, V> MutableMap<K, V>.getOrPut(key: K, defaultValue: () -> V): V
fun <K, V> MutableMap<K, V>.plusAssign(other: Any): Unit
fun <K, V> Map<K, V>.plus(other: Any): Map<K, V>
fun <K, V> Map<K, V>.minus(key: Any): Map<K, V>
fun <K, V> Map<K, V>.isNotEmpty(): Boolean
fun <K, V> Map<K, V>.iterator(): Iterator<Map.Entry<K, V>>
fun <K, V> Map<K, V>.toList(): List<Pair<K, V>>
fun <K, V> Map<K, V>.toMap(): Map<K, V>
fun <K, V> Map<K, V>.toMutableMap(): MutableMap<K, V>
fun <K, V, R> Map<K, V>.mapValues(transform: (Map.Entry<K, V>) -> R): Map<K, R>
fun <K, V, R> Map<K, V>.mapKeys(transform: (Map.Entry<K, V>) -> R): Map<R, V>
fun <K, V, R> Map<K, V>.map(transform: (Map.Entry<K, V>) -> R): List<R>
fun <K, V, R> Map<K, V>.mapNotNull(transform: (Map.Entry<K, V>) -> R?): List<R>
fun <K, V, R> Map<K, V>.flatMap(transform: (Map.Entry<K, V>) -> Iterable<R>): List<R>
fun <K, V> Map<K, V>.filter(predicate: (Map.Entry<K, V>) -> Boolean): Map<K, V>
fun <K, V> Map<K, V>.filterNot(predicate: (Map.Entry<K, V>) -> Boolean): Map<K, V>
fun <K, V> Map<K, V>.filterKeys(predicate: (K) -> Boolean): Map<K, V>
fun <K, V> Map<K, V>.filterValues(predicate: (V) -> Boolean): Map<K, V>
fun <K, V> Map<K, V>.forEach(action: (Map.Entry<K, V>) -> Unit): Unit
fun <K, V> Map<K, V>.any(predicate: (Map.Entry<K, V>) -> Boolean): Boolean
fun <K, V> Map<K, V>.all(predicate: (Map.Entry<K, V>) -> Boolean): Boolean
fun <K, V> Map<K, V>.none(predicate: (Map.Entry<K, V>) -> Boolean): Boolean
fun <K, V> Map<K, V>.count(predicate: (Map.Entry<K, V>) -> Boolean): Int
fun <K, V> Map<K, V>.asSequence(): Sequence<Map.Entry<K, V>>
fun <K, V> Map.Entry<K, V>.toPair(): Pair<K, V>
fun <K, V> Iterable<Pair<K, V>>.toMap(): Map<K, V>
fun <K, V> Iterable<Pair<K, V>>.toMap(destination: MutableMap<K, V>): MutableMap<K, V>
fun <A, B> Iterable<Pair<A, B>>.unzip(): Pair<List<A>, List<B>>
fun <T> Iterable<Iterable<T>>.flatten(): List<T>
fun <T> Sequence<Iterable<T>>.flatten(): Sequence<T>
fun <T> Iterable<T>.forEach(action: (T) -> Unit): Unit
fun <T> Iterable<T>.forEachIndexed(action: (Int, T) -> Unit): Unit
fun <T> Iterable<T>.first(): T
fun <T> Iterable<T>.first(predicate: (T) -> Boolean): T
fun <T> Iterable<T>.firstOrNull(): T?
fun <T> Iterable<T>.firstOrNull(predicate: (T) -> Boolean): T?
fun <T, X> Iterable<T>.firstNotNullOf(transform: (T) -> X?): X
fun <T, X> Iterable<T>.firstNotNullOfOrNull(transform: (T) -> X?): X?
fun <T> Iterable<T>.last(): T
fun <T> Iterable<T>.last(predicate: (T) -> Boolean): T
fun <T> Iterable<T>.lastOrNull(): T?
fun <T> Iterable<T>.lastOrNull(predicate: (T) -> Boolean): T?
fun <T> Iterable<T>.single(): T
fun <T> Iterable<T>.single(predicate: (T) -> Boolean): T
fun <T> Iterable<T>.singleOrNull(): T?
fun <T> Iterable<T>.singleOrNull(predicate: (T) -> Boolean): T?
fun <T> Iterable<T>.find(predicate: (T) -> Boolean): T?
fun <T> Iterable<T>.findLast(predicate: (T) -> Boolean): T?
fun <T> Iterable<T>.elementAt(index: Int): T
fun <T> Iterable<T>.elementAtOrNull(index: Int): T?
fun <T> Iterable<T>.indexOfFirst(predicate: (T) -> Boolean): Int
fun <T> Iterable<T>.indexOfLast(predicate: (T) -> Boolean): Int
fun <T> Iterable<T>.any(): Boolean
fun <T> Iterable<T>.any(predicate: (T) -> Boolean): Boolean
fun <T> Iterable<T>.all(predicate: (T) -> Boolean): Boolean
fun <T> Iterable<T>.none(): Boolean
fun <T> Iterable<T>.none(predicate: (T) -> Boolean): Boolean
fun <T> Iterable<T>.count(): Int
fun <T> Iterable<T>.count(predicate: (T) -> Boolean): Int
fun <T> Iterable<T>.sumOf(selector: (T) -> Int): Int
fun <T> Iterable<T>.sumBy(selector: (T) -> Int): Int
fun <T> Iterable<T>.sum(): T
fun <T> Iterable<T>.average(): Double
fun <T> Iterable<T>.maxOrNull(): T?
fun <T> Iterable<T>.minOrNull(): T?
fun <T> Iterable<T>.max(): T
fun <T> Iterable<T>.min(): T
fun <T, X> Iterable<T>.maxOf(selector: (T) -> X): X
fun <T, X> Iterable<T>.minOf(selector: (T) -> X): X
fun <T, X> Iterable<T>.maxOfOrNull(selector: (T) -> X): X?
fun <T, X> Iterable<T>.minOfOrNull(selector: (T) -> X): X?
fun <T> Iterable<T>.maxBy(selector: (T) -> Any?): T
fun <T> Iterable<T>.minBy(selector: (T) -> Any?): T
fun <T> Iterable<T>.maxByOrNull(selector: (T) -> Any?): T?
fun <T> Iterable<T>.minByOrNull(selector: (T) -> Any?): T?
fun <T, X> Iterable<T>.fold(initial: X, operation: (X, T) -> X): X
fun <T, X> Iterable<T>.foldIndexed(initial: X, operation: (Int, X, T) -> X): X
fun <T> Iterable<T>.reduce(operation: (T, T) -> T): T
fun <T> Iterable<T>.reduceOrNull(operation: (T, T) -> T): T?
fun <T, K> Iterable<T>.groupBy(keySelector: (T) -> K): Map<K, List<T>>
fun <T, K, V> Iterable<T>.groupBy(keySelector: (T) -> K, valueTransform: (T) -> V): Map<K, List<V>>
fun <T, K> Iterable<T>.associateBy(keySelector: (T) -> K): Map<K, T>
fun <T, K, V> Iterable<T>.associateBy(keySelector: (T) -> K, valueTransform: (T) -> V): Map<K, V>
fun <T, V> Iterable<T>.associateWith(valueSelector: (T) -> V): Map<T, V>
fun <T, K, V> Iterable<T>.associate(transform: (T) -> Pair<K, V>): Map<K, V>
fun <T> Iterable<T>.partition(predicate: (T) -> Boolean): Pair<List<T>, List<T>>
fun <T> Iterable<T>.joinToString(separator: CharSequence = "", prefix: CharSequence = "", postfix: CharSequence = "", limit: Int = 0, truncated: CharSequence = "", transform: (T) -> CharSequence = {}): String
fun <T, A> Iterable<T>.joinTo(buffer: A, separator: CharSequence = "", prefix: CharSequence = "", postfix: CharSequence = "", limit: Int = 0, truncated: CharSequence = "", transform: (T) -> CharSequence = {}): A
fun <T> Iterable<T>.toList(): List<T>
fun <T> Iterable<T>.toMutableList(): MutableList<T>
fun <T> Iterable<T>.toSet(): Set<T>
fun <T> Iterable<T>.toMutableSet(): MutableSet<T>
fun <T> Iterable<T>.toHashSet(): HashSet<T>
fun <T> Iterable<T>.toSortedSet(): MutableSet<T>
fun <T> Iterable<T>.toTypedArray(): Array<T>
fun <T> Iterable<T>.toCollection(destination: Any): Any
fun <T> Iterable<T>.asSequence(): Sequence<T>
fun <T> Iterable<T>.asIterable(): Iterable<T>
fun <T> Iterable<T>.contains(element: T): Boolean
fun <T> Iterable<T>.indexOf(element: T): Int
fun <T, X, C> Iterable<T>.mapTo(destination: C, transform: (T) -> X): C
fun <T, X, C> Iterable<T>.mapNotNullTo(destination: C, transform: (T) -> X?): C
fun <T, X, C> Iterable<T>.flatMapTo(destination: C, transform: (T) -> Iterable<X>): C
fun <T, C> Iterable<T>.filterTo(destination: C, predicate: (T) -> Boolean): C
fun <T, K, M> Iterable<T>.associateByTo(destination: M, keySelector: (T) -> K): M
fun <T, X> Iterable<T>.map(transform: (T) -> X): List<X>
fun <T, X> Iterable<T>.mapIndexed(transform: (Int, T) -> X): List<X>
fun <T, X> Iterable<T>.mapNotNull(transform: (T) -> X?): List<X>
fun <T, X> Iterable<T>.mapIndexedNotNull(transform: (Int, T) -> X?): List<X>
fun <T, X> Iterable<T>.flatMap(transform: (T) -> Iterable<X>): List<X>
fun <T, X> Iterable<T>.flatMapIndexed(transform: (Int, T) -> Iterable<X>): List<X>
fun <T> Iterable<T>.filter(predicate: (T) -> Boolean): List<T>
fun <T> Iterable<T>.filterIndexed(predicate: (Int, T) -> Boolean): List<T>
fun <T> Iterable<T>.filterNot(predicate: (T) -> Boolean): List<T>
fun <T> Iterable<T>.filterNotNull(): List<T>
fun <X> Iterable<*>.filterIsInstance(): List<X>
fun <T> Iterable<T>.take(n: Int): List<T>
fun <T> Iterable<T>.takeWhile(predicate: (T) -> Boolean): List<T>
fun <T> Iterable<T>.drop(n: Int): List<T>
fun <T> Iterable<T>.dropWhile(predicate: (T) -> Boolean): List<T>
fun <T> Iterable<T>.distinct(): List<T>
fun <T> Iterable<T>.distinctBy(selector: (T) -> Any?): List<T>
fun <T> Iterable<T>.sorted(): List<T>
fun <T> Iterable<T>.sortedDescending(): List<T>
fun <T> Iterable<T>.sortedBy(selector: (T) -> Any?): List<T>
fun <T> Iterable<T>.sortedByDescending(selector: (T) -> Any?): List<T>
fun <T> Iterable<T>.sortedWith(comparator: Comparator<T>): List<T>
fun <T> Iterable<T>.maxWith(comparator: Comparator<T>): T
fun <T> Iterable<T>.minWith(comparator: Comparator<T>): T
fun <T> Iterable<T>.maxWithOrNull(comparator: Comparator<T>): T?
fun <T> Iterable<T>.minWithOrNull(comparator: Comparator<T>): T?
fun <T, K> Iterable<T>.groupingBy(keySelector: (T) -> K): Grouping<T, K>
fun <T> Iterable<T>.runningReduce(operation: (T, T) -> T): List<T>
fun <T> Iterable<T>.reduceIndexed(operation: (Int, T, T) -> T): T
fun <T> Iterable<T>.elementAtOrElse(index: Int, defaultValue: (Int) -> T): T
fun <T> Iterable<T>.random(): T
fun <T> Iterable<T>.randomOrNull(): T?
fun <T, X, C> Iterable<T>.mapIndexedTo(destination: C, transform: (Int, T) -> X): C
fun <T, C> Iterable<T>.filterNotTo(destination: C, predicate: (T) -> Boolean): C
fun <T, C> Iterable<T>.filterNotNullTo(destination: C): C
fun <T, K, M> Iterable<T>.groupByTo(destination: M, keySelector: (T) -> K): M
fun <T, V, M> Iterable<T>.associateWithTo(destination: M, valueSelector: (T) -> V): M
fun <T> Iterable<T>.reversed(): List<T>
fun <T> Iterable<T>.shuffled(): List<T>
fun <T> Iterable<T>.onEach(action: (T) -> Unit): Iterable<T>
fun <T> Iterable<T>.onEachIndexed(action: (Int, T) -> Unit): Iterable<T>
fun <T> Iterable<T>.chunked(size: Int): List<List<T>>
fun <T> Iterable<T>.windowed(size: Int, step: Int = 1, partialWindows: Boolean = false): List<List<T>>
fun <T, X> Iterable<T>.zip(other: Iterable<X>): List<Pair<T, X>>
fun <T, X, V> Iterable<T>.zip(other: Iterable<X>, transform: (T, X) -> V): List<V>
fun <T> Iterable<T>.zipWithNext(): List<Pair<T, T>>
fun <T, V> Iterable<T>.zipWithNext(transform: (T, T) -> V): List<V>
fun <T> Iterable<T>.withIndex(): Iterable<IndexedValue<T>>
fun <T, X> Iterable<T>.scan(initial: X, operation: (X, T) -> X): List<X>
fun <T, X> Iterable<T>.runningFold(initial: X, operation: (X, T) -> X): List<X>
fun <T> Iterable<T>.plus(element: Any?): List<T>
fun <T> Iterable<T>.minus(element: Any?): List<T>
fun <T> Iterable<T>.intersect(other: Iterable<T>): Set<T>
fun <T> Iterable<T>.union(other: Iterable<T>): Set<T>
fun <T> Iterable<T>.subtract(other: Iterable<T>): Set<T>
fun <T> Sequence<T>.forEach(action: (T) -> Unit): Unit
fun <T> Sequence<T>.forEachIndexed(action: (Int, T) -> Unit): Unit
fun <T> Sequence<T>.first(): T
fun <T> Sequence<T>.first(predicate: (T) -> Boolean): T
fun <T> Sequence<T>.firstOrNull(): T?
fun <T> Sequence<T>.firstOrNull(predicate: (T) -> Boolean): T?
fun <T, X> Sequence<T>.firstNotNullOf(transform: (T) -> X?): X
fun <T, X> Sequence<T>.firstNotNullOfOrNull(transform: (T) -> X?): X?
fun <T> Sequence<T>.last(): T
fun <T> Sequence<T>.last(predicate: (T) -> Boolean): T
fun <T> Sequence<T>.lastOrNull(): T?
fun <T> Sequence<T>.lastOrNull(predicate: (T) -> Boolean): T?
fun <T> Sequence<T>.single(): T
fun <T> Sequence<T>.single(predicate: (T) -> Boolean): T
fun <T> Sequence<T>.singleOrNull(): T?
fun <T> Sequence<T>.singleOrNull(predicate: (T) -> Boolean): T?
fun <T> Sequence<T>.find(predicate: (T) -> Boolean): T?
fun <T> Sequence<T>.findLast(predicate: (T) -> Boolean): T?
fun <T> Sequence<T>.elementAt(index: Int): T
fun <T> Sequence<T>.elementAtOrNull(index: Int): T?
fun <T> Sequence<T>.indexOfFirst(predicate: (T) -> Boolean): Int
fun <T> Sequence<T>.indexOfLast(predicate: (T) -> Boolean): Int
fun <T> Sequence<T>.any(): Boolean
fun <T> Sequence<T>.any(predicate: (T) -> Boolean): Boolean
fun <T> Sequence<T>.all(predicate: (T) -> Boolean): Boolean
fun <T> Sequence<T>.none(): Boolean
fun <T> Sequence<T>.none(predicate: (T) -> Boolean): Boolean
fun <T> Sequence<T>.count(): Int
fun <T> Sequence<T>.count(predicate: (T) -> Boolean): Int
fun <T> Sequence<T>.sumOf(selector: (T) -> Int): Int
fun <T> Sequence<T>.sumBy(selector: (T) -> Int): Int
fun <T> Sequence<T>.sum(): T
fun <T> Sequence<T>.average(): Double
fun <T> Sequence<T>.maxOrNull(): T?
fun <T> Sequence<T>.minOrNull(): T?
fun <T> Sequence<T>.max(): T
fun <T> Sequence<T>.min(): T
fun <T, X> Sequence<T>.maxOf(selector: (T) -> X): X
fun <T, X> Sequence<T>.minOf(selector: (T) -> X): X
fun <T, X> Sequence<T>.maxOfOrNull(selector: (T) -> X): X?
fun <T, X> Sequence<T>.minOfOrNull(selector: (T) -> X): X?
fun <T> Sequence<T>.maxBy(selector: (T) -> Any?): T
fun <T> Sequence<T>.minBy(selector: (T) -> Any?): T
fun <T> Sequence<T>.maxByOrNull(selector: (T) -> Any?): T?
fun <T> Sequence<T>.minByOrNull(selector: (T) -> Any?): T?
fun <T, X> Sequence<T>.fold(initial: X, operation: (X, T) -> X): X
fun <T, X> Sequence<T>.foldIndexed(initial: X, operation: (Int, X, T) -> X): X
fun <T> Sequence<T>.reduce(operation: (T, T) -> T): T
fun <T> Sequence<T>.reduceOrNull(operation: (T, T) -> T): T?
fun <T, K> Sequence<T>.groupBy(keySelector: (T) -> K): Map<K, List<T>>
fun <T, K, V> Sequence<T>.groupBy(keySelector: (T) -> K, valueTransform: (T) -> V): Map<K, List<V>>
fun <T, K> Sequence<T>.associateBy(keySelector: (T) -> K): Map<K, T>
fun <T, K, V> Sequence<T>.associateBy(keySelector: (T) -> K, valueTransform: (T) -> V): Map<K, V>
fun <T, V> Sequence<T>.associateWith(valueSelector: (T) -> V): Map<T, V>
fun <T, K, V> Sequence<T>.associate(transform: (T) -> Pair<K, V>): Map<K, V>
fun <T> Sequence<T>.partition(predicate: (T) -> Boolean): Pair<List<T>, List<T>>
fun <T> Sequence<T>.joinToString(separator: CharSequence = "", prefix: CharSequence = "", postfix: CharSequence = "", limit: Int = 0, truncated: CharSequence = "", transform: (T) -> CharSequence = {}): String
fun <T, A> Sequence<T>.joinTo(buffer: A, separator: CharSequence = "", prefix: CharSequence = "", postfix: CharSequence = "", limit: Int = 0, truncated: CharSequence = "", transform: (T) -> CharSequence = {}): A
fun <T> Sequence<T>.toList(): List<T>
fun <T> Sequence<T>.toMutableList(): MutableList<T>
fun <T> Sequence<T>.toSet(): Set<T>
fun <T> Sequence<T>.toMutableSet(): MutableSet<T>
fun <T> Sequence<T>.toHashSet(): HashSet<T>
fun <T> Sequence<T>.toSortedSet(): MutableSet<T>
fun <T> Sequence<T>.toTypedArray(): Array<T>
fun <T> Sequence<T>.toCollection(destination: Any): Any
fun <T> Sequence<T>.asSequence(): Sequence<T>
fun <T> Sequence<T>.asIterable(): Iterable<T>
fun <T> Sequence<T>.contains(element: T): Boolean
fun <T> Sequence<T>.indexOf(element: T): Int
fun <T, X, C> Sequence<T>.mapTo(destination: C, transform: (T) -> X): C
fun <T, X, C> Sequence<T>.mapNotNullTo(destination: C, transform: (T) -> X?): C
fun <T, X, C> Sequence<T>.flatMapTo(destination: C, transform: (T) -> Iterable<X>): C
fun <T, C> Sequence<T>.filterTo(destination: C, predicate: (T) -> Boolean): C
fun <T, K, M> Sequence<T>.associateByTo(destination: M, keySelector: (T) -> K): M
fun <T, X> Sequence<T>.map(transform: (T) -> X): Sequence<X>
fun <T, X> Sequence<T>.mapIndexed(transform: (Int, T) -> X): Sequence<X>
fun <T, X> Sequence<T>.mapNotNull(transform: (T) -> X?): Sequence<X>
fun <T, X> Sequence<T>.mapIndexedNotNull(transform: (Int, T) -> X?): Sequence<X>
fun <T, X> Sequence<T>.flatMap(transform: (T) -> Iterable<X>): Sequence<X>
fun <T, X> Sequence<T>.flatMapIndexed(transform: (Int, T) -> Iterable<X>): Sequence<X>
fun <T> Sequence<T>.filter(predicate: (T) -> Boolean): Sequence<T>
fun <T> Sequence<T>.filterIndexed(predicate: (Int, T) -> Boolean): Sequence<T>
fun <T> Sequence<T>.filterNot(predicate: (T) -> Boolean): Sequence<T>
fun <T> Sequence<T>.filterNotNull(): Sequence<T>
fun <X> Sequence<*>.filterIsInstance(): Sequence<X>
fun <T> Sequence<T>.take(n: Int): Sequence<T>
fun <T> Sequence<T>.takeWhile(predicate: (T) -> Boolean): Sequence<T>
fun <T> Sequence<T>.drop(n: Int): Sequence<T>
fun <T> Sequence<T>.dropWhile(predicate: (T) -> Boolean): Sequence<T>
fun <T> Sequence<T>.distinct(): Sequence<T>
fun <T> Sequence<T>.distinctBy(selector: (T) -> Any?): Sequence<T>
fun <T> Sequence<T>.sorted(): Sequence<T>
fun <T> Sequence<T>.sortedDescending(): Sequence<T>
fun <T> Sequence<T>.sortedBy(selector: (T) -> Any?): Sequence<T>
fun <T> Sequence<T>.sortedByDescending(selector: (T) -> Any?): Sequence<T>
fun <T> Sequence<T>.sortedWith(comparator: Comparator<T>): Sequence<T>
fun <T> Sequence<T>.maxWith(comparator: Comparator<T>): T
fun <T> Sequence<T>.minWith(comparator: Comparator<T>): T
fun <T> Sequence<T>.maxWithOrNull(comparator: Comparator<T>): T?
fun <T> Sequence<T>.minWithOrNull(comparator: Comparator<T>): T?
fun <T, K> Sequence<T>.groupingBy(keySelector: (T) -> K): Grouping<T, K>
fun <T> Sequence<T>.runningReduce(operation: (T, T) -> T): Sequence<T>
fun <T> Sequence<T>.reduceIndexed(operation: (Int, T, T) -> T): T
fun <T> Sequence<T>.elementAtOrElse(index: Int, defaultValue: (Int) -> T): T
fun <T> Sequence<T>.random(): T
fun <T> Sequence<T>.randomOrNull(): T?
fun <T, X, C> Sequence<T>.mapIndexedTo(destination: C, transform: (Int, T) -> X): C
fun <T, C> Sequence<T>.filterNotTo(destination: C, predicate: (T) -> Boolean): C
fun <T, C> Sequence<T>.filterNotNullTo(destination: C): C
fun <T, K, M> Sequence<T>.groupByTo(destination: M, keySelector: (T) -> K): M
fun <T, V, M> Sequence<T>.associateWithTo(destination: M, valueSelector: (T) -> V): M
fun <T> Sequence<T>.reversed(): Sequence<T>
fun <T> Sequence<T>.shuffled(): Sequence<T>
fun <T> Sequence<T>.onEach(action: (T) -> Unit): Sequence<T>
fun <T> Sequence<T>.onEachIndexed(action: (Int, T) -> Unit): Sequence<T>
fun <T> Sequence<T>.chunked(size: Int): Sequence<List<T>>
fun <T> Sequence<T>.windowed(size: Int, step: Int = 1, partialWindows: Boolean = false): Sequence<List<T>>
fun <T, X> Sequence<T>.zip(other: Iterable<X>): Sequence<Pair<T, X>>
fun <T, X, V> Sequence<T>.zip(other: Iterable<X>, transform: (T, X) -> V): Sequence<V>
fun <T> Sequence<T>.zipWithNext(): Sequence<Pair<T, T>>
fun <T, V> Sequence<T>.zipWithNext(transform: (T, T) -> V): Sequence<V>
fun <T> Sequence<T>.withIndex(): Sequence<IndexedValue<T>>
fun <T, X> Sequence<T>.scan(initial: X, operation: (X, T) -> X): Sequence<X>
fun <T, X> Sequence<T>.runningFold(initial: X, operation: (X, T) -> X): Sequence<X>
fun <T> Sequence<T>.plus(element: Any?): Sequence<T>
fun <T> Sequence<T>.minus(element: Any?): Sequence<T>
fun <T> Sequence<T>.intersect(other: Iterable<T>): Set<T>
fun <T> Sequence<T>.union(other: Iterable<T>): Set<T>
fun <T> Sequence<T>.subtract(other: Iterable<T>): Set<T>
fun <T> Array<T>.forEach(action: (T) -> Unit): Unit
fun <T> Array<T>.forEachIndexed(action: (Int, T) -> Unit): Unit
fun <T> Array<T>.first(): T
fun <T> Array<T>.first(predicate: (T) -> Boolean): T
fun <T> Array<T>.firstOrNull(): T?
fun <T> Array<T>.firstOrNull(predicate: (T) -> Boolean): T?
fun <T, X> Array<T>.firstNotNullOf(transform: (T) -> X?): X
fun <T, X> Array<T>.firstNotNullOfOrNull(transform: (T) -> X?): X?
fun <T> Array<T>.last(): T
fun <T> Array<T>.last(predicate: (T) -> Boolean): T
fun <T> Array<T>.lastOrNull(): T?
fun <T> Array<T>.lastOrNull(predicate: (T) -> Boolean): T?
fun <T> Array<T>.single(): T
fun <T> Array<T>.single(predicate: (T) -> Boolean): T
fun <T> Array<T>.singleOrNull(): T?
fun <T> Array<T>.singleOrNull(predicate: (T) -> Boolean): T?
fun <T> Array<T>.find(predicate: (T) -> Boolean): T?
fun <T> Array<T>.findLast(predicate: (T) -> Boolean): T?
fun <T> Array<T>.elementAt(index: Int): T
fun <T> Array<T>.elementAtOrNull(index: Int): T?
fun <T> Array<T>.indexOfFirst(predicate: (T) -> Boolean): Int
fun <T> Array<T>.indexOfLast(predicate: (T) -> Boolean): Int
fun <T> Array<T>.any(): Boolean
fun <T> Array<T>.any(predicate: (T) -> Boolean): Boolean
fun <T> Array<T>.all(predicate: (T) -> Boolean): Boolean
fun <T> Array<T>.none(): Boolean
fun <T> Array<T>.none(predicate: (T) -> Boolean): Boolean
fun <T> Array<T>.count(): Int
fun <T> Array<T>.count(predicate: (T) -> Boolean): Int
fun <T> Array<T>.sumOf(selector: (T) -> Int): Int
fun <T> Array<T>.sumBy(selector: (T) -> Int): Int
fun <T> Array<T>.sum(): T
fun <T> Array<T>.average(): Double
fun <T> Array<T>.maxOrNull(): T?
fun <T> Array<T>.minOrNull(): T?
fun <T> Array<T>.max(): T
fun <T> Array<T>.min(): T
fun <T, X> Array<T>.maxOf(selector: (T) -> X): X
fun <T, X> Array<T>.minOf(selector: (T) -> X): X
fun <T, X> Array<T>.maxOfOrNull(selector: (T) -> X): X?
fun <T, X> Array<T>.minOfOrNull(selector: (T) -> X): X?
fun <T> Array<T>.maxBy(selector: (T) -> Any?): T
fun <T> Array<T>.minBy(selector: (T) -> Any?): T
fun <T> Array<T>.maxByOrNull(selector: (T) -> Any?): T?
fun <T> Array<T>.minByOrNull(selector: (T) -> Any?): T?
fun <T, X> Array<T>.fold(initial: X, operation: (X, T) -> X): X
fun <T, X> Array<T>.foldIndexed(initial: X, operation: (Int, X, T) -> X): X
fun <T> Array<T>.reduce(operation: (T, T) -> T): T
fun <T> Array<T>.reduceOrNull(operation: (T, T) -> T): T?
fun <T, K> Array<T>.groupBy(keySelector: (T) -> K): Map<K, List<T>>
fun <T, K, V> Array<T>.groupBy(keySelector: (T) -> K, valueTransform: (T) -> V): Map<K, List<V>>
fun <T, K> Array<T>.associateBy(keySelector: (T) -> K): Map<K, T>
fun <T, K, V> Array<T>.associateBy(keySelector: (T) -> K, valueTransform: (T) -> V): Map<K, V>
fun <T, V> Array<T>.associateWith(valueSelector: (T) -> V): Map<T, V>
fun <T, K, V> Array<T>.associate(transform: (T) -> Pair<K, V>): Map<K, V>
fun <T> Array<T>.partition(predicate: (T) -> Boolean): Pair<List<T>, List<T>>
fun <T> Array<T>.joinToString(separator: CharSequence = "", prefix: CharSequence = "", postfix: CharSequence = "", limit: Int = 0, truncated: CharSequence = "", transform: (T) -> CharSequence = {}): String
fun <T, A> Array<T>.joinTo(buffer: A, separator: CharSequence = "", prefix: CharSequence = "", postfix: CharSequence = "", limit: Int = 0, truncated: CharSequence = "", transform: (T) -> CharSequence = {}): A
fun <T> Array<T>.toList(): List<T>
fun <T> Array<T>.toMutableList(): MutableList<T>
fun <T> Array<T>.toSet(): Set<T>
fun <T> Array<T>.toMutableSet(): MutableSet<T>
fun <T> Array<T>.toHashSet(): HashSet<T>
fun <T> Array<T>.toSortedSet(): MutableSet<T>
fun <T> Array<T>.toCollection(destination: Any): Any
fun <T> Array<T>.asSequence(): Sequence<T>
fun <T> Array<T>.asIterable(): Iterable<T>
fun <T, X, C> Array<T>.mapTo(destination: C, transform: (T) -> X): C
fun <T, X, C> Array<T>.mapNotNullTo(destination: C, transform: (T) -> X?): C
fun <T, X, C> Array<T>.flatMapTo(destination: C, transform: (T) -> Iterable<X>): C
fun <T, C> Array<T>.filterTo(destination: C, predicate: (T) -> Boolean): C
fun <T, K, M> Array<T>.associateByTo(destination: M, keySelector: (T) -> K): M
fun <T, X> Array<T>.map(transform: (T) -> X): List<X>
fun <T, X> Array<T>.mapIndexed(transform: (Int, T) -> X): List<X>
fun <T, X> Array<T>.mapNotNull(transform: (T) -> X?): List<X>
fun <T, X> Array<T>.mapIndexedNotNull(transform: (Int, T) -> X?): List<X>
fun <T, X> Array<T>.flatMap(transform: (T) -> Iterable<X>): List<X>
fun <T, X> Array<T>.flatMapIndexed(transform: (Int, T) -> Iterable<X>): List<X>
fun <T> Array<T>.filter(predicate: (T) -> Boolean): List<T>
fun <T> Array<T>.filterIndexed(predicate: (Int, T) -> Boolean): List<T>
fun <T> Array<T>.filterNot(predicate: (T) -> Boolean): List<T>
fun <T> Array<T>.filterNotNull(): List<T>
fun <X> Array<*>.filterIsInstance(): List<X>
fun <T> Array<T>.take(n: Int): List<T>
fun <T> Array<T>.takeWhile(predicate: (T) -> Boolean): List<T>
fun <T> Array<T>.drop(n: Int): List<T>
fun <T> Array<T>.dropWhile(predicate: (T) -> Boolean): List<T>
fun <T> Array<T>.distinct(): List<T>
fun <T> Array<T>.distinctBy(selector: (T) -> Any?): List<T>
fun <T> Array<T>.sorted(): List<T>
fun <T> Array<T>.sortedDescending(): List<T>
fun <T> Array<T>.sortedBy(selector: (T) -> Any?): List<T>
fun <T> Array<T>.sortedByDescending(selector: (T) -> Any?): List<T>
fun <T> Array<T>.sortedWith(comparator: Comparator<T>): List<T>
fun <T> Array<T>.maxWith(comparator: Comparator<T>): T
fun <T> Array<T>.minWith(comparator: Comparator<T>): T
fun <T> Array<T>.maxWithOrNull(comparator: Comparator<T>): T?
fun <T> Array<T>.minWithOrNull(comparator: Comparator<T>): T?
fun <T, K> Array<T>.groupingBy(keySelector: (T) -> K): Grouping<T, K>
fun <T> Array<T>.runningReduce(operation: (T, T) -> T): List<T>
fun <T> Array<T>.reduceIndexed(operation: (Int, T, T) -> T): T
fun <T> Array<T>.elementAtOrElse(index: Int, defaultValue: (Int) -> T): T
fun <T> Array<T>.random(): T
fun <T> Array<T>.randomOrNull(): T?
fun <T, X, C> Array<T>.mapIndexedTo(destination: C, transform: (Int, T) -> X): C
fun <T, C> Array<T>.filterNotTo(destination: C, predicate: (T) -> Boolean): C
fun <T, C> Array<T>.filterNotNullTo(destination: C): C
fun <T, K, M> Array<T>.groupByTo(destination: M, keySelector: (T) -> K): M
fun <T, V, M> Array<T>.associateWithTo(destination: M, valueSelector: (T) -> V): M
fun <T> Array<T>.reversed(): List<T>
fun <T> Array<T>.shuffled(): List<T>
fun <T> Array<T>.onEach(action: (T) -> Unit): Array<T>
fun <T> Array<T>.onEachIndexed(action: (Int, T) -> Unit): Array<T>
fun <T> Array<T>.chunked(size: Int): List<List<T>>
fun <T> Array<T>.windowed(size: Int, step: Int = 1, partialWindows: Boolean = false): List<List<T>>
fun <T, X> Array<T>.zip(other: Iterable<X>): List<Pair<T, X>>
fun <T, X, V> Array<T>.zip(other: Iterable<X>, transform: (T, X) -> V): List<V>
fun <T> Array<T>.zipWithNext(): List<Pair<T, T>>
fun <T, V> Array<T>.zipWithNext(transform: (T, T) -> V): List<V>
fun <T> Array<T>.withIndex(): Iterable<IndexedValue<T>>
fun <T, X> Array<T>.scan(initial: X, operation: (X, T) -> X): List<X>
fun <T, X> Array<T>.runningFold(initial: X, operation: (X, T) -> X): List<X>
fun <T> Array<T>.minus(element: Any?): List<T>
fun <T> Array<T>.intersect(other: Iterable<T>): Set<T>
fun <T> Array<T>.union(other: Iterable<T>): Set<T>
fun <T> Array<T>.subtract(other: Iterable<T>): Set<T>
fun <T> Set<T>.plus(element: Any?): Set<T>
fun <T> Set<T>.minus(element: Any?): Set<T>
fun <T> compareBy(selector: (T) -> Any?): Comparator<T>
fun <T> compareBy(vararg selectors: (T) -> Any?): Comparator<T>
fun <T> compareByDescending(selector: (T) -> Any?): Comparator<T>
fun <T> Comparator<T>.thenByDescending(selector: (T) -> Any?): Comparator<T>
fun <T> Comparator<T>.thenBy(selector: (T) -> Any?): Comparator<T>
fun <T> Comparator<T>.reversed(): Comparator<T>
fun interface Comparator<T> {
    fun compare(a: T, b: T): Int
}
fun <T> T.hashCode(): Int
fun <T> T.toString(): String

// Coroutines.
interface CoroutineContext
interface CoroutineScope {
    val coroutineContext: CoroutineContext
}
interface Job : CoroutineContext {
    val isActive: Boolean
    val isCancelled: Boolean
    fun join(): Unit
    fun cancel(cause: Any? = null): Unit
    fun start(): Boolean
}
interface Deferred<out T> : Job {
    fun await(): T
    fun getCompleted(): T
}
fun CoroutineScope.launch(context: Any? = null, start: Any? = null, block: CoroutineScope.() -> Unit): Job
fun <T> CoroutineScope.async(context: Any? = null, start: Any? = null, block: CoroutineScope.() -> T): Deferred<T>
fun <T> runBlocking(context: Any? = null, block: CoroutineScope.() -> T): T
fun <T> coroutineScope(block: CoroutineScope.() -> T): T
fun <T> supervisorScope(block: CoroutineScope.() -> T): T
fun <T> withContext(context: Any?, block: CoroutineScope.() -> T): T
fun <T> withTimeout(timeMillis: Any, block: CoroutineScope.() -> T): T
fun <T> withTimeoutOrNull(timeMillis: Any, block: CoroutineScope.() -> T): T?
fun delay(timeMillis: Any): Unit
fun <T> Iterable<Deferred<T>>.awaitAll(): List<T>
interface FlowCollector<in T> {
    fun emit(value: T): Unit
}
interface Flow<out T>
interface SharedFlow<out T> : Flow<T>
interface StateFlow<out T> : SharedFlow<T> {
    val value: T
}
interface MutableSharedFlow<T> : SharedFlow<T>, FlowCollector<T> {
    fun tryEmit(value: T): Boolean
}
interface MutableStateFlow<T> : StateFlow<T>, MutableSharedFlow<T> {
    val value: T
    fun compareAndSet(expect: T, update: T): Boolean
}
fun <T> MutableStateFlow(value: T): MutableStateFlow<T>
fun <T> MutableSharedFlow(replay: Int = 0, extraBufferCapacity: Int = 0, onBufferOverflow: Any? = null): MutableSharedFlow<T>
fun <T> MutableStateFlow<T>.update(function: (T) -> T): Unit
fun <T> MutableStateFlow<T>.asStateFlow(): StateFlow<T>
fun <T> MutableSharedFlow<T>.asSharedFlow(): SharedFlow<T>
fun <T> flow(block: FlowCollector<T>.() -> Unit): Flow<T>
fun <T> flowOf(vararg elements: T): Flow<T>
fun <T> emptyFlow(): Flow<T>
fun <T> Iterable<T>.asFlow(): Flow<T>
fun <T> Flow<T>.collect(collector: (T) -> Unit): Unit
fun <T> Flow<T>.collectLatest(action: (T) -> Unit): Unit
fun <T, X> Flow<T>.map(transform: (T) -> X): Flow<X>
fun <T, X> Flow<T>.mapNotNull(transform: (T) -> X?): Flow<X>
fun <T, X> Flow<T>.mapLatest(transform: (T) -> X): Flow<X>
fun <T, X> Flow<T>.flatMapLatest(transform: (T) -> Flow<X>): Flow<X>
fun <T, X> Flow<T>.flatMapConcat(transform: (T) -> Flow<X>): Flow<X>
fun <T, X> Flow<T>.transform(transform: FlowCollector<X>.(T) -> Unit): Flow<X>
fun <T> Flow<T>.filter(predicate: (T) -> Boolean): Flow<T>
fun <T> Flow<T>.filterNotNull(): Flow<T>
fun <T> Flow<T>.onEach(action: (T) -> Unit): Flow<T>
fun <T> Flow<T>.onStart(action: FlowCollector<T>.() -> Unit): Flow<T>
fun <T> Flow<T>.onCompletion(action: FlowCollector<T>.(Throwable?) -> Unit): Flow<T>
fun <T> Flow<T>.catch(action: FlowCollector<T>.(Throwable) -> Unit): Flow<T>
fun <T> Flow<T>.distinctUntilChanged(): Flow<T>
fun <T> Flow<T>.debounce(timeoutMillis: Any): Flow<T>
fun <T> Flow<T>.take(count: Int): Flow<T>
fun <T> Flow<T>.flowOn(context: Any): Flow<T>
fun <T> Flow<T>.launchIn(scope: CoroutineScope): Job
fun <T> Flow<T>.stateIn(scope: CoroutineScope, started: Any? = null, initialValue: T): StateFlow<T>
fun <T> Flow<T>.first(): T
fun <T> Flow<T>.first(predicate: (T) -> Boolean): T
fun <T> Flow<T>.firstOrNull(): T?
fun <T> Flow<T>.toList(): List<T>
fun <A, B, R> combine(flow: Flow<A>, flow2: Flow<B>, transform: (A, B) -> R): Flow<R>

// Mathematics.
fun sqrt(x: Double): Double
fun sqrt(x: Float): Float
fun sin(x: Double): Double
fun sin(x: Float): Float
fun cos(x: Double): Double
fun cos(x: Float): Float
fun tan(x: Double): Double
fun tan(x: Float): Float
fun asin(x: Double): Double
fun asin(x: Float): Float
fun acos(x: Double): Double
fun acos(x: Float): Float
fun atan(x: Double): Double
fun atan(x: Float): Float
fun exp(x: Double): Double
fun exp(x: Float): Float
fun ln(x: Double): Double
fun ln(x: Float): Float
fun log10(x: Double): Double
fun log10(x: Float): Float
fun log2(x: Double): Double
fun log2(x: Float): Float
fun ceil(x: Double): Double
fun ceil(x: Float): Float
fun floor(x: Double): Double
fun floor(x: Float): Float
fun round(x: Double): Double
fun round(x: Float): Float
fun truncate(x: Double): Double
fun truncate(x: Float): Float
fun sinh(x: Double): Double
fun sinh(x: Float): Float
fun cosh(x: Double): Double
fun cosh(x: Float): Float
fun tanh(x: Double): Double
fun tanh(x: Float): Float
fun cbrt(x: Double): Double
fun cbrt(x: Float): Float
fun sign(x: Double): Double
fun sign(x: Float): Float
fun atan2(x: Double, y: Double): Double
fun atan2(x: Float, y: Float): Float
fun hypot(x: Double, y: Double): Double
fun hypot(x: Float, y: Float): Float
fun log(x: Double, y: Double): Double
fun log(x: Float, y: Float): Float
fun Double.pow(n: Any): Double
fun Double.roundToInt(): Int
fun Double.roundToLong(): Long
fun Double.withSign(sign: Double): Double
val Double.absoluteValue: Double
val Double.sign: Double
fun Double.isFinite(): Boolean
fun Double.isInfinite(): Boolean
fun Double.mod(other: Double): Double
fun Float.pow(n: Any): Float
fun Float.roundToInt(): Int
fun Float.roundToLong(): Long
fun Float.withSign(sign: Float): Float
val Float.absoluteValue: Float
val Float.sign: Float
fun Float.isFinite(): Boolean
fun Float.isInfinite(): Boolean
fun Float.mod(other: Float): Float
val Int.absoluteValue: Int
fun Int.mod(other: Int): Int
fun Int.floorDiv(other: Int): Int
val Long.absoluteValue: Long
fun Long.mod(other: Long): Long
fun Long.floorDiv(other: Long): Long
val PI: Double
val E: Double
fun max(a: Int, b: Int): Int
fun max(a: Long, b: Long): Long
fun max(a: Float, b: Float): Float
fun max(a: Double, b: Double): Double
fun min(a: Int, b: Int): Int
fun min(a: Long, b: Long): Long
fun min(a: Float, b: Float): Float
fun min(a: Double, b: Double): Double
fun abs(n: Float): Float
