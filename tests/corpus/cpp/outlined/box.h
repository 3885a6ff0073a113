#pragma once
#include <memory>

namespace shop {

class Turning {
 public:
  virtual void spin() = 0;
};

class Part : public Turning {
 public:
  void spin() override;
  void turn();
  void turn(int times);
};

namespace inner {

class Box {
 public:
  Box();
  void open();

 private:
  class Private;
  std::unique_ptr<Private> d;
};

class Lid {
 public:
  void open();

 private:
  class Private;
  Private* d;
};

}  // namespace inner
}  // namespace shop
