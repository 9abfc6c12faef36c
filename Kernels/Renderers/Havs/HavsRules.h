// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

namespace inkray
{

/// Features of a volume that HAVS does not draw, since it composites the values of faces alone.
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

/// The feature in a user's words, within a sentence.
const char* nameOf(HavsOmission omission);

/// The names, with commas between them, in the order given.
std::string namesOf(const std::vector<HavsOmission>& omissions);

/// All omissions: the one list that the notes in ParaView and the page Limits are made of.
const std::vector<HavsOmission>& havsOmissions();

} // namespace inkray
