package acme.trailing

class App {
    fun log() {}
}

class Setup<T>(val subject: T)

fun interface Task {
    fun work()
}

typealias Declaration = App.() -> Unit

fun start(app: App) = 1
fun start(declaration: Declaration) = ""
fun start(setup: Setup<App>) = 1.0

fun work(name: String, app: App? = null) {}
fun work(name: String, task: Task) {}

fun show(text: String, mark: Any) {}

fun fetch(name: String? = null, declaration: Declaration? = null) {}
fun fetch(app: App, declaration: Declaration? = null) {}

fun build(isEager: Boolean = true, declaration: Declaration? = null) {}
fun build(declaration: Declaration?) {}

fun launch(declaration: Declaration) {}

class Stage {
    fun launch(app: App) {}

    fun play(app: App, setup: Setup<App>) {
        start(app) //> call TrailingLiterals.kt::start(App) exact
        start(setup) //> call TrailingLiterals.kt::start(Setup<App>) exact
        start { log() } //> call TrailingLiterals.kt::start(Declaration) exact; none TrailingLiterals.kt::start(App); none TrailingLiterals.kt::start(Setup<App>); call App.log typed
        work("name", app) //> call TrailingLiterals.kt::work(String,App?) exact
        work("name") { app.log() } //> call TrailingLiterals.kt::work(String,Task) exact; none TrailingLiterals.kt::work(String,App?)
        show("text") { app.log() } //> call TrailingLiterals.kt::show exact; call App.log typed
        fetch { log() } //> call TrailingLiterals.kt::fetch(String?,Declaration?) exact; none TrailingLiterals.kt::fetch(App,Declaration?)
        build { log() } //> call TrailingLiterals.kt::build(Declaration?) exact; none TrailingLiterals.kt::build(Boolean,Declaration?); call App.log typed
        build(false) { log() } //> call TrailingLiterals.kt::build(Boolean,Declaration?) exact; none TrailingLiterals.kt::build(Declaration?)
        fetch(app) { log() } //> call TrailingLiterals.kt::fetch(App,Declaration?) exact; none TrailingLiterals.kt::fetch(String?,Declaration?)
    }
}

fun play(stage: Stage, app: App) {
    with(stage) {
        launch(app) //> call Stage.launch typed; none TrailingLiterals.kt::launch
        launch { log() } //> call TrailingLiterals.kt::launch exact; none Stage.launch; call App.log typed
    }
}
