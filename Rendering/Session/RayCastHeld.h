// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkDataArray.h"
#include "vtkDataObject.h"
#include "vtkObject.h"

#include <memory>
#include <string>

/// What a ray caster holds of one input (mesh, values, colours), known by a key that is equal as long as the
/// input is: mostly a modification time. It decides what has to be sent again in a frame.
template <class Key>
class RayCastHeld
{
public:
  /// Where `key` is not what is held, call `send` and hold it from then on. Nothing is held when `send`
  /// throws. True: something was sent.
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
  /// How often something was sent.
  vtkIdType GetNumberOfUpdates() const { return this->Updates; }

private:
  std::unique_ptr<Key> Held; // of an optional with a vector in it GCC 14 warns that it is not initialized
  vtkIdType Updates = 0;
};

/// An array of a data set, and what counts of its tuples.
struct RayCastArray
{
  vtkDataArray* Array = nullptr; ///< null: none
  int Association = vtkDataObject::POINT;
  int Component = 0; ///< -1: the Euclidean norm of all

  std::string GetQuotedName() const
  {
    return std::string("'") + (this->Array->GetName() ? this->Array->GetName() : "(no name)") + "'";
  }
};

/// A VTK object as it is now, and what counts of it. An object that takes the place of one that has gone has
/// a later modification time.
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
