class ApplicationRecord < ActiveRecord::Base
end

module Tidy
  extend ActiveSupport::Concern

  included do
    scope :tidy, -> { where(tidy: true) } #> def method Tidy.tidy
  end

  def sweep; end
end

class Shelf < ApplicationRecord
  include Tidy
  has_many :books
  belongs_to :room

  def self.longest = order(:length).first #> none first
  def label; end
end

class Book < ApplicationRecord
  include Tidy
  belongs_to :shelf
  scope :recent, -> { order(:date) }

  def self.thick(pages) = where("pages > ?", pages)
  def read; end
  def first; end
end

class Room < ApplicationRecord
  has_many :shelves
end

class Lending
  def initialize(shelf_id)
    @shelf = Shelf.find(shelf_id)
  end

  def run(room)
    book = @shelf.books.find(1) #> call Shelf.books
    book.read #> call Book.read; none first
    @shelf.books.create!(title: "x").read #> call Book.read
    @shelf.books.find_or_initialize_by(title: "x") { |made| made.read }.sweep #> call Book.read; call Tidy.sweep
    @shelf.books.recent.thick(3).each { |each| each.read } #> call Book.recent; call Book.thick; call Book.read
    @shelf.books.recent.label #> call Book.recent; none label
    @shelf.books.where(title: "x").not(id: 2).map(&:shelf).first.label #> call Book.shelf; call Shelf.label; none first
    @shelf.books.sum(&:read) #> call Book.read
    @shelf.books.any? { |each| each.read } #> call Book.read
    Shelf.longest.label #> call Shelf.longest; call Shelf.label
    Book.tidy.first!.read #> call Tidy.tidy; call Book.read
    (@shelf.books + @shelf.books.recent).each { |each| each.read } #> call Book.read
    Book.where(id: 1).unknown #> none unknown
    Lending.run(1) #> none run
  end
end

class Now < ActiveSupport::CurrentAttributes
  attribute :shelf
  delegate :room, to: :shelf, allow_nil: true #> call Shelf.room

  def library = Room.find_by(name: "library")
end

class Desk
  def open(id)
    Now.shelf = Shelf.find(id) #> call Now.shelf=
    Now.shelf.label #> call Now.shelf; call Shelf.label
    Now.library.shelves.last.sweep #> call Now.library; call Tidy.sweep
    Now.room.shelves.tidy #> call Now.room; call Room.shelves; call Tidy.tidy
  end
end

class SweepJob < ApplicationJob
  def perform(shelf)
    shelf.label #> call Shelf.label
  end
end

class NightMailer < ActionMailer::Base
  def done(shelf)
    shelf.sweep #> call Tidy.sweep
    mail(to: "x")
  end
end

class Night
  def run(id, later)
    SweepJob.perform_later(Shelf.find(id)) #> implicit SweepJob.perform
    SweepJob.set(wait: 5).perform_later(Shelf.find(id)) #> implicit SweepJob.perform
    NightMailer.done(Shelf.find(id)).deliver_later #> call NightMailer.done
    NightMailer.with(id: id).done(1) #> call NightMailer.done
    later.perform_later(1) #> none perform; unresolved perform_later
  end
end
