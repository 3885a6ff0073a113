*  A routine in fixed form.
      SUBROUTINE ADD(TOTAL, ITEM) !> def function ADD; doc A routine in
*  The price's
      INTEGER TOTAL, ITEM
      TOTAL = TOTAL + ITEM
      END
*     Doubles the price's
      DOUBLE PRECISION FUNCTION TWICE(X) !> def function TWICE; doc Doubles the price's
      DOUBLE PRECISION X
      TWICE = 2*X
      END
