package acme.many

class Definition<T>
class Registry
class Options<T>
interface Token<T>

typealias Settings<T> = Options<T>.() -> Unit

infix fun <T> Definition<out T>.tie(token: Token<T>): Definition<out T> = this
fun <T> Options<*>.tie() {}
fun Options<*>.label(name: String) {}

class Label
fun label(name: String): Label = Label()

inline fun <reified T> Registry.add(crossinline make: () -> T, noinline set: Settings<T>? = null): Definition<T> = Definition()
inline fun <reified T, reified A> Registry.add(crossinline make: (A) -> T, noinline set: Settings<T>? = null): Definition<T> = Definition()
inline fun <reified T, reified A, reified B> Registry.add(crossinline make: (A, B) -> T, noinline set: Settings<T>? = null): Definition<T> = Definition()
inline fun <reified T, reified A, reified B, reified C> Registry.add(crossinline make: (A, B, C) -> T, noinline set: Settings<T>? = null): Definition<T> = Definition()
inline fun <reified T, reified A, reified B, reified C, reified D> Registry.add(crossinline make: (A, B, C, D) -> T, noinline set: Settings<T>? = null): Definition<T> = Definition()
inline fun <reified T, reified A, reified B, reified C, reified D, reified E> Registry.add(crossinline make: (A, B, C, D, E) -> T, noinline set: Settings<T>? = null): Definition<T> = Definition()
inline fun <reified T, reified A, reified B, reified C, reified D, reified E, reified F> Registry.add(crossinline make: (A, B, C, D, E, F) -> T, noinline set: Settings<T>? = null): Definition<T> = Definition()
inline fun <reified T, reified A, reified B, reified C, reified D, reified E, reified F, reified G> Registry.add(crossinline make: (A, B, C, D, E, F, G) -> T, noinline set: Settings<T>? = null): Definition<T> = Definition()
inline fun <reified T, reified A, reified B, reified C, reified D, reified E, reified F, reified G, reified H> Registry.add(crossinline make: (A, B, C, D, E, F, G, H) -> T, noinline set: Settings<T>? = null): Definition<T> = Definition()
inline fun <reified T, reified A, reified B, reified C, reified D, reified E, reified F, reified G, reified H, reified I> Registry.add(crossinline make: (A, B, C, D, E, F, G, H, I) -> T, noinline set: Settings<T>? = null): Definition<T> = Definition()
inline fun <reified T, reified A, reified B, reified C, reified D, reified E, reified F, reified G, reified H, reified I, reified J> Registry.add(crossinline make: (A, B, C, D, E, F, G, H, I, J) -> T, noinline set: Settings<T>? = null): Definition<T> = Definition()

interface Shape
class Square : Shape

fun Registry.fill(token: Token<Shape>) {
    add(::Square) tie token //> call Definition.tie typed; none Options.tie
    add(::Square) {
        tie<Shape>() //> call Options.tie typed; none Definition.tie
        label("a square") //> call Options.label typed; none ManyOverloads.kt::label
    }
}
