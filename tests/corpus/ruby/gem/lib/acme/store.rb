module Acme
  # Keeps items.
  class Store
    include Enumerable

    def self.open(path)
      new(path).tap { |store| store.load } #> call Acme.Store.initialize; call Acme.Store.load
    end

    def initialize(path = nil)
      @path = path
      @items = []
      @index = {}
    end

    def load
      add(Item.new("a", 1)) #> call Acme.Store.add exact; call Acme.Item.initialize
      self
    end

    def add(item)
      @items << item
      @index[item.name] = item
      self
    end

    def each(&block)
      @items.each(&block)
    end

    def find_by_name(name)
      @index[name]
    end

    def cheapest
      @items.min_by { |item| item.price } #> call Acme.Item.price
    end

    alias find find_by_name
    alias_method :lowest, :cheapest

    def best
      lowest #> call Acme.Store.lowest exact; call Acme.Store.cheapest exact
    end

    def names
      @items.map(&:name) #> call Acme.Item.name
    end

    def total
      @items.sum { |item| item.price * item.count } #> call Acme.Item.price; unresolved count
    end

    def walk
      @items.each { |item| yield item }
    end
  end

  class Item
    attr_reader :name, :price

    def initialize(name, price)
      @name, @price = name, price
    end

    def cheap? = price < 3 #> call Acme.Item.price exact
  end
end
