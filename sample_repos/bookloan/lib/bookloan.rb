require "date"
require "bookloan/version"
require "bookloan/countable"
require "bookloan/catalogue"
require "bookloan/member"
require "bookloan/loan"
require "bookloan/desk"
require_relative "bookloan/notices"

# Lends books to members.
module Bookloan
  class Error < StandardError; end

  class << self
    attr_accessor :catalogue

    def desk
      @desk ||= Desk.new(catalogue || Catalogue.load(default_path))
    end

    private

    def default_path = File.join(__dir__, "books.txt")
  end
end
