# A record that belongs to records of several classes: to those that say that they have it.
class Note < ActiveRecord::Base
  belongs_to :topic, polymorphic: true
  belongs_to :other, polymorphic: true

  def show
    topic.title #> call Post.title inferred; call Page.title inferred; none Desk.title
    topic.pinned #> call Pinnable.pinned; none Desk.pinned
    other.title #> none title
  end
end
