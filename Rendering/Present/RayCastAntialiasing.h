// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ContextMark.h"
#include "vtkCommand.h"
#include "vtkNew.h"

class vtkOpenGLFXAAFilter;
class vtkRenderer;
class vtkWindow;

/// The time in a frame at which a renderer smooths the edges of its picture (vtkRenderer::UseFXAA). VTK does
/// so between polygons and volumes, which is too early for surfaces that are drawn with the volumes, and
/// takes its time in frames that someone waits for. The renderer's own FXAA is off from the beginning of such
/// a frame, and on again at its end, in the same way as vtkSynchronizedRenderers does it for pictures of
/// several ranks.
class RayCastAntialiasing : public vtkCommand
{
public:
  static RayCastAntialiasing* New() { return new RayCastAntialiasing; }
  vtkTypeMacro(RayCastAntialiasing, vtkCommand);

  ///@{
  /// For the frame that is drawn now, in or before its opaque pass: smooth its edges when all else has been
  /// drawn, or not at all. Nothing happens where the renderer does not smooth edges.
  static void Postpone(vtkRenderer* renderer);
  static void Skip(vtkRenderer* renderer);
  ///@}

  /// Give back the resources of a window's renderers.
  static void Release(vtkWindow* window);

  /// Called by the renderer at the end of a frame.
  void Execute(vtkObject* caller, unsigned long event, void* data) override;

protected:
  RayCastAntialiasing();
  ~RayCastAntialiasing() override;

private:
  static void Take(vtkRenderer* renderer, bool later);

  bool Taken = false; // the renderer's own FXAA is off
  bool Later = false; // and has to be made up for
  vtkNew<vtkOpenGLFXAAFilter> Filter;
  ContextMark Context; // in which the filter's textures were made
};
