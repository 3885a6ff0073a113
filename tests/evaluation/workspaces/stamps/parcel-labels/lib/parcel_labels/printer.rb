# frozen_string_literal: true

module ParcelLabels
  class Printer
    def initialize(name)
      @name = name
    end

    def print(label)
      label.render
    end

    protected

    def feed(lines)
      "\n" * lines
    end
  end
end
