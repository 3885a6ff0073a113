// The cart badge: plain script, no build step.
class Cart {
  constructor(storage) {
    this.storage = storage;
    this.items = [];
  }

  add(sku, count = 1) {
    this.items.push({ sku, count });
    this.save();
    return this;
  }

  save() {
    this.storage.setItem("cart", JSON.stringify(this.items));
  }

  static load(storage) {
    const cart = new Cart(storage);
    cart.items = JSON.parse(storage.getItem("cart") || "[]");
    return cart;
  }
}

function formatBadge(cart) {
  return String(cart.items.length);
}

function refresh(storage, badge) {
  const cart = Cart.load(storage);
  badge.textContent = formatBadge(cart);
  badge.add("visible");
}

module.exports = { Cart, refresh };
