# frozen_string_literal: true

# Records which methods of a project run, and where they are called from.
#
#   TRACED_ROOT=/path/of/project TRACED_INTO=/folder RUBYOPT=-r/path/of/tracer.rb rspec
#
# Each process writes rows of caller's path and line, callee's path, line and name, parted by tabs.

root = "#{File.realpath(ENV.fetch("TRACED_ROOT"))}/"
calls = {}
trace = TracePoint.new(:call) do |point|
  path = point.path
  next unless path.start_with?(root)

  place = caller_locations(2, 1)&.first
  from = place&.path
  next unless from&.start_with?(root)

  calls[[from, place.lineno, path, point.lineno, point.method_id]] = true
end
Minitest.after_run { trace.disable } if defined?(Minitest)
at_exit do
  trace.disable
  name = "#{ENV.fetch("TRACED_INTO")}/calls-#{Process.pid}.tsv"
  rows = calls.keys.map { |from, line, *rest| [from.delete_prefix(root), line, rest[0].delete_prefix(root), *rest[1..]] }
  File.write(name, rows.map { |row| "#{row.join("\t")}\n" }.join) unless rows.empty?
end
trace.enable
