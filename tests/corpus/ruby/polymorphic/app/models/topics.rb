module Pinnable
  extend ActiveSupport::Concern

  included do
    has_many :pins, as: :target, class_name: "Pin"
  end

  def pinned; end
end

class Post < ActiveRecord::Base
  include Pinnable
  has_many :notes, as: :topic

  def title; end
end

class Page < ActiveRecord::Base
  has_many :notes, as: :topic

  def title; end
end

class Desk < ActiveRecord::Base
  has_many :notes

  def title; end
  def pinned; end
end

class Pin < ActiveRecord::Base
  belongs_to :target, polymorphic: true

  def show
    target.pinned #> call Pinnable.pinned; none Desk.pinned
  end
end
