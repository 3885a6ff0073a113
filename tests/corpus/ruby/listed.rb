class Meter
  %i[volts amps].each do |unit|
    define_method("#{unit}_text") do #> def method Meter.volts_text; def method Meter.amps_text
      format_unit(unit) #> call Meter.format_unit exact
    end

    define_method(unit) { 1 } #> def method Meter.volts; def method Meter.amps
  end

  UNITS.each do |unit|
    define_method(unit) { 2 } #> external Module.define_method
  end

  def show
    volts_text + amps_text #> call Meter.volts_text exact; call Meter.amps_text exact
    watts #> none *
    %w[a b].each { |name| format_unit(name) } #> call Meter.format_unit
  end

  def format_unit(unit) = unit.to_s
end
