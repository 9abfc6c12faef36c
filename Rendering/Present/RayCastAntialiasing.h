// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ContextMark.h"
#include "vtkCommand.h"
#include "vtkNew.h"

class vtkOpenGLFXAAFilter;
class vtkRenderer;
class vtkWindow;

/// Chooses when a renderer smooths the edges of its picture (vtkRenderer::UseFXAA) in a frame. VTK smooths
/// between polygons and volumes: too early for surfaces that are drawn with the volumes, and also in frames
/// that someone waits for. The renderer's own FXAA is off from the beginning of such a frame to its end, as
/// vtkSynchronizedRenderers does for pictures of several ranks.
class RayCastAntialiasing : public vtkCommand
{
public:
  static RayCastAntialiasing* New() { return new RayCastAntialiasing; }
  vtkTypeMacro(RayCastAntialiasing, vtkCommand);

  ///@{
  /// Smooth edges after all drawing of the current frame (Postpone), or not at all (Skip). Call this in or
  /// before the frame's opaque pass. Does nothing if the renderer does not smooth edges.
  static void Postpone(vtkRenderer* renderer);
  static void Skip(vtkRenderer* renderer);
  ///@}

  /// Release the resources of a window's renderers.
  static void Release(vtkWindow* window);

  /// Called by the renderer at the end of a frame.
  void Execute(vtkObject* caller, unsigned long event, void* data) override;

protected:
  RayCastAntialiasing();
  ~RayCastAntialiasing() override;

private:
  static void Take(vtkRenderer* renderer, bool later);

  bool Taken = false; // the renderer's own FXAA is off
  bool Later = false; // smoothing has to follow at the end of the frame
  vtkNew<vtkOpenGLFXAAFilter> Filter;
  ContextMark Context; // the context of the filter's textures
};
