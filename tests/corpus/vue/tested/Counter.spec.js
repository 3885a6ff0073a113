import { mount } from '@vue/test-utils'
import Counter from './Counter.vue' //> import Counter.vue::

test('counts', () => {
  mount(Counter) //> ref Counter.vue:: exact; external mount
})
