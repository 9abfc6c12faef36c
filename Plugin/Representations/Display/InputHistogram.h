// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Geometry/Mesh/TetHistogram.h"
#include "IsosurfaceGrids.h"
#include "View/Clipping.h"
#include "vtkRepresentationReport.h"

struct ArrayChoice;
struct MeshThreshold;
struct RayCastArray;
class vtkTetRayCastMapper;

/// The histogram, by volume, of the isosurface array in a display's data. A mesh is counted exactly, by
/// CellHistogram. In an image, a point counts with the volume that is nearest to it, and a cell with its own
/// volume. Blanked points and cells do not count, nor do the parts of a point's volume in blanked cells.
class InputHistogram
{
public:
  /// Count one component of an array or, if the array has no such component, the magnitude. Only tetrahedra
  /// count whose centroid the crop box keeps, and only points and cells of images that the box keeps. If
  /// `mapper` has drawn the mesh on a device, the device counts.
  InputHistogram(const IsosurfaceGrids& pieces, const ArrayChoice& array, int component,
    const MeshThreshold& threshold, const inkray::CropBox& box, vtkTetRayCastMapper* mapper)
    : Pieces(pieces)
    , Array(array)
    , Component(component)
    , Threshold(threshold)
    , Box(box)
    , Mapper(mapper)
  {
  }

  /// The histogram over all ranks, which call this together. It has no mean path. Throws std::bad_alloc.
  vtkRepresentationReport::Histogram Find(int bins) const;

  /// Add the values of an image or a rectilinear grid to the volumes of the bins.
  static void AddImage(vtkDataSet* image, const RayCastArray& values, const inkray::CropBox& box,
    const inkray::HistogramBins& bins, std::vector<double>& volumes);

private:
  RayCastArray ValuesOf(vtkDataSet* piece) const;
  void CountAll(const inkray::HistogramBins& bins, std::vector<double>& volumes) const;

  const IsosurfaceGrids& Pieces;
  const ArrayChoice& Array;
  const int Component;
  const MeshThreshold& Threshold;
  const inkray::CropBox Box;
  vtkTetRayCastMapper* const Mapper;
};
