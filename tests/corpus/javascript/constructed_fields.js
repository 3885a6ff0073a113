// what a function that constructs gives to `this` are fields of what it makes

function Pen() {}
Pen.prototype.draw = function () {};

function Sheet(width, pen) {
  var lines = [];
  this.width = width; //> def field Sheet.width
  this.pen = null; //> def field Sheet.pen
  this.pen = pen || new Pen();
  this.lines = lines; //> def field Sheet.lines
  this.cover = null; //> def field Sheet.cover
}

Sheet.prototype.fill = function () {
  this.filled = true; //> def field Sheet.filled
  const size = function () {
    this.size = 1; //> none size
  };
  this.pen.draw(); //> ref Sheet.pen; call Pen.draw
  return this.width; //> ref Sheet.width
};

function measure(sheet) {
  sheet.depth = 3;
  return sheet.width; //> ref Sheet.width
}

function plain() {
  this.height = 1; //> none height
}

const sheet = new Sheet(2);
measure(sheet);
sheet.pen.draw(); //> ref Sheet.pen; call Pen.draw
sheet.cover = new Pen();
sheet.cover.draw(); //> ref Sheet.cover; call Pen.draw
sheet.fill(); //> call Sheet.fill
if (sheet.filled) sheet.fill(); //> ref Sheet.filled

function Folder() {
  this.size = 0; //> ref Folder.size; none width
}

const folder = new Folder();
folder.size = sheet.width; //> ref Folder.size; ref Sheet.width
print(folder.size); //> ref Folder.size; none width
