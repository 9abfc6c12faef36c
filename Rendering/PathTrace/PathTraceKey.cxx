// SPDX-License-Identifier: BSD-3-Clause
#include "PathTraceKey.h"

#include "vtkMatrix4x4.h"

#include <cstring>

void PathTraceKey::Add(double number)
{
  std::uint64_t bits = 0;
  std::memcpy(&bits, &number, sizeof(bits));
  this->Numbers.push_back(bits);
}

void PathTraceKey::Add(vtkObject* object)
{
  this->Numbers.push_back(static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(object)));
  this->Numbers.push_back(object ? object->GetMTime() : 0);
}

void PathTraceKey::Add(const RayCastArray& array)
{
  this->Add(array.Array);
  this->Add(array.Association);
  this->Add(array.Component);
}

void PathTraceKey::Add(vtkMatrix4x4* matrix)
{
  for (int i = 0; i < 16; ++i)
  {
    this->Add(matrix->GetData()[i]);
  }
}
