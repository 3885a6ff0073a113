#ifndef SIGNALBOX_POINT_H
#define SIGNALBOX_POINT_H

#include <string>

#include "signalbox/device.h"

namespace signalbox {

// A set of points, thrown by a relay.
class Point : public Device {
 public:
  Point(const std::string& name, int relay);

  bool move(int position) override;
  int position() const;

 private:
  int relay_;
  int position_ = 0;
};

}  // namespace signalbox

#endif
