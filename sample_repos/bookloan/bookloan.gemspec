require_relative "lib/bookloan/version"

Gem::Specification.new do |spec|
  spec.name = "bookloan"
  spec.version = Bookloan::VERSION
  spec.summary = "Lends books"
  spec.files = Dir["lib/**/*.rb"]
  spec.require_paths = ["lib"]
end
