// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkDataArray.h"
#include "vtkDataObject.h"
#include "vtkObject.h"

#include <cmath>
#include <memory>
#include <string>

/// One input of a ray caster (mesh, values, colors) that it holds, identified by a key: two keys are equal if
/// the input is the same. Mostly the key is a modification time. It decides whether a frame has to send the
/// input again.
template <class Key>
class RayCastHeld
{
public:
  /// If `key` differs from the held key, call `send` and hold `key`. Nothing is held if `send` throws.
  /// Returns whether something was sent.
  template <class Send>
  bool Update(const Key& key, const Send& send)
  {
    if (this->Held && *this->Held == key)
    {
      return false;
    }
    this->Held.reset();
    send();
    this->Held = std::make_unique<Key>(key);
    ++this->Updates;
    return true;
  }

  void Forget() { this->Held.reset(); }
  explicit operator bool() const { return this->Held != nullptr; }
  const Key& Get() const { return *this->Held; }
  /// The number of times that data were sent.
  vtkIdType GetNumberOfUpdates() const { return this->Updates; }

private:
  std::unique_ptr<Key> Held; // no std::optional: GCC 14 warns that a vector in it is not initialized
  vtkIdType Updates = 0;
};

/// An array of a data set, and the component of its tuples to draw.
struct RayCastArray
{
  vtkDataArray* Array = nullptr; ///< null: no array
  int Association = vtkDataObject::POINT;
  int Component = 0; ///< -1: the Euclidean norm of all components; -2: the components are a color

  bool AreColors() const { return this->Component == -2; }

  /// The component of a tuple, or its norm.
  double GetValue(vtkIdType tuple) const
  {
    if (this->Component >= 0)
    {
      return this->Array->GetComponent(tuple, this->Component);
    }
    double squares = 0;
    for (int c = 0; c < this->Array->GetNumberOfComponents(); ++c)
    {
      squares += this->Array->GetComponent(tuple, c) * this->Array->GetComponent(tuple, c);
    }
    return std::sqrt(squares);
  }

  std::string GetQuotedName() const
  {
    return std::string("'") + (this->Array->GetName() ? this->Array->GetName() : "(no name)") + "'";
  }
};

/// Identity and modification time of a VTK object; for an array also its component and association. An object
/// that replaces a deleted one has a later modification time.
struct RayCastKey
{
  vtkMTimeType Time = 0;
  int Association = 0;
  int Component = 0;

  RayCastKey() = default;
  explicit RayCastKey(vtkObject* object)
    : Time(object->GetMTime())
    , Object(object)
  {
  }
  explicit RayCastKey(const RayCastArray& array)
    : RayCastKey(array.Array)
  {
    this->Association = array.Association;
    this->Component = array.Component;
  }
  bool operator==(const RayCastKey& other) const
  {
    return this->Object == other.Object && this->Time == other.Time &&
      this->Association == other.Association && this->Component == other.Component;
  }

private:
  const void* Object = nullptr;
};
