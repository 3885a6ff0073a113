package org.ferryline.model

sealed interface Load {
    val weight: Int

    fun weigh(): Int
}

class Car(override val weight: Int, val length: Int) : Load {
    override fun weigh(): Int = weight + 1
}

class Crate(override val weight: Int) : Load {
    override fun weigh(): Int = weight
}

object Empty : Load {
    override val weight = 0

    override fun weigh(): Int = weight
}
