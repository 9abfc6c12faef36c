// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "RayCastHeld.h"

#include <cstdint>
#include <vector>

class vtkMatrix4x4;
class vtkObject;

/// Numbers that identify a source: two keys are equal if the source is the same.
class PathTraceKey
{
public:
  void Add(double number);
  void Add(vtkObject* object); ///< adds the object and its modification time; null is allowed
  void Add(const RayCastArray& array);
  void Add(vtkMatrix4x4* matrix);
  bool operator==(const PathTraceKey& other) const { return this->Numbers == other.Numbers; }

private:
  std::vector<std::uint64_t> Numbers;
};
