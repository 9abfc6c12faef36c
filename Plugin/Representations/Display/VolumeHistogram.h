// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "CellHistogram.h"
#include "vtkRepresentationReport.h"

struct MeshThreshold;
class vtkObject;
class vtkTetRayCastMapper;

/// The histogram of a mesh by values and gradients, weighted by volume. Each rank has a part of the mesh.
class VolumeHistogram
{
public:
  /// Count the values of a grid, which is null on ranks without data. Only cells that the threshold shows
  /// count, and of these only tetrahedra whose centroid the crop box keeps. If `mapper` has drawn the mesh on
  /// a device, the device counts. Warnings come from the object `from`.
  VolumeHistogram(vtkUnstructuredGrid* grid, const RayCastArray& values, const MeshThreshold& threshold,
    const inkray::CropBox& box, vtkTetRayCastMapper* mapper, vtkObject* from);

  /// The histogram over all ranks, which call this together. If cells of this rank could not be counted, a
  /// warning says why.
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
