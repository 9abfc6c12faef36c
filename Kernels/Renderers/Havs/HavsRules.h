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
  Colors,
  Categories,
  Isosurfaces,
  Slices,
  Clipping,
  Cropping,
  Missing,
  OpacityArray,
  Threshold
};

/// The features in a user's words, within a sentence, with commas between them, in the order given.
std::string namesOf(const std::vector<HavsOmission>& omissions);

} // namespace inkray
