import { Shape } from './shapes'
type Unmarked = { go(): void }
export interface Marked { one: Unmarked }
