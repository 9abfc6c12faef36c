// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkInformation.h"
#include "vtkInformationObjectBaseKey.h"
#include "vtkNew.h"
#include "vtkRenderer.h"

/// An object of which each renderer has one, from the first request on, as long as the renderer lives. All
/// ray casting mappers in the renderer share it.
template <class Object>
class RayCastRendererObject
{
public:
  explicit RayCastRendererObject(const char* name)
    : Key(vtkInformationObjectBaseKey::MakeKey(name, "RayCastRendererObject"))
  {
  }

  /// Null if the renderer has no object yet.
  Object* Find(vtkRenderer* renderer) const
  {
    vtkInformation* information = renderer->GetInformation();
    return information ? Object::SafeDownCast(information->Get(this->Key)) : nullptr;
  }

  Object* Make(vtkRenderer* renderer) const
  {
    if (!renderer->GetInformation())
    {
      vtkNew<vtkInformation> own;
      renderer->SetInformation(own);
    }
    vtkNew<Object> object;
    renderer->GetInformation()->Set(this->Key, object);
    return object;
  }

private:
  vtkInformationObjectBaseKey* Key; // owned by VTK, as all keys
};
