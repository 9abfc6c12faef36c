// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Optics/Films.h"
#include "RayCastHeld.h"
#include "Shading/TransferFunction.h"

#include <array>
#include <string>
#include <vector>

class vtkVolume;

/// The values, colors and opacities that a volume shows in a blend mode other than Composite.
struct FilmOffer
{
  /// The values of a volume. Two arrays with the same name count as the same quantity.
  struct Values
  {
    Values() = default;
    explicit Values(const RayCastArray& array);
    bool operator==(const Values& other) const;

    std::string Name;               ///< of the array; empty: there is no array, or it has no name
    const void* Nameless = nullptr; ///< the array if it has no name
    int Association = 0;
    int Component = 0;
    /// The range of the finite values; low above high: there are none. It is not compared.
    std::array<double, 2> Range = { 1, -1 };
  };

  inkray::FilmTraits Film = inkray::allFilms[0];
  bool AreColors = false;
  Values Scalars, Opacity;
  std::array<double, 2> AverageRange = { 0, 0 };
  inkray::TransferFunction Function; ///< colors and opacities of extremes

  bool GoesWith(const FilmOffer& other) const;
};

/// Volumes that share a picture of films. The ranges of their values and of the values of their opacity
/// include all volumes; low above high: there are no values.
struct FilmGroup
{
  std::vector<vtkVolume*> Volumes;
  std::array<double, 2> Range = { 1, -1 };
  std::array<double, 2> OpacityRange = { 1, -1 };
};

/// Finds the volumes of a view that share a picture in a blend mode other than Composite
/// (inkray::RayPicture). An extreme, a mean or a sum along a ray then includes all volumes of a group,
/// wherever they lie. Volumes share a picture of extremes if values of the same name have the same colors and
/// opacities. Sums have no colors, and each volume keeps its own opacity: only the values must be the same.
/// Averages must also count the same range of values.
class FilmGroups
{
public:
  void Add(vtkVolume* volume, const FilmOffer& offer) { this->Members.push_back({ volume, offer }); }

  /// Make the groups of at least two volumes.
  std::vector<FilmGroup> Make() const;

private:
  struct Member
  {
    vtkVolume* Volume;
    FilmOffer Shown;
  };
  std::vector<Member> Members;
};
