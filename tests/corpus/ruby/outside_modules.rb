# A module that is not in the tree says nothing of a bare call: it may have the member, and so may anything else.
module Authorization
  def authorize(record); end
end

module Helpers
  def show(record); end
end

class Desk
  include Outside::Authorization

  def open(record)
    authorize(record) #> unresolved authorize; none authorize
    puts record #> external Object.puts
    label #> call Desk.label
  end

  def label; end

  def self.build
    authorize(1) #> unresolved authorize; none authorize
    new.open(1) #> call Desk.open
  end
end

class Lamp < Outside::Base
  include Outside::Helpers

  def light
    show(1) #> unresolved show; none show
  end
end
