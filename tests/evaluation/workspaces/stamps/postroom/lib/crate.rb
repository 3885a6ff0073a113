# frozen_string_literal: true

require "parcel_labels"

class Crate
  include ParcelLabels::Measurable

  def width
    2
  end

  def height
    3
  end

  def price
    volume * 4
  end
end

class TestPrinter < ParcelLabels::Printer
  def print(label)
    feed(2) + super
  end
end
