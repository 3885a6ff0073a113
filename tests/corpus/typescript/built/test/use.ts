// What only a build puts there is known by the source that it is built from.
import { Part } from '../dist/index.js' //> import src/index.ts::Part
import { deep } from '../dist/inner/deep' //> import src/inner/deep.ts::deep
import * as whole from '..' //> import src/index.ts::
import { deep as other } from '../lib/inner/deep' //> none deep

new Part().use() //> call Part.use typed
deep() //> call deep exact
whole.deep() //> call deep exact
other() //> none deep
