package acme.literals

import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.StateFlow
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext

class Parcel(val name: String) : AutoCloseable {
    fun send() = 1
    override fun close() {}
    suspend fun load(): Parcel = this
}

class Letter {
    fun send() = 2
    val parcel = Parcel("")
}

fun Parcel.stamp(): Parcel = this
fun Letter.stamp(): Letter = this
fun MutableList<Parcel>.fill() {}
fun StringBuilder.sign() {}
fun send() = 3
fun stamp() = 4

class Desk(val letter: Letter) {
    fun stamp() = 5

    fun scoped(parcel: Parcel) {
        parcel.apply { stamp() } //> call Parcel.stamp; none Letter.stamp; none Desk.stamp
        with(parcel) { send() } //> call Parcel.send
        parcel.run { stamp().send() } //> call Parcel.stamp; call Parcel.send
        letter.run { parcel }.send() //> call Parcel.send; none Letter.send
        with(letter) { parcel.stamp() } //> call Parcel.stamp; none Letter.stamp
        parcel.let { stamp() } //> call Desk.stamp; none Parcel.stamp
        parcel.also { it.stamp() } //> call Parcel.stamp
        parcel.use { it.send() } //> call Parcel.send
        parcel.takeIf { it.send() > 0 }?.stamp() //> call Parcel.send; call Parcel.stamp
        buildList { add(parcel); fill() } //> call MutableList.fill
        buildString { sign() } //> call StringBuilder.sign
        run { stamp() } //> call Desk.stamp
        parcel.runCatching { send() }.getOrNull()
        synchronized(this) { parcel.send() } //> call Parcel.send
    }
}

fun collections(parcels: List<Parcel>, letters: Map<String, Letter>, given: Iterable<Letter>) {
    parcels.map { it.stamp() }.forEach { it.send() } //> call Parcel.stamp; call Parcel.send
    parcels.mapNotNull { p -> p.stamp() }.filter { it.send() > 1 }.sortedBy { it.name }.first().send() //> call Parcel.stamp; call Parcel.send
    letters.values.map { it.parcel }.onEach { it.stamp() } //> call Parcel.stamp; none Letter.stamp
    letters.forEach { (key, letter) -> letter.stamp() } //> call Letter.stamp; none Parcel.stamp
    letters.mapValues { it.value.parcel }.values.first().send() //> call Parcel.send; none Letter.send
    letters.entries.firstOrNull()?.value?.stamp() //> call Letter.stamp
    letters.getOrElse("a") { Letter() }.stamp() //> call Letter.stamp
    given.associateBy { it.parcel }.keys.first().send() //> call Parcel.send
    given.groupBy { it.parcel.name }.values.flatten().first().send() //> call Letter.send
    given.flatMap { listOf(it.parcel) }.last().send() //> call Parcel.send
    given.fold(Parcel("")) { all, each -> all.stamp() }.send() //> call Parcel.stamp; call Parcel.send
    given.zip(parcels) { a, b -> b }.first().send() //> call Parcel.send; none Letter.send
    given.partition { true }.first.first().stamp() //> call Letter.stamp
    parcels.asSequence().map { it.stamp() }.toList().first().send() //> call Parcel.stamp; call Parcel.send
    generateSequence(parcels.first()) { it.stamp() }.first().send() //> call Parcel.stamp; call Parcel.send
    parcels.withIndex().forEach { (index, parcel) -> parcel.send() } //> call Parcel.send
    parcels.forEachIndexed { index, parcel -> parcel.send() } //> call Parcel.send
    parcels.chunked(2).forEach { it.first().send() } //> call Parcel.send
    parcels.maxByOrNull { it.name }?.send() //> call Parcel.send
    parcels.sumOf { it.send() } //> call Parcel.send
    parcels.groupingBy { it.stamp() }.eachCount().keys.first().send() //> call Parcel.stamp; call Parcel.send
    parcels.firstNotNullOfOrNull { it.stamp() }?.send() //> call Parcel.stamp; call Parcel.send
    parcels.toMutableList().apply { removeIf { it.send() == 1 } } //> call Parcel.send
    parcels.filterIsInstance<Parcel>().first().stamp() //> call Parcel.stamp
    parcels.sortedWith(compareBy { it.send() }) //> call Parcel.send
    arrayOf(Parcel("")).map { it.stamp() } //> call Parcel.stamp
    parcels.runningReduce { a, b -> a.stamp() } //> call Parcel.stamp
    repeat(3) { parcels[it].send() } //> call Parcel.send
    lazy { Parcel("") }.value.send() //> call Parcel.send
}

fun flows(parcels: Flow<Parcel>, state: StateFlow<Letter>) {
    parcels.map { it.stamp() } //> call Parcel.stamp; none Letter.stamp
    state.value.stamp() //> call Letter.stamp
    val held = MutableStateFlow(Parcel(""))
    held.value.send() //> call Parcel.send
    held.update { it.stamp() } //> call Parcel.stamp
    runBlocking {
        parcels.collect { it.send() } //> call Parcel.send
        parcels.first().stamp() //> call Parcel.stamp
        launch { parcels.onEach { it.stamp() } } //> call Parcel.stamp
        val loaded = withContext(Dispatchers.IO) { Parcel("").load() } //> call Parcel.load
        loaded.send() //> call Parcel.send
        async { Parcel("") }.await().stamp() //> call Parcel.stamp
    }
    flowOf(Letter()).map { it.parcel }.onEach { it.send() } //> call Parcel.send; none Letter.send
    combine(parcels, state) { parcel, letter -> parcel.send() + letter.send() } //> call Parcel.send; call Letter.send
}

fun declared(letters: List<Letter>): Flow<Letter> = flow { letters.forEach { emit(it) } }

val order: Comparator<Letter> = compareBy { it.send() } //> call Letter.send; none Parcel.send

fun chosen(): Map<String, Letter> = buildMap { get("a")?.stamp() } //> call Letter.stamp; none Parcel.stamp

fun sorted(parcels: List<Parcel>): List<Parcel> {
    return parcels.sortedWith(compareBy<Parcel> { it.name }.thenBy { it.send() }) //> call Parcel.send
}
