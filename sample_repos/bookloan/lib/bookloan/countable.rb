module Bookloan
  # Counts what is made of a class.
  module Countable
    def self.included(base)
      base.extend(ClassMethods)
    end

    module ClassMethods
      def made
        @made ||= 0
      end

      def count!
        @made = made + 1
      end
    end

    def note_made
      self.class.count!
    end
  end
end
