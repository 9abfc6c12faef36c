// SPDX-License-Identifier: BSD-3-Clause
#include "Renderers/MeshVolume/Devices/DeviceShares.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace inkray
{

std::vector<RowBands> DeviceShares::bands(std::int32_t imageHeight) const
{
  std::vector<RowBands> bands(shares_.size());
  for (RowBands& own : bands)
    own.height = bandHeight;
  std::vector<double> due(shares_.size());
  const std::int32_t numBands = (imageHeight + bandHeight - 1) / bandHeight;
  for (std::int32_t band = 0; band < numBands; ++band)
  {
    for (std::size_t device = 0; device < due.size(); ++device)
      due[device] += shares_[device];
    const auto next = std::max_element(due.begin(), due.end());
    *next -= 1;
    bands[static_cast<std::size_t>(next - due.begin())].drawn.push_back(static_cast<std::uint32_t>(band));
  }
  const auto fromMiddle = [numBands](std::uint32_t band) {
    return std::abs(2 * static_cast<std::int32_t>(band) - (numBands - 1));
  };
  for (RowBands& own : bands)
    std::stable_sort(own.drawn.begin(), own.drawn.end(),
      [&](std::uint32_t a, std::uint32_t b) { return fromMiddle(a) < fromMiddle(b); });
  return bands;
}

void DeviceShares::addTimes(const std::vector<double>& milliseconds)
{
  constexpr double tolerance = 1.1, least = 0.02;
  double shortest = 0, longest = 0;
  for (std::size_t device = 0; device < shares_.size(); ++device)
    if (shares_[device] > 0)
    {
      const double time = milliseconds[device];
      if (!(time > 0))
        return;
      shortest = shortest > 0 ? std::min(shortest, time) : time;
      longest = std::max(longest, time);
    }
  if (longest <= tolerance * shortest)
    return;
  // Move half of the way to the shares at which times would be equal, if each time is proportional to its
  // share.
  std::vector<double> wanted(shares_.size());
  for (std::size_t device = 0; device < shares_.size(); ++device)
    wanted[device] = shares_[device] > 0 ? shares_[device] / milliseconds[device] : 0;
  const double all = std::accumulate(wanted.begin(), wanted.end(), 0.0);
  for (std::size_t device = 0; device < shares_.size(); ++device)
    if (shares_[device] > 0)
      shares_[device] = std::max(least, 0.5 * shares_[device] + 0.5 * wanted[device] / all);
  const double sum = std::accumulate(shares_.begin(), shares_.end(), 0.0);
  for (double& share : shares_)
    share /= sum;
}

void DeviceShares::drop(std::size_t device)
{
  const double rest = 1 - shares_[device];
  shares_[device] = 0;
  for (double& share : shares_)
    share /= rest;
}

} // namespace inkray
