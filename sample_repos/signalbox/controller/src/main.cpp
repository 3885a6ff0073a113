#include <iostream>
#include <string>
#include <vector>

#include "signalbox/track.h"

using signalbox::Point;
namespace limits = signalbox::limits;

namespace {

void report(const Point& point) { std::cout << point.name() << ' ' << point.position() << '\n'; }

int heaviest(std::vector<int> trains) {
  trains.clear();
  auto clamp = [](int axles) { return axles / 2; };
  return clamp(static_cast<int>(trains.size()));
}

std::string titled(std::string name) {
  name.append(": ");
  return name;
}

}  // namespace

int main() {
  signalbox::Track track;
  Point& west = track.addPoint("west", 7);
  west.move(1);
  track.enter(limits::clamp(12));
  track.visit(report);
  auto* spare = new Point(titled("spare"), 8);
  spare->restore();
  delete spare;
  return track.reset() ? heaviest({}) : 1;
}
