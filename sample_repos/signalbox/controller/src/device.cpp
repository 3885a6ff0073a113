#include "signalbox/device.h"

#include <utility>

namespace signalbox {

Device::Device(std::string name) : name_(std::move(name)) {}

Device::~Device() = default;

bool Device::restore() { return move(0); }

}  // namespace signalbox
