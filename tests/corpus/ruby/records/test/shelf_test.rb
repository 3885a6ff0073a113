class ShelfTest < ActiveSupport::TestCase
  setup do
    @shelf = shelves(:low)
  end

  test "sweeps" do
    @shelf.sweep #> call Tidy.sweep
    rooms(:large).shelves.first.label #> call Room.shelves; call Shelf.label
    walls(:north).label #> none label
  end

  def helpers(name) = Room.find(1)

  test "helps" do
    helpers(:one).shelves #> call ShelfTest.helpers; call Room.shelves
  end
end
