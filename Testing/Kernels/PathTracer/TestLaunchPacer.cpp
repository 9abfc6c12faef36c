// SPDX-License-Identifier: BSD-3-Clause
// LaunchPacer cuts work into parts with short launches, on a device with a simulated clock.
#include "Renderers/PathTracer/LaunchPacer.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

using inkray::LaunchPacer;

namespace
{

/// A device that takes a fixed time for each item and runs one part after another.
struct SlowDevice
{
  static constexpr bool isDevice = true;
  double millisecondsOfItem;
  double now = 0, hostWaitsUntil = 0;
  std::array<double, 8> marks{};

  void mark(int slot) { marks[static_cast<std::size_t>(slot)] = now; }
  void wait(int slot) { hostWaitsUntil = marks[static_cast<std::size_t>(slot)]; }
  double elapsed(int from, int to) const
  {
    return marks[static_cast<std::size_t>(to)] - marks[static_cast<std::size_t>(from)];
  }
};
struct Host : SlowDevice
{
  static constexpr bool isDevice = false;
};

/// Return the sizes of the parts into which `items` items are cut.
template <class Device>
std::vector<std::int64_t> parts(
  Device& device, std::int64_t items, double milliseconds, std::int64_t fixed, std::int64_t& most)
{
  LaunchPacer<Device> pacer(device, 2, milliseconds, fixed, most);
  std::vector<std::int64_t> sizes;
  std::vector<double> ends;
  while (items > 0)
  {
    sizes.push_back(pacer.next(items));
    EXPECT_GE(sizes.back(), 1);
    // The part before the last has ended: no more than two are under way.
    if (Device::isDevice && milliseconds > 0 && fixed == 0 && ends.size() >= 2)
    {
      EXPECT_EQ(device.hostWaitsUntil, ends[ends.size() - 2]);
    }
    items -= sizes.back();
    device.now += static_cast<double>(sizes.back()) * device.millisecondsOfItem;
    pacer.launched();
    ends.push_back(device.now);
  }
  EXPECT_EQ(items, 0);
  return sizes;
}

TEST(LaunchPacer, FindsHowMuchADeviceDoesInTime)
{
  for (const double ofMillion : { 0.5, 20.0, 300.0, 5000.0, 40000.0 })
  {
    SlowDevice device{ ofMillion / 1e6 };
    std::int64_t most = 0;
    const auto sizes = parts(device, 400'000'000, 50, 0, most);
    EXPECT_EQ(sizes.front(), LaunchPacer<SlowDevice>::firstPart);
    const auto smallest = LaunchPacer<SlowDevice>::smallestPart;
    // Later parts take no longer than they may, and at least about half of that except the last part.
    for (std::size_t i = 20; i + 1 < sizes.size(); ++i)
    {
      const double took = static_cast<double>(sizes[i]) * device.millisecondsOfItem;
      EXPECT_TRUE(took <= 50 || sizes[i] == smallest) << ofMillion << ' ' << took;
      EXPECT_GE(took, 24.9) << ofMillion;
    }
    // The next picture begins with the part size that this one has found.
    const auto next = parts(device, 400'000'000, 50, 0, most);
    EXPECT_EQ(next.front(), std::min<std::int64_t>(most, 400'000'000));
  }
}

TEST(LaunchPacer, DoesNotShrinkForTheRestsOfPictures)
{
  // Each picture's last part is small, and takes little time.
  SlowDevice device{ 10.0 / 1e6 };
  std::int64_t most = 1'000'000;
  for (int picture = 0; picture < 20; ++picture)
    parts(device, 3'000'100, 50, 0, most);
  EXPECT_GE(most, 1'000'000);
  EXPECT_LE(most, 5'000'000);
}

TEST(LaunchPacer, TakesFixedParts)
{
  SlowDevice device{ 1 };
  std::int64_t most = 0;
  EXPECT_EQ(parts(device, 250, 50, 100, most), (std::vector<std::int64_t>{ 100, 100, 50 }));
  EXPECT_EQ(parts(device, 100, 50, 100, most), (std::vector<std::int64_t>{ 100 }));
}

TEST(LaunchPacer, TakesAllWhereTimeDoesNotMatter)
{
  SlowDevice device{ 1 };
  Host host{ { 1 } };
  std::int64_t most = 0;
  EXPECT_EQ(parts(device, 1 << 30, 0, 0, most), (std::vector<std::int64_t>{ 1 << 30 }));
  EXPECT_EQ(parts(host, 1 << 30, 50, 0, most), (std::vector<std::int64_t>{ 1 << 30 }));
  EXPECT_EQ(parts(host, 30, 50, 20, most), (std::vector<std::int64_t>{ 20, 10 }));
}

} // namespace
