import { computed, reactive, ref } from 'vue'
import { createMemo, createSignal } from 'solid-js'

class Cart {
  total() {
    return 0
  }
}
const cart = ref(new Cart())
cart.value.total() //> call Cart.total typed
const seen = computed(() => cart.value)
seen.value.total() //> call Cart.total typed
reactive(new Cart()).total() //> call Cart.total typed
const [get, set] = createSignal(new Cart())
get().total() //> call Cart.total typed
createMemo(() => get())().total() //> call Cart.total typed
