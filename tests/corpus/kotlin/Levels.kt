package levels

import levels.Plain.Companion.shorten

/** A call goes on to the next scope where no function of the inner one takes its arguments. */
class Report(val size: Int)

fun format(text: String, width: Int): String = text //> def function format

fun render(report: Report): String = "report" //> def function render

fun log(text: String) {} //> def function log

open class Base {
    fun log(level: Int) {}
}

class Printer : Base() {
    fun format(text: String): String = text

    fun render(width: Int): String = "width"

    fun prints(report: Report) {
        format("a") //> call Printer.format; none Levels.kt::format
        format("a", 3).length //> call Levels.kt::format exact; none Printer.format
        format(text = "a", width = 3) //> call Levels.kt::format; none Printer.format
        this.format("a", 3) //> none Levels.kt::format
        render(3) //> call Printer.render; none Levels.kt::render
        render(report) //> call Levels.kt::render; none Printer.render
        log("a") //> call Levels.kt::log; none Base.log
        log(3) //> call Base.log; none Levels.kt::log
    }

    inner class Page {
        fun render(name: String): String = name

        fun prints(report: Report) {
            render("a") //> call Page.render
            render(3) //> call Printer.render
            render(report) //> call Levels.kt::render
        }
    }
}

class Plain {
    fun render(width: Int): String {
        return render(Report(width)) //> call Levels.kt::render; none Plain.render
    }

    companion object {
        fun shorten(text: String, count: Int) = text
    }
}

fun shorten(text: String) = text

fun uses(printer: Printer, report: Report) {
    with(printer) {
        render(report) //> call Levels.kt::render; none Printer.render
        render(1) //> call Printer.render
    }
    shorten("a") //> call Levels.kt::shorten
    shorten("a", 2) //> call Plain.Companion.shorten
}

class Outside : library.Screen() {
    fun log(level: Int) {}

    fun prints(report: Report) {
        log("a") //> none Levels.kt::log
        log(3) //> call Outside.log
        render(report) //> call Levels.kt::render
    }
}
