module Bookloan
  module Notices
    autoload :Printer, "bookloan/notices/printer"

    def self.for(kind)
      const_get(kind.capitalize).new
    end
  end
end
