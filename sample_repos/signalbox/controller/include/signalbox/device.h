#ifndef SIGNALBOX_DEVICE_H
#define SIGNALBOX_DEVICE_H

#include <string>

namespace signalbox {

class Device {
 public:
  explicit Device(std::string name);
  virtual ~Device();

  const std::string& name() const { return name_; }
  virtual bool move(int position) = 0;
  bool restore();

 private:
  std::string name_;
};

}  // namespace signalbox

#endif
