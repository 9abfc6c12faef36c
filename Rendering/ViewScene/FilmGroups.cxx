// SPDX-License-Identifier: BSD-3-Clause
#include "FilmGroups.h"

#include <algorithm>
#include <cstddef>
#include <tuple>

namespace
{
bool AreEqual(
  const std::vector<inkray::TransferFunctionKnot>& a, const std::vector<inkray::TransferFunctionKnot>& b)
{
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
    [](const inkray::TransferFunctionKnot& x, const inkray::TransferFunctionKnot& y) {
      return std::tie(x.scalar, x.red, x.green, x.blue, x.attenuation) ==
        std::tie(y.scalar, y.red, y.green, y.blue, y.attenuation);
    });
}

/// Compares knots only: extremes have the colors of knots, and categories have other colors only in volumes.
bool AreEqual(const inkray::TransferFunction& a, const inkray::TransferFunction& b)
{
  return AreEqual(a.knots, b.knots) && AreEqual(a.fineKnots, b.fineKnots) && a.upperEnds == b.upperEnds;
}

void Unite(std::array<double, 2>& range, const std::array<double, 2>& other)
{
  if (range[0] > range[1])
  {
    range = other;
  }
  else if (other[0] <= other[1])
  {
    range = { std::min(range[0], other[0]), std::max(range[1], other[1]) };
  }
}
} // namespace

FilmOffer::Values::Values(const RayCastArray& array)
{
  if (array.Array)
  {
    this->Name = array.Array->GetName() ? array.Array->GetName() : "";
    this->Nameless = this->Name.empty() ? array.Array : nullptr;
    this->Association = array.Association;
    this->Component = array.Component;
    if (array.Component >= -1)
    {
      array.Array->GetFiniteRange(this->Range.data(), array.Component);
    }
  }
}

bool FilmOffer::Values::operator==(const Values& other) const
{
  return this->Name == other.Name && this->Nameless == other.Nameless &&
    this->Association == other.Association && this->Component == other.Component;
}

bool FilmOffer::GoesWith(const FilmOffer& other) const
{
  if (this->Film.mode != other.Film.mode || this->AreColors != other.AreColors ||
    !(this->Scalars == other.Scalars))
  {
    return false;
  }
  return this->Film.isOrdered() ? this->Opacity == other.Opacity && AreEqual(this->Function, other.Function)
                                : !this->Film.hasRange || this->AverageRange == other.AverageRange;
}

std::vector<FilmGroup> FilmGroups::Make() const
{
  std::vector<FilmGroup> groups;
  std::vector<bool> isTaken(this->Members.size(), false);
  for (std::size_t i = 0; i < this->Members.size(); ++i)
  {
    FilmGroup group;
    for (std::size_t j = i; j < this->Members.size() && !isTaken[i]; ++j)
    {
      const Member& member = this->Members[j];
      if (!isTaken[j] && this->Members[i].Shown.GoesWith(member.Shown))
      {
        isTaken[j] = j > i;
        group.Volumes.push_back(member.Volume);
        Unite(group.Range, member.Shown.Scalars.Range);
        Unite(group.OpacityRange, member.Shown.Opacity.Range);
      }
    }
    if (group.Volumes.size() > 1)
    {
      groups.push_back(group);
    }
  }
  return groups;
}
