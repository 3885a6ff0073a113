// a function is applied to a receiver and one array; more than that is passed to a method of that name
const rules = {
  apply(kind, name, ...rest) {
    return kind;
  },
  bind(listener) {
    listener();
  },
};

function greet(name) {
  return name;
}

rules.apply("route", "a", 1, 2); //> call rules.apply
rules.bind(() => 1); //> call rules.bind
greet.apply(rules, ["a"]); //> ref greet
greet.call(rules, "a", 1, 2); //> ref greet
greet.bind(rules)("a"); //> ref greet
