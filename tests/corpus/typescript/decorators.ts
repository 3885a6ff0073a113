// Decorators of fields stand inside the field, those of methods beside it: both are read, with what they are given.

import { Column, Transform, Type } from "outside";

class Country {}

function toAmount(given: { value: string }) {
  return Number(given.value);
}

function Required(message?: string) {
  return (target: object, name: string) => {};
}

function Tracked(target: object, name: string) {}

class Order {
  @Transform(toAmount, { once: true }) //> ref toAmount exact
  @Type(() => Country) //> ref Country exact
  fee: Country; //> typeof Country

  @Required() //> call Required exact
  @Tracked //> ref Tracked exact; decorate Order.total
  total?: number;

  @Required("a name") protected name = shorten("x"); //> call Required; call shorten

  @Tracked //> ref Tracked; decorate Order.handler
  handler = () => this.total; //> ref Order.total; def method Order.handler

  plain: string; //> none Required; none Tracked

  @Required() //> call Required
  get sum() {
    return this.total;
  }

  @Column(() => Country) static home: Country; //> ref Country
}

function shorten(text: string) {
  return text;
}
