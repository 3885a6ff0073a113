// Functions as values: through parameters, arrays, objects, closures and results.

function one() {}
function two() {}
function three() {}

function run(task) {
  task() //> call one inferred; call two inferred; none three
}
run(one) //> call run exact
run(two)

const list = [one, two]
list[1]() //> call two; none one

const table = { a: one, ['b']: two }
table.a() //> call one; none two
table['b']() //> call two; none one
table.c = three
table.c() //> call three

function pick() {
  return three
}
pick()() //> call pick exact; call three

function outer(inner) {
  return function wrapped() { //> def function outer.wrapped
    return inner() //> call one inferred
  }
}
outer(one)() //> call outer exact; call outer.wrapped inferred

const [x, { y }] = [one, { y: two }]
x() //> call one; none two
y() //> call two; none one

const bound = three.bind(null)
bound() //> call three

function fallback(task = two) {
  task() //> call two inferred
}
fallback()

function same(value) {
  return value
}
same(one)() //> call one; none two

one.helper = two
one.helper() //> call two

;[1].map(three) //> ref three
