// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Geometry/Mesh/MeshHistogram.h"
#include "InKRayRenderingModule.h"
#include "RayCastHeld.h"
#include "View/Clipping.h"

#include <array>
#include <cstdint>
#include <vector>

class vtkUnstructuredGrid;

/// Input of a mesh's histogram.
struct CellHistogramInput
{
  vtkUnstructuredGrid* Grid = nullptr;
  RayCastArray Values;
  RayCastArray Threshold;              ///< null: all cells count
  double ThresholdRange[2] = { 0, 0 }; ///< cells count with all values at their points, or the cell's, in it
  inkray::CropBox Box;                 ///< tetrahedra count with their centroid inside, or outside
  std::int64_t MostTets = 1 << 20;     ///< of more tetrahedra, a sample of about this size counts for all
};

/// The volume of a mesh by value, and by magnitude of the gradient: exact to double precision, since values
/// are linear in tetrahedra, and gradients constant. On the host, a sample of a large mesh is counted, always
/// the same. Flat tetrahedra, which have no volume, and tetrahedra without finite values count nowhere.
struct CellHistogram
{
  inkray::HistogramBins Values;
  inkray::HistogramBins Gradients; ///< of magnitudes, in units of the values per unit of length; one bin: all
  std::vector<double> Volumes;     ///< a row of values' bins for each bin of gradients

  /// Squares of a grid over the mesh's bounds, along each axis, that hold a part of the counted volume: its
  /// shadow.
  static constexpr int Squares = inkray::MeshHistogram::squares;
  using Shadow = std::array<std::vector<double>, 3>;
  Shadow Shadows;

  /// The largest magnitude of the gradient that counts, where a device has counted (MeshVolumeCaster::AddTo).
  double LargestGradient = 0;

  /// Add a mesh, in double on several threads. `bounds` are the bounds of the shadows. Throws std::bad_alloc.
  INKRAYRENDERING_EXPORT void Add(const CellHistogramInput& input, const double bounds[6]);

  /// The same of what a device has found, with bins as they are here.
  void Add(const inkray::MeshHistogram& found);

  INKRAYRENDERING_EXPORT double GetVolume() const; ///< of all that counts

  /// The magnitude of gradients below which at least a fraction of the volume lies: the end of a bin.
  INKRAYRENDERING_EXPORT double FindGradient(double fraction) const;

  /// The mean length of rays along the three axes in the counted volume: its size over the areas of its
  /// shadows.
  INKRAYRENDERING_EXPORT double GetMeanPath(const double bounds[6]) const;

private:
  std::size_t Resize(); ///< to the bins; returns their number
};
