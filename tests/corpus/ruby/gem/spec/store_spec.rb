require "acme"

class Item
  def price = 0
end

RSpec.describe Acme::Store do
  subject(:store) { described_class.open("x") } #> call Acme.Store.open exact

  let(:item) { Acme::Item.new("b", 2) } #> call Acme.Item.initialize

  before { store.add(item) } #> call Acme.Store.add; call Acme.Store.store

  it "reports" do
    expect(store.total).to eq(3) #> call Acme.Store.total; none eq
    store.report #> call lib/acme/reporting.rb::Acme.Store.report
    item.price #> call lib/acme/store.rb::Acme.Item.price; none store_spec.rb::Item.price
  end

  describe "#names" do
    it "has them" do
      store.names #> call lib/acme/store.rb::Acme.Store.names
      names #> none Acme.Store.names
    end
  end
end
