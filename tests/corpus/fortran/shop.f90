module shop !> def module shop
  use iso_fortran_env
  implicit none
  integer, parameter :: limit = 10 !> def constant shop.limit
  real :: low, high !> def variable shop.low; def variable shop.high

  !! A cart of items.
  type, extends(base) :: cart !> def struct shop.cart; doc A cart of
    integer :: count = 0 !> def field shop.cart.count
  contains
    procedure :: add => cart_add !> def method shop.cart.add
    procedure, pass :: size !> def method shop.cart.size
  end type cart

  interface area !> def interface shop.area
    module procedure area_circle
  end interface

  enum, bind(c)
    enumerator :: red = 1, green !> def constant shop.red; def constant shop.green
  end enum
contains
  ! Adds a price.
  subroutine cart_add(self, item) !> def function shop.cart_add; doc Adds a price.
    integer :: price
    price = item
  end subroutine cart_add

  pure function size(self) result(n) !> def function shop.size
    n = limit
  end function
end module shop

program main !> def module main
  call cart_add(1)
end program
