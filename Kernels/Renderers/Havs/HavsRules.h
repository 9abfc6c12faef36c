// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

namespace inkray
{

/// Features of a volume that HAVS does not draw, because it composites values only.
enum class HavsOmission
{
  Light,
  Table,
  GradientOpacity,
  Blend,
  Colours,
  Categories,
  Isosurfaces,
  Slices,
  Clipping,
  Cropping,
  Missing,
  OpacityArray,
  Threshold
};

/// The feature in a user's words, as part of a sentence.
const char* nameOf(HavsOmission omission);

/// The names, separated by commas, in the given order.
std::string namesOf(const std::vector<HavsOmission>& omissions);

/// All omissions. Notes in ParaView and the page Limits derive from this list.
const std::vector<HavsOmission>& havsOmissions();

} // namespace inkray
