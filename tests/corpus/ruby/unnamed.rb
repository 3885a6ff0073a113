class Clock
  def tick = 1
end

class Shop
  def wait
    slow = Class.new(Clock) do
      def tick = super + 1 #> call Clock.tick exact
    end
    slow.new.tick #> none Shop.wait
  end
end
