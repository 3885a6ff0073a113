class Meter
  %i[volts amps].each do |unit|
    define_method("#{unit}_text") do #> def method Meter.volts_text; def method Meter.amps_text
      format_unit(unit) #> call Meter.format_unit exact
    end

    define_method(unit) { 1 } #> def method Meter.volts; def method Meter.amps
  end

  %w[low high].each do |edge|
    class_eval <<~RUBY, __FILE__, __LINE__ + 1
      def #{edge}_edge(by = 0) #> def method Meter.low_edge; def method Meter.high_edge
        format_unit(by) #> call Meter.format_unit exact
      end
    RUBY
  end

  class_eval <<~RUBY
    def #{PREFIX}_unknown; format_unit(1); end #> none *
  RUBY

  UNITS.each do |unit|
    define_method(unit) { 2 } #> external Module.define_method
  end

  def show
    volts_text + amps_text #> call Meter.volts_text exact; call Meter.amps_text exact
    low_edge #> call Meter.low_edge exact
    watts #> none *
    %w[a b].each { |name| format_unit(name) } #> call Meter.format_unit
  end

  def format_unit(unit) = unit.to_s
end

class Options < Struct
  def keys = members
end

Limits = Options.new(:low, :high) do #> def class Limits
  def span = high - low #> call Limits.high exact; call Limits.low exact
  def self.parse(text) = new(text, text)
end

Limits.parse("1").keys #> call Limits.parse exact; call Options.keys
