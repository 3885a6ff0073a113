@test "a cart adds up" { #> def function a cart adds up; flag test a cart adds up
  run total
}
