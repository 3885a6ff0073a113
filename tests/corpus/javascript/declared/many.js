class Kind0 {}
class Kind1 {}
class Kind2 {}
class Kind3 {}
class Kind4 {}
class Kind5 {}
class Kind6 {}
class Kind7 {}
export const pick = choose()
function choose() {
  return function chosen(name) {
    if (name === '0') return new Kind0()
    if (name === '1') return new Kind1()
    if (name === '2') return new Kind2()
    if (name === '3') return new Kind3()
    if (name === '4') return new Kind4()
    if (name === '5') return new Kind5()
    if (name === '6') return new Kind6()
    return new Kind7()
  }
}
