module Bookloan
  Book = Struct.new(:title, :shelf) do
    def label
      "#{shelf}: #{title}"
    end
  end

  # All books, by title.
  class Catalogue
    include Enumerable

    def self.load(path)
      catalogue = new
      File.readlines(path).each { |line| catalogue.add(parse(line)) }
      catalogue
    end

    def self.parse(line)
      title, shelf = line.split("\t")
      Book.new(title, shelf)
    end
    private_class_method :parse

    def initialize
      @books = {}
    end

    def add(book)
      @books[book.title] = book
      self
    end
    alias << add

    def each(&block)
      @books.values.each(&block)
    end

    def [](title)
      @books.fetch(title) { raise Error, "no such book" }
    end

    def labels
      @books.values.map(&:label)
    end
  end
end
