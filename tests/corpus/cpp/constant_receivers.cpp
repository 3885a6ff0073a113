// Of two overloads that differ in being const the one is called that suits the object, wherever the object comes from.

#include <memory>
#include <vector>

struct Item {};

struct Mutable {
  void only_mutable();
};

struct List {
  Mutable* next();
  const Item* next() const;
};

// What the call gives shows which overload was chosen.
void pointer_to_mutable(const std::unique_ptr<List>& p) { p->next()->only_mutable(); } //> call Mutable.only_mutable typed
void pointer_to_constant(std::unique_ptr<const List> p) { p->next()->only_mutable(); } //> none Mutable.only_mutable
void constant_element(std::vector<List>& v) { for (const auto& x : v) x.next()->only_mutable(); } //> none Mutable.only_mutable
void of_constant(const std::vector<List>& v) { for (auto& x : v) x.next()->only_mutable(); } //> none Mutable.only_mutable
void element(std::vector<List>& v) { for (auto& x : v) x.next()->only_mutable(); } //> call Mutable.only_mutable typed
void indexed(const std::vector<List>& v) { v[0].next()->only_mutable(); } //> none Mutable.only_mutable
void pointers(const std::vector<List*>& v) { v[0]->next()->only_mutable(); } //> call Mutable.only_mutable typed
void each(const std::vector<List*>& v) { for (auto* p : v) p->next()->only_mutable(); } //> call Mutable.only_mutable typed
void to_constant(std::vector<const List*>& v) { v[0]->next()->only_mutable(); } //> none Mutable.only_mutable
void constant_pointer(List* const p) { p->next()->only_mutable(); } //> call Mutable.only_mutable typed
void east(List const& l) { l.next()->only_mutable(); } //> none Mutable.only_mutable
void east_pointer(List const* l) { l->next()->only_mutable(); } //> none Mutable.only_mutable
void either(bool b, List& l, const List& c) { (b ? l : c).next()->only_mutable(); } //> none Mutable.only_mutable

List make();
void made() { make().next()->only_mutable(); } //> call Mutable.only_mutable typed
void kept() { const auto list = make(); list.next()->only_mutable(); } //> none Mutable.only_mutable
void changed() { auto list = make(); list.next()->only_mutable(); } //> call Mutable.only_mutable typed

struct Holder {
  std::unique_ptr<List> owned;
  std::unique_ptr<const List> shown;
  std::vector<List> listed;
  std::vector<List*> pointed;

  void through_owned() const { owned->next()->only_mutable(); } //> call Mutable.only_mutable typed
  void through_shown() { shown->next()->only_mutable(); } //> none Mutable.only_mutable
  void through_listed() const { listed[0].next()->only_mutable(); } //> none Mutable.only_mutable
  void through_pointed() const { pointed[0]->next()->only_mutable(); } //> call Mutable.only_mutable typed
};
