require "json"
require "acme/store" #> import lib/acme/store.rb::
require_relative "acme/reporting" #> import lib/acme/reporting.rb::

module Acme
  DEFAULT = Store.new #> call Acme.Store.initialize; ref Acme.Store

  def self.store #> def method Acme.store
    @store ||= Store.open("x") #> call Acme.Store.open exact
  end

  def self.report(io)
    Report.new(store).print(io) #> call Acme.Report.initialize; call Acme.store exact; call Acme.Report.print
    Reporter #> none Report
    JSON.dump(io) #> external JSON.dump
  end
end
