# frozen_string_literal: true

module ParcelLabels
  class Label
    attr_reader :parcel

    def initialize(parcel)
      @parcel = parcel
    end

    def self.parse(text)
      new(text)
    end

    def render
      "[#{parcel}]"
    end

    def with_code(code)
      Label.new("#{parcel} #{code}")
    end
  end
end
