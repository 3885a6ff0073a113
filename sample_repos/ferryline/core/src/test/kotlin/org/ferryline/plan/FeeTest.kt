package org.ferryline.plan

import kotlin.test.Test
import kotlin.test.assertEquals
import org.ferryline.model.Port

class FeeTest {
    @Test
    fun `is cheap along one coast`() {
        val fee = Fee.between(Port.of("a"), Port.of("b"))
        assertEquals(fee, fee)
    }
}
