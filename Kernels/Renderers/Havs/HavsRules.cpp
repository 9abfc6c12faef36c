// SPDX-License-Identifier: BSD-3-Clause
#include "Renderers/Havs/HavsRules.h"

#include <iterator>

namespace inkray
{

std::string namesOf(const std::vector<HavsOmission>& omissions)
{
  static constexpr const char* ofOmissions[] = { "light", "the 2-D transfer function", "gradient opacity",
    "the blend mode", "colors as they are", "borders of categories", "isosurfaces", "slices", "clipping",
    "cropping", "colors of NaN", "opacity from another array", "the threshold" };
  static_assert(std::size(ofOmissions) == static_cast<std::size_t>(HavsOmission::Threshold) + 1);
  std::string names;
  for (const HavsOmission omission : omissions)
    names += (names.empty() ? "" : ", ") + std::string(ofOmissions[static_cast<std::size_t>(omission)]);
  return names;
}

} // namespace inkray
