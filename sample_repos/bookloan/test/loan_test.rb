require "minitest/autorun"
require "bookloan"

class LoanTest < Minitest::Test
  def setup
    @member = Bookloan::Member.new("Ada")
  end

  def test_renew
    loan = @member.borrow(Bookloan::Book.new("Moths", "B2"))
    loan.renew(days: 7)
    assert loan.late?
  end
end
