module BadgeHelper
  def show_badge(text)
    wrap_badge(text) #> call BadgeHelper.wrap_badge
  end

  def wrap_badge(text) = text
end
