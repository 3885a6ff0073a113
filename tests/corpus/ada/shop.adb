with Ada.Text_IO; use Ada.Text_IO;

--  A shop.
package body Shop is --> def module Shop; doc A shop.
   Limit : constant Integer := 10; --> def constant Shop.Limit
   Refused : exception renames Bank.Refused; --> def class Shop.Refused
   Low, High : Integer; --> def variable Shop.Low; def variable Shop.High
   type Cart is record --> def struct Shop.Cart
      Count : Integer; --> def field Shop.Cart.Count
   end record;
   type Color is (Red, Green); --> def enum Shop.Color; def constant Shop.Color.Red; def constant Shop.Color.Green
   subtype Id is Integer; --> def type Shop.Id

   --  Adds a price.
   procedure Add (C : in out Cart; X : Integer) is --> def function Shop.Add; doc Adds a price.
      Price : Integer;
   begin
      Price := X; --> none Price
   end Add;

   function Total (C : Cart) return Integer is (C.Count); --> def function Shop.Total
   Full : exception; --> def class Shop.Full

   package Inner is --> def module Shop.Inner
      procedure Twice (X : Integer); --> def function Shop.Inner.Twice
   end Inner;
end Shop;
