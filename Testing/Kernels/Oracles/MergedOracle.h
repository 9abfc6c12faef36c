// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Oracles/BruteForceTetCaster.h"
#include "View/Clipping.h"

#include <memory>
#include <vector>

namespace inkray::testing
{

/// One of several meshes that share a picture, in its place and cut.
struct MergedScene
{
  OracleScene mesh;
  Camera camera; ///< of the whole picture, in the coordinates of this mesh
  std::vector<ClippingPlane> planes;
  CropBox box;
  std::vector<double> threshold; ///< per tet: seen are those of at least 0.3; empty: all are
};

/// How the oracle takes what several meshes share.
enum class Slabs
{
  Mixed,    ///< attenuations add up, colours are mixed by attenuation
  Alternate ///< each mesh has a slab of its own, one behind the other: the definition, in the limit
};

/// The picture of several meshes in double precision: between all ends of their segments, and all knots of
/// their functions, so many thin slabs. RGBA, lower row first.
std::vector<double> mergedImage(const std::vector<MergedScene>& scenes, const float* opaqueDepth = nullptr,
  int slabs = 64, Slabs how = Slabs::Mixed);

} // namespace inkray::testing
