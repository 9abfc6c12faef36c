// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Optics/Films.h"
#include "RayCastHeld.h"
#include "Shading/TransferFunction.h"

#include <array>
#include <string>
#include <vector>

class vtkVolume;

/// What a volume shows in a blend mode other than Composite.
struct FilmOffer
{
  /// The values of a volume: two arrays of one name are taken to be the same quantity.
  struct Values
  {
    Values() = default;
    explicit Values(const RayCastArray& array);
    bool operator==(const Values& other) const;

    std::string Name; ///< of the array; empty: there is none, or it is Nameless
    const void* Nameless = nullptr;
    int Association = 0;
    int Component = 0;
    std::array<double, 2> Range = { 1, -1 }; ///< to hold the values relative to; not compared
  };

  inkray::FilmTraits Film = inkray::allFilms[0];
  bool AreColors = false;
  Values Scalars, Opacity;
  std::array<double, 2> AverageRange = { 0, 0 };
  inkray::TransferFunction Function; ///< of extremes, with their opacity

  bool GoesWith(const FilmOffer& other) const;
};

/// Volumes that share a picture of films, and the ranges that all of their values, and of their opacity's
/// values, are held relative to; low above high: there are no values.
struct FilmGroup
{
  std::vector<vtkVolume*> Volumes;
  std::array<double, 2> Range = { 1, -1 };
  std::array<double, 2> OpacityRange = { 1, -1 };
};

/// The volumes of a view in blend modes other than Composite that share a picture (inkray::RayPicture): an
/// extreme, a mean or a sum along a ray is that of all volumes of a group, wherever they lie. Extremes go
/// together where values of one name have one color and opacity. Sums do without colors, and each volume has
/// its own opacity in them: they need the same values alone. Averages count one range of values, too.
class FilmGroups
{
public:
  void Add(vtkVolume* volume, const FilmOffer& offer) { this->Members.push_back({ volume, offer }); }

  /// The groups of two volumes or more.
  std::vector<FilmGroup> Make() const;

private:
  struct Member
  {
    vtkVolume* Volume;
    FilmOffer Shown;
  };
  std::vector<Member> Members;
};
