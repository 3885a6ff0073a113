// functions in objects in lists are passed what the elements of the list are declared to be passed

class Fixer {
  replace() {}
}
class Answer {
  send() {}
}
interface Suggestion {
  label: string
  fix(fixer: Fixer): void
}
interface Report {
  suggest?: readonly Suggestion[] | null
  pair: [(fixer: Fixer) => void, (answer: Answer) => void]
}
interface Route {
  path: string
  handle: (answer: Answer) => void
  children?: Route[]
}

declare function report(given: Report): void
declare function serve(routes: Route[]): void

const routes: Route[] = [
  {
    path: '/',
    handle: (answer) => answer.send(), //> call Answer.send
    children: [{ path: 'a', handle: (answer) => answer.send() }], //> call Answer.send
  },
]

export function go(asked: boolean) {
  report({
    suggest: asked
      ? [{ label: 'a', fix: (fixer) => fixer.replace() }] //> call Fixer.replace
      : [
          {
            label: 'b',
            fix(fixer) {
              fixer.replace() //> call Fixer.replace
            },
          },
        ],
    pair: [(given) => given.replace(), (given) => given.send()], //> call Fixer.replace; call Answer.send
  })
  serve([{ path: '/', handle: (answer) => answer.send() }]) //> call Answer.send
  return routes
}

export function listed(): Route[] {
  return [{ path: '/', handle: (answer) => answer.send() }] //> call Answer.send
}

export const untold = [{ path: '/', handle: (answer) => answer.send() }] //> none send
