module Bookloan
  class Loan
    DAYS = 28

    attr_reader :book, :member
    attr_writer :due

    def initialize(book, member)
      @book = book
      @member = member
      @due = Date.today + DAYS
    end

    def late?
      overdue?(Date.today)
    end

    def renew(days: DAYS)
      self.due = @due + days
    end

    private

    def overdue?(day)
      day > @due
    end
  end
end
