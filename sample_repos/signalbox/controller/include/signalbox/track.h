#ifndef SIGNALBOX_TRACK_H
#define SIGNALBOX_TRACK_H

#include <memory>
#include <vector>

#include "signalbox/point.h"

namespace signalbox {

struct Occupancy {
  int axles = 0;

  Occupancy& operator+=(const Occupancy& other);
  bool clear() const { return axles == 0; }
};

class Track {
 public:
  Point& addPoint(const std::string& name, int relay);
  void enter(int axles);
  void enter(const Occupancy& train);
  bool reset();

  template <typename Visitor>
  void visit(Visitor visitor) const {
    for (const auto& point : points_) {
      visitor(*point);
    }
  }

 private:
  std::vector<std::unique_ptr<Point>> points_;
  Occupancy occupancy_;
};

namespace limits {
constexpr int kMaxAxles = 400;
int clamp(int axles);
}  // namespace limits

}  // namespace signalbox

#endif
