// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkNew.h"

class vtkOpenGLRenderWindow;
class vtkTextureObject;

/// Tells whether objects made in a window's OpenGL context still exist. The mark is a texture of one pixel,
/// which VTK releases with everything else that belongs to the context.
///
/// An object of a renderer or a mapper may outlive a context: a window may be docked elsewhere, or closed. If
/// the window shows nothing of the object then, nobody tells the object to release its resources. VTK empties
/// textures and framebuffers. But VTK's passes, filters, and shaders with their vertices keep the emptied
/// ones, and end the program, or draw nothing, when they are used again.
class ContextMark
{
public:
  ContextMark();
  ~ContextMark();
  ContextMark(const ContextMark&) = delete;
  ContextMark& operator=(const ContextMark&) = delete;

  /// Returns true if the window's context is the one that the last call marked. Otherwise marks the window's
  /// context and returns false: the context is another one, the marked one has ended, or this is the first
  /// call. The caller's objects from an earlier context no longer exist then.
  bool IsStillThere(vtkOpenGLRenderWindow* window);

private:
  vtkNew<vtkTextureObject> Mark;
};
