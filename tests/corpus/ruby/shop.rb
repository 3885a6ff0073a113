# frozen_string_literal: true

require_relative "named"
require "json"

LIMIT = 10 #> def constant LIMIT

module Acme #> def module Acme
  # A cart of things.
  # It has a size.
  class Cart < Base #> def class Acme.Cart; doc A cart of things.
    include Named

    MAX = 3 #> def constant Acme.Cart.MAX
    attr_reader :size, :label #> def property Acme.Cart.size; def property Acme.Cart.label
    attr_accessor "owner" #> def property Acme.Cart.owner
    @@count = 0 #> def field Acme.Cart.@@count

    def initialize(size) #> def constructor Acme.Cart.initialize
      @size = size #> none Acme.Cart.size
      total = helper(size) #> call Acme.Cart.helper exact
    end

    # Adds an item.
    def add(item, *rest, key: 1, &block) #> def method Acme.Cart.add; doc Adds an item.
      twice = 2 * size #> call Acme.Cart.size exact
      twice
    end

    def self.empty #> def method Acme.Cart.empty
      new(0)
    end

    class << self
      def build(size) = new(size) #> def method Acme.Cart.build
    end

    def empty?; size.zero?; end #> def method Acme.Cart.empty?
    def ==(other) #> def method Acme.Cart.==
      true
    end
    def size=(value); end #> def method Acme.Cart.size=

    private def helper(size) = size #> def method Acme.Cart.helper

    alias plus add #> def method Acme.Cart.plus
    alias_method :append, :add #> def method Acme.Cart.append
    define_method(:shout) { |x| x } #> def method Acme.Cart.shout
    scope :recent, -> { order(:id) } #> def method Acme.Cart.recent
    delegate :name, to: :owner #> def property Acme.Cart.name
  end

  Point = Struct.new(:x, :y) do #> def class Acme.Point
    def length; x + y; end #> def method Acme.Point.length
  end

  class Errors::Missing < StandardError; end #> def class Acme.Errors.Missing
end

def helper(size) #> def function helper
  size
end

module ::Helper #> def module Helper
end
