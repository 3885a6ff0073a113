// Calls in test callbacks are credited to the file; helpers keep their own.

import { describe, it, expect } from 'vitest'

function build() { //> def function build
  return { value: 1, check() {} }
}

describe('build', () => {
  it('makes a value', () => {
    const made = build() //> call build exact
    made.check() //> call check inferred
    expect(made.value).toBe(1) //> none build
  })
})
