# frozen_string_literal: true

require_relative "lib/parcel_labels/version"

Gem::Specification.new do |spec|
  spec.name = "parcel-labels"
  spec.version = ParcelLabels::VERSION
  spec.summary = "Labels for parcels"
  spec.files = Dir["lib/**/*.rb"]
  spec.add_dependency "barby", "~> 0.6"
  spec.add_development_dependency "minitest"
end
