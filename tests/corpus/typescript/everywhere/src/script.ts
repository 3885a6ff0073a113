// A script sees the names of other scripts.
function started() {
  return Date.now();
}
const element: Element = find("x"); //> none Element
declare function find(name: string): Element;
