import parts from "./parts.cjs";
import made from "./own.cjs"; //> import own.cjs::default
import * as all from "./parts.cjs";

const { lines } = parts;

parts.quote("a"); //> call parts.cjs::quote exact
lines("a"); //> call parts.cjs::lines
all.default.quote("b"); //> call parts.cjs::quote
made(); //> call own.cjs::default
made.quote("c"); //> none quote
