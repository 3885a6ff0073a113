#include "signalbox/point.h"

extern "C" {
#include "../../driver/relay.h"
}

namespace signalbox {

namespace {

int normalise(int position) { return position != 0 ? RELAY_ON : RELAY_OFF; }

}  // namespace

Point::Point(const std::string& name, int relay) : Device(name), relay_(relay) {}

bool Point::move(int position) {
  position_ = normalise(position);
  return relay_switch(relay_, position_) == 0;
}

int Point::position() const { return position_; }

}  // namespace signalbox
