module example.org/app

go 1.24

require example.com/dep v1.0.0

replace example.org/plugin => ./plugin
