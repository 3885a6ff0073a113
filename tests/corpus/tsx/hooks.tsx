import React, { createContext, useCallback, useContext, useMemo, useReducer, useRef, useState } from 'react'
import * as Whole from 'react'

interface Page {
  print(): string
}
class Book {
  pages(): Page[] {
    return []
  }
  close(): void {}
}
const Shelf = createContext<Book>(new Book())

function turn(book: Book, action: { kind: string }) {
  return book
}

function useBook() {
  return useContext(Shelf)
}

export function Reader() {
  const [page, setPage] = useState<Page | null>(null) //> external react.useState
  page?.print() //> call Page.print typed
  const [made] = useState(() => new Book())
  made.close() //> call Book.close typed
  const [named] = React.useState(new Book())
  named.close() //> call Book.close typed
  const last = Whole.useMemo(() => made.pages(), [made])
  last.map((each) => each.print()) //> call Page.print typed
  const held = useRef<Book>(null)
  held.current?.close() //> call Book.close typed
  const [state, send] = useReducer(turn, new Book()) //> ref turn
  state.close() //> call Book.close typed
  useBook().close() //> call useBook; call Book.close typed
  const open = useCallback((book: Book) => book.pages(), [])
  open(made)[0].print() //> call Page.print typed
  setPage(null) //> none *
  useMemo(() => 1, []).close() //> none close
  return <Shelf.Provider value={made}>{page}</Shelf.Provider>
}

function useState2() {}
export const other = useState2() //> call useState2
