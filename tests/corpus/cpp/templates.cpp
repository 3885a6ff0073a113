#include <map>
#include <memory>
#include <string>
#include <vector>

struct Item {
  void touch() {}
  std::string name() const { return name_; }
  std::string name_;
};

template <typename T>
class Pool { //> def class Pool
 public:
  T* take() { return slots_.back(); }
  void each(void (*visit)(T*));

 private:
  std::vector<T*> slots_;
};

template <typename T>
void Pool<T>::each(void (*visit)(T*)) { //> def method Pool.each
  take(); //> call Pool.take exact
}

template <typename T>
T same(T value) { return value; }

using Items = std::vector<Item>; //> def type Items

void use(Pool<Item>& pool, std::map<std::string, Item>& index, std::unique_ptr<Item> owned, Items items) {
  pool.take()->touch(); //> call Item.touch typed; call Pool.take typed
  owned->touch(); //> call Item.touch typed
  owned.reset(); //> none touch
  index["a"].touch(); //> call Item.touch typed
  for (auto& item : items) item.touch(); //> call Item.touch typed
  for (const auto& [key, item] : index) item.name(); //> call Item.name typed
  auto found = index.find("a");
  if (found != index.end()) found->second.touch(); //> call Item.touch typed
  std::make_shared<Item>()->touch(); //> call Item.touch typed
  same(items.front()).name().size(); //> call Item.name typed; call same exact
  auto visit = [&](Item& each) { each.touch(); }; //> call Item.touch typed
  static_cast<Item*>(nullptr)->touch(); //> call Item.touch typed
}
