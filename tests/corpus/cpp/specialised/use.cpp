#include "result.h"

struct Tree : Result<Leaf> {
  int all() { return length(); }  //> call Result.length
};

struct Plant {
  void grow() {}
};

template <typename T>
bool open(Result<T> one) { return true; }
bool open(int one) { return false; }

void use(Result<Leaf> leaf, Result<Root> root, Result<Leaf*> pointer, Grid<3, Plant> grid) {
  leaf.length();  //> call Result.length
  leaf.good();  //> call Result.good
  leaf.value();  //> none value
  root.length();  //> none length
  root.value();  //> call Result.value
  pointer.address();  //> call Result.address
  pointer.length();  //> none length
  grid.deep().grow();  //> call Grid.deep; call Plant.grow
  grid.across();  //> none across
  Grid<2, Plant> flat;
  flat.across().grow();  //> call Grid.across; call Plant.grow
  Result<Leaf>::count();  //> call Result.count
  open(leaf);  //> call open(Result<T>)
}

template <typename T>
void pass(Result<T> given) {
  given.length();  //> none length
}

void light(Lamp<Mode::on, Leaf> one, Lamp<Mode::off, Leaf> other, Result<Lamp<Mode::off, Leaf>> none) {
  one.shine();  //> call Lamp.shine
  one.rest();  //> none rest
  other.rest();  //> call Lamp.rest
  other.shine();  //> none shine
  none.lit();  //> none lit
  const int size = 2;
  Grid<size, Plant> unknown;
  unknown.deep();  //> none deep
}

template <int N, typename T>
bool same(Grid<N, T> const& one, Grid<N, T> const& other) { return true; }
template <typename G>
bool same(G const& one, G const& other) { return false; }

void compare(Grid<3, Plant> one, Plant plant) {
  same(one, one);  //> call same(Grid<N,T>const&,Grid<N,T>const&); none G
  same(plant, plant);  //> call same(Gconst&,Gconst&)
}
