# frozen_string_literal: true

module ParcelLabels
  module Measurable
    def volume
      width * height
    end
  end
end
