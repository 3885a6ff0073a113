use labels::Label; //> import src/labels.rs::Label
use scales::Pan; //> external scales.Pan
use shop::shelf::Shelf; //> import src/shop/shelf.rs::Shelf
use Till; //> import src/lib.rs::Till

pub mod shelf;

pub fn open(till: &Till, label: &Label, shelf: &Shelf, pan: &Pan) {
    till.ring(); //> call Till.ring typed
    label.print(); //> call src/labels.rs::Label.print typed
    shelf.fill(); //> call Shelf.fill typed
    pan.fill(); //> none fill
}
