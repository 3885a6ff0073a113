# frozen_string_literal: true

module ParcelLabels
  VERSION = "1.4.0"
end
