type Kept = { go(): void }
export interface Shown { one: Kept }
export {}
