// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkNew.h"

class vtkOpenGLRenderWindow;
class vtkTextureObject;

/// Tells whether what was made in a window's OpenGL context still exists. The mark is a texture of one pixel,
/// which VTK releases with everything else that belongs to the context.
///
/// An object that lives as long as a renderer or a mapper may outlive a context: a window may be docked
/// elsewhere, or closed. While the window shows nothing of the object, nobody then asks the object to give
/// anything back. VTK empties textures and framebuffers. VTK's passes, filters, and shaders with their
/// vertices keep the emptied ones, and end the program, or draw nothing, when they are used again.
class ContextMark
{
public:
  ContextMark();
  ~ContextMark();
  ContextMark(const ContextMark&) = delete;
  ContextMark& operator=(const ContextMark&) = delete;

  /// True: the window's context is the one that the last call marked. False: it is another one, or the marked
  /// one has ended, or this is the first call. What the caller made in an earlier context is then gone, and
  /// the window's context is marked.
  bool IsStillThere(vtkOpenGLRenderWindow* window);

private:
  vtkNew<vtkTextureObject> Mark;
};
