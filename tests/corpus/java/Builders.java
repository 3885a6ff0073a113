import java.util.List;
import lombok.Builder;
import lombok.Singular;
import lombok.experimental.SuperBuilder;

/** Methods of a builder that nobody wrote stand for the fields that they set, and give the builder or what is built. */
@Builder(toBuilder = true)
class Order {
  private String buyer;
  private int total;
  @Singular private List<Item> items;
  static int count;

  void send() {}
}

class Item {}

class Parcel {
  private final int weight;

  @Builder(builderMethodName = "parcel", buildMethodName = "pack", setterPrefix = "with")
  Parcel(int weight, Order order) {
    this.weight = weight;
  }

  void ship() {}
}

@Builder
class Basket {
  private int size;
  private String label;

  static class BasketBuilder {
    BasketBuilder size(int size) { //> def method Basket.BasketBuilder.size
      return this;
    }
  }

  void carry() {}
}

@Builder
record Stamp(int value, String motif) {
  void lick() {}
}

@SuperBuilder
abstract class Animal {
  private String name;
}

@SuperBuilder
class Dog extends Animal {
  private int age;

  void bark() {}
}

@Builder(toBuilder = false)
class Receipt {
  private int sum;
}

@Builder(builderMethodName = "toBuilderOfTickets")
class Ticket {
  private int seat;
}

class NotBuilt {
  private int size;
}

class Builders {
  void builds(Item item) {
    Order order = Order.builder().buyer("a").total(3).item(item).build(); //> ref Order; ref Order.buyer; ref Order.total; ref Order.items
    order.toBuilder() //> ref Order
        .total(4) //> ref Order.total
        .build() //> ref Order
        .send(); //> call Order.send
    Order.OrderBuilder kept = Order.builder();
    kept.count(1); //> none count; unresolved count
    Parcel.parcel().withWeight(2).withOrder(order).pack().ship(); //> call Parcel.ship; ref Parcel.weight
    Basket.builder().size(1).label("b").build().carry(); //> call Basket.BasketBuilder.size; ref Basket.label; call Basket.carry
    Stamp.builder().value(1).motif("m").build().lick(); //> ref Stamp.value; ref Stamp.motif; call Stamp.lick
    Dog.builder().name("d").age(2).build().bark(); //> ref Animal.name; ref Dog.age; call Dog.bark
    Receipt.builder().sum(1).build().toBuilder(); //> ref Receipt.sum; unresolved toBuilder
    Ticket.toBuilderOfTickets().seat(1).build().toBuilder(); //> ref Ticket.seat; unresolved toBuilder
    NotBuilt.builder(); //> unresolved builder
  }
}
