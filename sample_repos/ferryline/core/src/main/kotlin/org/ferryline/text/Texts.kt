package org.ferryline.text

import org.ferryline.model.Load
import org.ferryline.model.Port

typealias Formatter = (Port) -> String

fun String.label(): String = trim().uppercase()

fun Port.label(): String = name.label()

fun Load.label(): String = "load of ${weigh()}"

val Port.initial: Char
    get() = label().first()

fun format(port: Port, formatter: Formatter): String = formatter(port)

private fun hidden() = "x"
