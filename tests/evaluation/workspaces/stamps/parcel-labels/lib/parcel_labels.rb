# frozen_string_literal: true

require "parcel_labels/version"
require "parcel_labels/label"
require "parcel_labels/printer"
require "parcel_labels/measurable"

module ParcelLabels
  class Error < StandardError; end

  class << self
    attr_accessor :printer

    def configure
      yield self
    end
  end

  def self.print(parcel)
    Printer.new("default").print(Label.new(parcel))
  end
end
