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

/// The input of a mesh's histogram.
struct CellHistogramInput
{
  vtkUnstructuredGrid* Grid = nullptr;
  RayCastArray Values;
  RayCastArray Threshold;              ///< null: all cells count
  double ThresholdRange[2] = { 0, 0 }; ///< a cell counts if all its points' values, or its own, are in this
                                       ///< range
  inkray::CropBox Box;                 ///< a tetrahedron counts if its centroid is inside of the box, or
                                       ///< outside
  std::int64_t MostTets = 1 << 20;     ///< from more tetrahedra, a sample of about this size stands for all
};

/// The volume of a mesh by value, and by magnitude of the gradient. It is exact to double precision: values
/// are linear in tetrahedra, and gradients constant. On the host a large mesh is represented by a fixed
/// random sample. Flat tetrahedra, and tetrahedra with a value that is not finite, do not count.
struct CellHistogram
{
  inkray::HistogramBins Values;
  inkray::HistogramBins Gradients; ///< of gradient magnitudes, in values per length; one bin counts all
  std::vector<double> Volumes;     ///< for each bin of gradients, a row with the bins of values

  /// The shadow of the counted volume along each axis: the squares of a grid over the mesh's bounds that it
  /// covers.
  static constexpr int Squares = inkray::MeshHistogram::squares;
  using Shadow = std::array<std::vector<double>, 3>;
  Shadow Shadows;

  /// The largest counted magnitude of the gradient; set only if a device has counted
  /// (MeshVolumeCaster::AddTo).
  double LargestGradient = 0;

  /// Add a mesh, in double precision on several threads. `bounds`: the box that shadows span. Throws
  /// std::bad_alloc.
  INKRAYRENDERING_EXPORT void Add(const CellHistogramInput& input, const double bounds[6]);

  /// Add the histogram that a device has made with the same bins.
  void Add(const inkray::MeshHistogram& found);

  INKRAYRENDERING_EXPORT double GetVolume() const; ///< the volume of all that was counted

  /// The upper end of a bin of gradient magnitudes: the first bin up to which the magnitudes of at least this
  /// fraction of the volume lie.
  INKRAYRENDERING_EXPORT double FindGradient(double fraction) const;

  /// The mean length of axis-parallel rays in the counted volume: the volume divided by the areas of its
  /// shadows.
  INKRAYRENDERING_EXPORT double GetMeanPath(const double bounds[6]) const;

private:
  std::size_t Resize(); ///< to the number of bins, which is returned
};
