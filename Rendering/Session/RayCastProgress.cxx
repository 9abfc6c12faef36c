// SPDX-License-Identifier: BSD-3-Clause
#include "RayCastProgress.h"

#include "vtkAbstractVolumeMapper.h"
#include "vtkOpenGLRenderWindow.h"
#include "vtkOpenGLState.h"
#include "vtkRenderWindow.h"
#include "vtkRenderer.h"
#include "vtkTimerLog.h"

void RayCastProgress::Begin(vtkRenderer* renderer)
{
  this->FrameStart = Now();
  this->LastAsked = this->LastTold = this->Observed = 0;
  this->Renderer = renderer;
}

void RayCastProgress::End()
{
  if (this->LastTold > 0)
  {
    this->LastTold = 0;
    this->Tell("Casting rays", 1);
  }
}

double RayCastProgress::Now()
{
  return 1e3 * vtkTimerLog::GetUniversalTime();
}

inkray::WorkObserver RayCastProgress::Observe(const char* text, double end)
{
  return { [this] { return this->IsAborted(); },
    [this, text, begin = this->Observed, end](double share) {
      this->Observed = end;
      this->Tell(text, begin + share * (end - begin));
    } };
}

bool RayCastProgress::IsAborted()
{
  // The window may take long to answer, because it processes events of the window system.
  constexpr double often = 50;
  vtkRenderWindow* const window = this->Renderer->GetRenderWindow();
  const double now = Now();
  if (now - this->FrameStart >= this->AskTime && now - this->LastAsked >= often)
  {
    this->CallOut([window] { window->CheckAbortStatus(); });
    this->LastAsked = Now();
  }
  return window->GetAbortRender() != 0;
}

void RayCastProgress::Tell(const char* text, double share)
{
  constexpr double often = 50;
  const double now = Now();
  if (now - this->FrameStart >= LongFrame && now - this->LastTold >= often)
  {
    this->Mapper->SetProgressText(text);
    this->CallOut([this, share] { this->Mapper->UpdateProgress(share); });
    this->Mapper->SetProgressText(nullptr); // the pipeline's own progress has no text
    this->LastTold = Now();
  }
}

// Observers of progress paint their windows with OpenGL. Undo their changes to its state, so that the frame
// continues in its framebuffer. VTK does not track which program, vertex array and buffers are bound; reset
// its state before, since the objects that it knows may be deleted by now.
void RayCastProgress::CallOut(const std::function<void()>& call)
{
  auto* const window = vtkOpenGLRenderWindow::SafeDownCast(this->Renderer->GetRenderWindow());
  vtkOpenGLState* const state = window->GetState();
  state->Reset();
  state->Push();
  call();
  window->MakeCurrent();
  state->Reset();
  state->Pop();
}
