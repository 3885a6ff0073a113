require "spec_helper"

RSpec.describe Cart do #> def module Cart
  describe "#add" do #> def module Cart.#add
    let(:cart) { Cart.new(1) } #> def property Cart.#add.cart; none Cart
    context "when it is full" do #> def module Cart.#add.when it is full
      it "refuses an item" do #> def function Cart.#add.when it is full.refuses an item; flag test refuses an item
        expect(cart).to be_full #> call Cart.#add.cart
      end
    end
  end
end

class CartTest < Minitest::Test #> def class CartTest
  def test_adds; end #> def method CartTest.test_adds; flag test CartTest.test_adds
  test "it counts" do #> def method CartTest.it counts; flag test it counts
  end
end
