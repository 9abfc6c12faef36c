// SPDX-License-Identifier: BSD-3-Clause
#include "SurfaceIntervals.h"

#include <limits>

namespace inkray
{

SurfaceIntervals::SurfaceIntervals(
  const std::vector<FunctionInterval>& whole, const std::vector<SurfaceEntry>& entries)
{
  std::size_t next = 0; // index of the next isovalue
  for (std::size_t i = 0; i < whole.size(); ++i)
  {
    float low = whole[i].middle - whole[i].half;
    const float high =
      i + 1 < whole.size() ? whole[i + 1].middle - whole[i + 1].half : whole[i].middle + whole[i].half;
    while (next < entries.size() && entries[next].value <= low)
      ++next;
    bool isBent = true;
    for (; next < entries.size() && entries[next].value < high; ++next)
    {
      this->add(whole[i], low, entries[next].value, static_cast<std::int32_t>(next), isBent);
      low = entries[next].value;
      isBent = false;
    }
    this->add(whole[i], low, high, static_cast<std::int32_t>(next), isBent);
  }
  ends.front().low = -std::numeric_limits<float>::infinity();
  ends.back().high = std::numeric_limits<float>::infinity();
  // Shorten pieces at surfaces: rays examine exactly whether an interpolated scalar near an end is on the
  // other side.
  for (std::size_t i = 0; i < pieces.size(); ++i)
    if ((i > 0 && ends[i - 1].below != ends[i].below) ||
      (i + 1 < pieces.size() && ends[i + 1].below != ends[i].below))
      pieces[i].half -= 2.0f * scalarRounding;
}

void SurfaceIntervals::add(
  const FunctionInterval& whole, float low, float high, std::int32_t below, bool isBent)
{
  FunctionInterval piece = whole;
  if (!isBent || high != whole.middle + whole.half)
  {
    piece.middle = 0.5f * (low + high);
    piece.half = 0.5f * (high - low);
    const float away = piece.middle - whole.middle;
    piece.attenuation = whole.attenuation + whole.attenuationSlope * away;
    piece.red = whole.red + whole.redSlope * away;
    piece.green = whole.green + whole.greenSlope * away;
    piece.blue = whole.blue + whole.blueSlope * away;
  }
  pieces.push_back(piece);
  ends.push_back({ low, high, below, isBent ? 1 : 0 });
}

} // namespace inkray
