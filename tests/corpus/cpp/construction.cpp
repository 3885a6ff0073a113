struct Lock {
  explicit Lock(int* target) {}
};
struct Plain { int n; };
struct Name {
  Name(const char* text) {}
  Name(const Name& other) {}
};
int make() { return 1; }

class Holder {
 public:
  Holder(Name name, Plain* plain) : name_(name), plain_(plain), count_(make()) {} //> call make exact
  Holder() : Holder("none", nullptr) {} //> call Holder.Holder

 private:
  Name name_;
  Plain* plain_; //> def field Holder.plain_
  int count_;
};

void use(int target) {
  Lock lock(&target); //> call Lock.Lock
  Lock other{&target}; //> call Lock.Lock
  Holder holder(Name("x"), nullptr); //> call Name.Name; call Holder.Holder
  Name made(make_name()); //> unresolved make_name
  auto* plain = new Plain(); //> none Holder
  Plain** many = new Plain*[3]; //> none Holder
  delete plain;
}

namespace deferred {
class Late;
Late* find();
int total(Late* late);
class Late { //> def class deferred.Late
 public:
  class Part; //> def class deferred.Late.Part
  int count();
  Part* part_;
};
class Late::Part { //> def class deferred.Late.Part
 public:
  int weight() { return 1; }
};
int Late::count() { return part_->weight(); } //> call deferred.Late.Part.weight typed
int total(Late* late) { return late->count(); } //> call deferred.Late.count typed
}  // namespace deferred
