package shop; //> def module shop
  typedef struct packed { logic count; } cart_t; //> def struct shop.cart_t; def field shop.cart_t.count
  typedef enum { RED, GREEN } color_e; //> def enum shop.color_e; def constant shop.color_e.RED; def constant shop.color_e.GREEN

  // An item.
  class Item extends Base; //> def class shop.Item; doc An item.
    int price; //> def field shop.Item.price
    function new(); //> def constructor shop.Item.new
    endfunction
    // Adds a price.
    function void add(int x); //> def method shop.Item.add
      int sum = x;
    endfunction
    task run(); //> def method shop.Item.run
    endtask
  endclass
endpackage

interface bus; //> def interface bus
endinterface
