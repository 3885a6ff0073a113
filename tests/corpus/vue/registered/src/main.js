import BigButton from './BigButton.vue'
import { Plain } from './plain'

export function install(app) {
  app.component('BigButton', BigButton)
  app.component('plain-text', Plain)
  app.component(BigButton.name, Plain)
}
