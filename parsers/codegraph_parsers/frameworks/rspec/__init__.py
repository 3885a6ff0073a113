"""RSpec and the specifications of Minitest."""
