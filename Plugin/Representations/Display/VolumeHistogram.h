// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "CellHistogram.h"
#include "vtkRepresentationReport.h"

struct MeshThreshold;
class vtkObject;
class vtkTetRayCastMapper;

/// How much of the volume of a mesh, of which each rank has a piece, has which values and gradients.
class VolumeHistogram
{
public:
  /// Of values in a grid, null on ranks without data: of the cells that a threshold leaves, and of the
  /// tetrahedra with their centroid inside the box, or outside. Where `mapper` has drawn them on a device,
  /// the device counts. Warnings are those of `from`.
  VolumeHistogram(vtkUnstructuredGrid* grid, const RayCastArray& values, const MeshThreshold& threshold,
    const inkray::CropBox& box, vtkTetRayCastMapper* mapper, vtkObject* from);

  /// The histogram over all ranks, which all have to call this. A warning says why cells of this rank are
  /// missing in it.
  vtkRepresentationReport::Histogram Find(int valueBins, int gradientBins) const;

private:
  template <class Step>
  void Attempt(const Step& step) const;
  CellHistogram Count(const double ranges[4], const double bounds[6], int ofValues, int ofGradients) const;
  double FindLargestGradient(const double ranges[4], const double bounds[6]) const;
  void ZoomToGradients(double ranges[4], const double bounds[6]) const;

  CellHistogramInput Input;
  vtkTetRayCastMapper* Mapper;
  vtkObject* From;
};
