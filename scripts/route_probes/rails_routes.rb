# frozen_string_literal: true

# Prints the routes that Rails makes of an application's config/routes.rb, a row of JSON each: method, path and action.
#
#   ruby scripts/route_probes/rails_routes.rb APPLICATION
#
# The application itself is not loaded: a bare one draws its routes. Engines and constants of gems are stand-ins.

require "logger"
require "json"
require "rails"
require "action_controller/railtie"

folder = File.expand_path(ARGV.fetch(0))

# Stands for whatever the file names of the application and its gems.
class StandIn < BasicObject
  def self.const_missing(name) = const_set(name, ::Class.new(::StandIn))
  def self.method_missing(*) = self
  def self.respond_to_missing?(*) = true
  def self.call(_environment) = [404, {}, []]
  def self.to_str = "stand-in"
end

def Object.const_missing(name) = const_set(name, Class.new(StandIn))

class Bare < Rails::Application
  config.eager_load = false
  config.logger = Logger.new(nil)
  config.secret_key_base = "x" * 64
end

module Unknown
  def devise_for(*, **) = nil
  def use_doorkeeper(*) = nil
  def mount(*, **) = nil
  def authenticate(*) = yield
  def authenticated(*) = yield
  def unauthenticated(*) = yield
  def devise_scope(*) = yield
  def clearance_routes(*) = nil
end
ActionDispatch::Routing::Mapper.prepend(Unknown)

Bare.initialize!
Bare.routes.draw_paths << "#{folder}/config/routes" if Bare.routes.respond_to?(:draw_paths)
Bare.routes.disable_clear_and_finalize = true
load "#{folder}/config/routes.rb"
Bare.routes.routes.each do |route|
  next if route.internal

  action = route.defaults.values_at(:controller, :action)
  methods = route.verb.empty? ? ["ANY"] : route.verb.split("|")
  methods.each { |method| puts JSON.generate([method, route.path.spec.to_s.delete_suffix("(.:format)"), action.all? ? action.join("#") : ""]) }
end
