require "bookloan"

RSpec.describe Bookloan::Desk do
  subject(:desk) { described_class.new(catalogue) }

  let(:catalogue) { Bookloan::Catalogue.new.add(book) }
  let(:book) { Bookloan::Book.new("Moths", "B2") }

  before { desk.join("Ada") }

  it "lends a book" do
    loan = desk.lend("Moths", "Ada")
    expect(loan.late?).to be(false)
  end

  context "with a child" do
    it "lends fewer" do
      child = Bookloan::Child.new("Tim")
      child.borrow(book)
      label
    end
  end
end
