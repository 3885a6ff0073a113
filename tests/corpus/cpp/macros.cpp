#define EXPORT
#define GUARDED_BY(x)
#define LOCKS(x)

class EXPORT Mutex { //> def class Mutex
 public:
  void lock() LOCKS(this) {} //> def method Mutex.lock
};

class EXPORT Counter { //> def class Counter
 public:
  void add(int n) LOCKS(mutex_); //> def method Counter.add
  int value() { mutex_.lock(); return value_; } //> call Mutex.lock typed

 private:
  Mutex mutex_; //> typeof Mutex
  int value_ GUARDED_BY(mutex_); //> def field Counter.value_
};

void Counter::add(int n) { //> def method Counter.add
  mutex_.lock(); //> call Mutex.lock typed
}

EXPORT int plain(Counter* counter) { //> def function plain
  return counter->value(); //> call Counter.value typed
}

class CounterTest { //> def class CounterTest
 public:
  void prepare() {}
};

TEST_F(CounterTest, Adds) { //> def class CounterTest_Adds_Test; def method CounterTest_Adds_Test.TestBody
  prepare(); //> call CounterTest.prepare exact
  Counter counter;
  EXPECT_EQ(counter.value(), 0); //> call Counter.value
}

TEST_CASE("adds", "[counter]") { //> def function adds
  plain(nullptr); //> call plain exact
}

#define SHOP_FIXTURE_LOCAL(Fixture, name) class Fixture##name : public Fixture { void run(); }; void Fixture##name::run()

SHOP_FIXTURE_LOCAL(CounterTest, Prepares) { //> def class CounterTest_Prepares_Test
  prepare(); //> call CounterTest.prepare exact
}
