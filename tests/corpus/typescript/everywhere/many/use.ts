// A name of which every file declares a part leads nowhere rather than to all of them.
export function use(whole: Whole) { //> unresolved Whole
  whole.part3(); //> none part3
}
