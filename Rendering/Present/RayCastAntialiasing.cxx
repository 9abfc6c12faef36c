// SPDX-License-Identifier: BSD-3-Clause
#include "RayCastAntialiasing.h"

#include "RayCastRendererObject.h"
#include "vtkFXAAOptions.h"
#include "vtkOpenGLFXAAFilter.h"
#include "vtkOpenGLRenderWindow.h"
#include "vtkOpenGLRenderer.h"
#include "vtkOpenGLState.h"
#include "vtkRenderWindow.h"
#include "vtkRendererCollection.h"

RayCastAntialiasing::RayCastAntialiasing() = default;
RayCastAntialiasing::~RayCastAntialiasing() = default;

namespace
{
RayCastRendererObject<RayCastAntialiasing>& Objects()
{
  static RayCastRendererObject<RayCastAntialiasing> objects("RAY_CAST_ANTIALIASING");
  return objects;
}
} // namespace

void RayCastAntialiasing::Postpone(vtkRenderer* renderer)
{
  Take(renderer, true);
}

void RayCastAntialiasing::Skip(vtkRenderer* renderer)
{
  Take(renderer, false);
}

void RayCastAntialiasing::Take(vtkRenderer* renderer, bool later)
{
  if (!renderer->GetUseFXAA() || !vtkOpenGLRenderer::SafeDownCast(renderer))
  {
    return; // no smoothing is on, or this frame has already taken over
  }
  RayCastAntialiasing* self = Objects().Find(renderer);
  if (!self)
  {
    self = Objects().Make(renderer);
    renderer->AddObserver(vtkCommand::EndEvent, self, 1.0f); // before other observers take the picture
  }
  self->Taken = true;
  self->Later = later;
  renderer->UseFXAAOff();
}

void RayCastAntialiasing::Execute(vtkObject* caller, unsigned long, void*)
{
  if (!this->Taken)
  {
    return;
  }
  auto* renderer = static_cast<vtkOpenGLRenderer*>(caller);
  this->Taken = false;
  renderer->UseFXAAOn();
  if (this->Later)
  {
    if (!this->Context.IsStillThere(vtkOpenGLRenderWindow::SafeDownCast(renderer->GetRenderWindow())))
    {
      this->Filter->ReleaseGraphicsResources();
    }
    if (renderer->GetFXAAOptions())
    {
      this->Filter->UpdateConfiguration(renderer->GetFXAAOptions());
    }
    // Passes have reset these to their values before the frame, perhaps for a window of another size.
    int size[2], origin[2];
    renderer->GetTiledSizeAndOrigin(&size[0], &size[1], &origin[0], &origin[1]);
    vtkOpenGLState* state = renderer->GetState();
    vtkOpenGLState::ScopedglViewport viewport(state);
    vtkOpenGLState::ScopedglScissor scissor(state);
    state->vtkglViewport(origin[0], origin[1], size[0], size[1]);
    state->vtkglScissor(origin[0], origin[1], size[0], size[1]);
    this->Filter->Execute(renderer);
  }
}

void RayCastAntialiasing::Release(vtkWindow* window)
{
  auto* renderWindow = vtkRenderWindow::SafeDownCast(window);
  if (!renderWindow)
  {
    return;
  }
  vtkRendererCollection* renderers = renderWindow->GetRenderers();
  vtkCollectionSimpleIterator each;
  renderers->InitTraversal(each);
  while (vtkRenderer* renderer = renderers->GetNextRenderer(each))
  {
    if (RayCastAntialiasing* self = Objects().Find(renderer))
    {
      self->Filter->ReleaseGraphicsResources();
    }
  }
}
