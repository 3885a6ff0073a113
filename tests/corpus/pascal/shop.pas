unit Shop; //> def module Shop

interface

uses SysUtils;

const Limit = 10; //> def constant Shop.Limit

type
  { A cart of items. }
  TCart = class(TObject) //> def class Shop.TCart; doc A cart of
  private
    FItems: Integer; //> def field Shop.TCart.FItems
  public
    constructor Create; //> def constructor Shop.TCart.Create
    procedure Add(x: Integer); //> def method Shop.TCart.Add
    property Items: Integer read FItems; //> def property Shop.TCart.Items
  end;
  TRec = record Count: Integer; end; //> def struct Shop.TRec; def field Shop.TRec.Count
  TColor = (Red, Green); //> def enum Shop.TColor; def constant Shop.TColor.Red; def constant Shop.TColor.Green
  IShape = interface function Area: Double; end; //> def interface Shop.IShape; def method Shop.IShape.Area

var
  Low, High: Integer; //> def variable Shop.Low; def variable Shop.High

implementation

procedure TCart.Add(x: Integer); //> def method Shop.TCart.Add
var price: Integer;
begin
  price := x;
end;

{ Doubles a number. }
function Twice(x: Integer): Integer; //> def function Shop.Twice; doc Doubles a number.
begin
  Result := x + x;
end;

function Thrice(x: Integer): Integer; //> def function Shop.Thrice
  {$ifdef FPC} public name 'thrice'; {$endif}
begin
  Result := x + x + x;
end;

function Zero: Integer; //> def function Shop.Zero
begin
  Result := 0;
end;

end.
