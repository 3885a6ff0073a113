module Acme
  module Formatting
    def money(amount)
      format("%d", amount) #> external Object.format
    end

    module ClassMethods
      def formats = []
    end

    def self.included(base)
      base.extend(ClassMethods)
    end
  end

  class Report
    include Formatting #> inherit Acme.Formatting

    def initialize(store)
      @store = store
    end

    def print(io)
      io.puts(header) #> call Acme.Report.header exact; none Acme.Report.puts
      @store.each do |item|
        io.puts(line(item)) #> call Acme.Report.line exact
      end
      @store.walk { |item| item.cheap? } #> call Acme.Store.walk; call Acme.Item.cheap?
      found = @store.find_by_name("a")
      found&.cheap? #> call Acme.Item.cheap?
      footer
    end

    def puts(text); end

    def self.kinds
      formats #> call Acme.Formatting.ClassMethods.formats exact
      money(1) #> none money
      print(2) #> none Acme.Report.print
    end

    private

    def header = "x"

    def line(item)
      money(item.price) #> call Acme.Formatting.money exact
    end

    def footer(name = nil)
      name = name.to_s
      name #> none *
    end
  end

  class Summary < Report #> inherit Acme.Report
    def header
      super + money(1) #> call Acme.Report.header exact; call Acme.Formatting.money exact
    end

    def initialize(store)
      super #> call Acme.Report.initialize exact
    end
  end

  class Store
    def report
      Summary.new(self).print($stdout) #> call Acme.Summary.initialize; call Acme.Report.print
      total #> call Acme.Store.total exact
    end
  end
end
