module Tags
  def area(room, &)
    tag room, class: "area", &
  end

  def messages(room, &) #> def method Tags.messages
    area(room, &) #> call Tags.area
    mask = 1 &
      2
  end

  def link(room, &) #> def method Tags.link
    area \
      room,
      &
  end

  def render #> def method Tags.render
    messages 1, & # a comment
    messages(1) #> call Tags.messages
  end
end

def rest #> def function rest
  render #> none render
end
