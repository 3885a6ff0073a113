// What a variable holds is what calling it runs; the variable is used either way.
type Check = (text: string) => boolean

export function makeCheck(limit: number): Check {
  return (text) => text.length < limit
}

export function shout(text: string) {
  return text
}

export const check = makeCheck(3) //> call makeCheck exact
export const typed: Check = makeCheck(4)
export const chosen: (text: string) => string = shout //> ref shout
export const loud = shout

export function inside() {
  check('a') //> ref check
  typed('a') //> ref typed
  chosen('a') //> ref chosen; implicit shout inferred; none loud
  loud('a') //> call shout; ref loud
  shout('a') //> call shout exact; none loud
}
