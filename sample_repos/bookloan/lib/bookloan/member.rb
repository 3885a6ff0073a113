module Bookloan
  class Member
    include Comparable
    include Countable

    attr_reader :name, :loans

    def initialize(name)
      @name = name
      @loans = []
      note_made
    end

    def borrow(book)
      loan = Loan.new(book, self)
      loans << loan
      loan
    end

    def late?
      @loans.any?(&:late?)
    end

    def <=>(other)
      name <=> other.name
    end

    def limit = 3
  end

  class Child < Member
    def limit
      super - 1
    end

    def borrow(book)
      raise Error, "too many" if @loans.size >= limit
      super
    end
  end
end
