// SPDX-License-Identifier: BSD-3-Clause
#include "Renderers/Havs/HavsRules.h"

namespace inkray
{

const char* nameOf(HavsOmission omission)
{
  switch (omission)
  {
    case HavsOmission::Light:
      return "light";
    case HavsOmission::Table:
      return "the 2-D transfer function";
    case HavsOmission::GradientOpacity:
      return "gradient opacity";
    case HavsOmission::Blend:
      return "the blend mode";
    case HavsOmission::Colours:
      return "colors as they are";
    case HavsOmission::Categories:
      return "borders of categories";
    case HavsOmission::Isosurfaces:
      return "isosurfaces";
    case HavsOmission::Slices:
      return "slices";
    case HavsOmission::Clipping:
      return "clipping";
    case HavsOmission::Cropping:
      return "cropping";
    case HavsOmission::Missing:
      return "colors of NaN";
    case HavsOmission::OpacityArray:
      return "opacity from another array";
    case HavsOmission::Threshold:
      return "the threshold";
  }
  return "";
}

std::string namesOf(const std::vector<HavsOmission>& omissions)
{
  std::string names;
  for (const HavsOmission omission : omissions)
    names += (names.empty() ? "" : ", ") + std::string(nameOf(omission));
  return names;
}

const std::vector<HavsOmission>& havsOmissions()
{
  static const std::vector<HavsOmission> all = { HavsOmission::Light, HavsOmission::Table,
    HavsOmission::GradientOpacity, HavsOmission::Blend, HavsOmission::Colours, HavsOmission::Categories,
    HavsOmission::Isosurfaces, HavsOmission::Slices, HavsOmission::Clipping, HavsOmission::Cropping,
    HavsOmission::Missing, HavsOmission::OpacityArray, HavsOmission::Threshold };
  return all;
}

} // namespace inkray
