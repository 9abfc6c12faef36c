// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/Grid/CastGridRays.h"
#include "Renderers/MeshVolume/Grid/GridVolume.h"
#include "Shading/TabulatedTransferFunction.h"

namespace inkray
{

/// The input of any picture of a grid.
struct GridPicture
{
  GridRays rays;
  Medium medium;
  FilmMode mode;
  GridChannels channels;
  SpansOfCubic spans;
  TabulatedView integrals;       ///< table of the function for a CPU; null `pieces`: no table
  FunctionColorTableView colors; ///< table of the function for a GPU; null `colors`: no table
};

/// Sets of features that have their own kernels. The kernel for all features draws all other sets.
namespace grid_kernel
{
/// A composited function of the values, in gray light.
constexpr unsigned lit = feature::composite | feature::function | feature::vertexLight;
/// Composited media of functions, in gray light.
constexpr unsigned functions = feature::composite | feature::function | feature::vertexOpacity |
  feature::vertexGradients | feature::vertexLight;
/// Everything that a grid with values at its points has.
constexpr unsigned points =
  functions | feature::films | feature::table | feature::coloredLight | feature::missing;
/// Everything that any grid has: also direct colors and constant cells.
constexpr unsigned all = points | feature::vertexColors;
} // namespace grid_kernel

/// Cast rays through a grid with a composited function of the values and nothing else. Separate sources
/// compile these functions for each backend.
template <class Backend>
void castGridValues(Backend& backend, const GridVolume<Backend>& volume, const GridPicture& picture);
/// Cast rays with the kernel for a set of features.
template <unsigned Features, class Backend>
void castGridMedium(Backend& backend, const GridVolume<Backend>& volume, const GridPicture& picture);

/// Cast rays that pick.
struct PickGridRays;
template <class Backend>
void castGridPicks(Backend& backend, const PickGridRays& rays);

} // namespace inkray
