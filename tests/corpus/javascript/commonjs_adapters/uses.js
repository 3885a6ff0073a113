// nobody applies a function to a text: what is passed one is a method of the module
const Config = require("./config");
const greet = require("./greet");

Config.apply("route", {}); //> call config.js::apply

function late(receiver) {
  Config.apply("auth", {}); //> call config.js::apply
  return greet.apply(receiver, ["a"]); //> ref greet.js::exports
}

late(greet);
