require_relative "base"

module Bookloan
  class Notices::Printer < Notices::Base
    def write(text)
      puts(text)
    end

    def compose(member)
      "#{super}!"
    end
  end

  # Adds to what the catalogue is.
  class Catalogue
    def print(printer = Notices::Printer.new)
      labels.each { |label| printer.write(label) }
    end
  end
end
