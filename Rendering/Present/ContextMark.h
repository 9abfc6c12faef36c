// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkNew.h"

class vtkOpenGLRenderWindow;
class vtkTextureObject;

/// Tells whether what was made in a window's OpenGL context is still there: a texture of one pixel, which VTK
/// takes away with all else that belongs to the context.
///
/// Objects that live as long as a renderer, or a mapper, outlive contexts: a window is docked elsewhere, or
/// closed, while nothing of theirs is in it, so that nobody asks them to give anything back. VTK empties
/// textures and framebuffers then, but its passes and filters, and shaders with their vertices, still hold
/// what is empty now and end the program, or draw nothing, when they are used again.
class ContextMark
{
public:
  ContextMark();
  ~ContextMark();
  ContextMark(const ContextMark&) = delete;
  ContextMark& operator=(const ContextMark&) = delete;

  /// False: the context of the window is not the one of the last call, or has been ended since, or nothing
  /// was marked. What the caller has made there is gone, and the context of now is marked.
  bool IsStillThere(vtkOpenGLRenderWindow* window);

private:
  vtkNew<vtkTextureObject> Mark;
};
