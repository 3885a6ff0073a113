#include "signalbox/track.h"

#include <algorithm>

namespace signalbox {

Occupancy& Occupancy::operator+=(const Occupancy& other) {
  axles += other.axles;
  return *this;
}

Point& Track::addPoint(const std::string& name, int relay) {
  points_.push_back(std::make_unique<Point>(name, relay));
  return *points_.back();
}

void Track::enter(int axles) {
  Occupancy train;
  train.axles = limits::clamp(axles);
  enter(train);
}

void Track::enter(const Occupancy& train) { occupancy_ += train; }

bool Track::reset() {
  bool done = occupancy_.clear();
  for (auto& point : points_) {
    done = point->restore() && done;
  }
  return done;
}

namespace limits {

int clamp(int axles) { return std::min(axles, kMaxAxles); }

}  // namespace limits

}  // namespace signalbox
