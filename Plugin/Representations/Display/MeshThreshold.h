// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ArrayChoice.h"
#include "InKRayRepresentationsModule.h"

struct CellHistogramInput;
class vtkTetRayCastMapper;

/// The cells of a mesh that a display shows: those with values in a range of an array, as
/// vtkTetRayCastMapper::SelectThresholdArray has it.
struct INKRAYREPRESENTATIONS_EXPORT MeshThreshold
{
  bool Use = false;
  ArrayChoice Array;
  int Component = 0;
  double Range[2] = { 0, 0 };

  /// Whether any cells may vanish.
  bool IsOn() const { return this->Use && !this->Array.Name.empty(); }

  /// Turn it on or off. True: it was not yet.
  bool SetUse(bool use);

  /// Choose the component, from 0 on; beyond the array's, it is the length. True: it is another one, and
  /// pieces on ranks have to bring the ranges of their cells anew.
  bool SetComponent(int component);

  /// Choose the range, both ends included.
  void SetRange(double low, double high);

  /// Choose the array as ParaView does. True: it is another one.
  bool Select(int association, const char* name);

  void ApplyTo(vtkTetRayCastMapper* mapper) const;

  /// Have only these cells of the input's grid count.
  void FindIn(CellHistogramInput& input) const;
};
