require "forwardable"

module Bookloan
  class Desk
    extend Forwardable

    def_delegators :@catalogue, :labels

    # @param catalogue [Catalogue]
    def initialize(catalogue, notices: Notices::Printer.new)
      @catalogue = catalogue
      @notices = notices
      @members = {}
    end

    # @return [Member]
    def join(name, child: false)
      @members[name] = child ? Child.new(name) : Member.new(name)
    end

    def lend(title, name)
      member = @members[name] || join(name)
      member.borrow(@catalogue[title])
    end

    def each_late
      @members.each_value do |member|
        yield member if member.late?
      end
    end

    def remind_all
      each_late { |member| @notices.deliver(member) }
    end

    def describe(thing)
      case thing
      when Member then thing.late?
      when Book then thing.label
      else thing.describe
      end
    end
  end
end
