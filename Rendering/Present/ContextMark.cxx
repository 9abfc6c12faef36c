// SPDX-License-Identifier: BSD-3-Clause
#include "ContextMark.h"

#include "vtkOpenGLRenderWindow.h"
#include "vtkTextureObject.h"

ContextMark::ContextMark() = default;
ContextMark::~ContextMark() = default;

bool ContextMark::IsStillThere(vtkOpenGLRenderWindow* window)
{
  if (this->Mark->GetHandle() != 0 && this->Mark->GetContext() == window)
  {
    return true;
  }
  this->Mark->ReleaseGraphicsResources(nullptr); // the texture knows the window to which it belongs
  this->Mark->SetContext(window);
  this->Mark->Create2D(1, 1, 1, VTK_UNSIGNED_CHAR, false);
  return false;
}
