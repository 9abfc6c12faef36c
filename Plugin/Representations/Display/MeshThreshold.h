// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ArrayChoice.h"
#include "InKRayRepresentationsModule.h"

#include <utility>

struct CellHistogramInput;

/// The threshold of a display: only cells with values in a range are shown. The rules are those of
/// vtkTetRayCastMapper::SelectThresholdArray.
struct INKRAYREPRESENTATIONS_EXPORT MeshThreshold
{
  bool Use = false;
  ArrayChoice Array;
  int Component = 0;
  double Range[2] = { 0, 0 };

  /// Whether the threshold can hide cells.
  bool IsOn() const { return this->Use && !this->Array.Name.empty(); }

  /// Turn the threshold on or off. Returns whether this is a change.
  bool SetUse(bool use) { return std::exchange(this->Use, use) != use; }

  /// Choose the component, from 0. If the array has no such component, the magnitude counts. Returns true if
  /// the component changes and ranks have to find the ranges of their cells again.
  bool SetComponent(int component);

  /// Choose the range, both ends included.
  void SetRange(double low, double high);

  /// Apply the threshold to a mapper of volumes, of meshes or of images.
  template <class Mapper>
  void ApplyTo(Mapper* mapper) const
  {
    mapper->SelectThresholdArray(
      this->Array.Association, this->IsOn() ? this->Array.Name.c_str() : nullptr, this->Component);
    mapper->SetThresholdRange(this->Range[0], this->Range[1]);
  }

  /// Restrict the input of a histogram to the cells that the threshold shows.
  void FindIn(CellHistogramInput& input) const;
};
