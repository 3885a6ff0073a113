# A view has the helpers of all modules, so that one may call another.
module ShelfHelper
  def show_shelf(shelf)
    show_badge(shelf.label) #> call BadgeHelper.show_badge
    link_to(shelf) #> none link_to; unresolved link_to
    sweep #> none sweep
  end
end
