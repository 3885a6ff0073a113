import { createApp } from 'vue'
import List from './List.vue' //> import List.vue::
import { KEY } from './RowCell.vue' //> import RowCell.vue::KEY

createApp(List).provide(KEY, 1) //> ref List.vue:: exact; ref KEY
