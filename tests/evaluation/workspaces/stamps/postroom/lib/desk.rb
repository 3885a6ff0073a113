# frozen_string_literal: true

require "parcel_labels"

class Desk
  def initialize
    @printer = ParcelLabels::Printer.new("desk")
  end

  def stamp(text)
    label = ParcelLabels::Label.parse(text)
    @printer.print(label.with_code("A"))
    label.render
  rescue ParcelLabels::Error
    nil
  end

  def quick(parcel)
    ParcelLabels.print(parcel)
  end

  def setup
    ParcelLabels.configure do |config|
      config.printer = "office"
    end
  end

  def print(text)
    text
  end

  def show(text)
    print(text)
  end
end
