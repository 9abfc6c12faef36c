// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Geometry/Mesh/TetHistogram.h"
#include "IsosurfacePieces.h"
#include "View/Clipping.h"
#include "vtkRepresentationReport.h"

struct ArrayChoice;
struct MeshThreshold;
struct RayCastArray;
class vtkTetRayCastMapper;

/// How much of the volume of data that isosurfaces are of has which values. A mesh is counted exactly, as
/// CellHistogram has it. Of an image, a point counts with the volume that is nearer to it than to its
/// neighbors, and a cell with its own; blanked points and cells do not count.
class PieceHistogram
{
public:
  /// Of an array, one of its components or, from their number on, the Euclidean norm of all. Tetrahedra count
  /// with their centroid inside the box, or outside; points and cells of images likewise. Where `mapper` has
  /// drawn the mesh on a device, the device counts it.
  PieceHistogram(const IsosurfacePieces& pieces, const ArrayChoice& array, int component,
    const MeshThreshold& threshold, const inkray::CropBox& box, vtkTetRayCastMapper* mapper)
    : Pieces(pieces)
    , Array(array)
    , Component(component)
    , Threshold(threshold)
    , Box(box)
    , Mapper(mapper)
  {
  }

  /// The histogram over all ranks, which all have to call this, without a mean path. Throws std::bad_alloc.
  vtkRepresentationReport::Histogram Find(int bins) const;

  /// Add what an image or a rectilinear grid has to the volumes of the bins.
  static void AddImage(vtkDataSet* image, const RayCastArray& values, const inkray::CropBox& box,
    const inkray::HistogramBins& bins, std::vector<double>& volumes);

private:
  RayCastArray ValuesOf(vtkDataSet* piece) const;
  void CountAll(const inkray::HistogramBins& bins, std::vector<double>& volumes) const;

  const IsosurfacePieces& Pieces;
  const ArrayChoice& Array;
  const int Component;
  const MeshThreshold& Threshold;
  const inkray::CropBox Box;
  vtkTetRayCastMapper* const Mapper;
};
