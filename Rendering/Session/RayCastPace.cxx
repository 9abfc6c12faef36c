// SPDX-License-Identifier: BSD-3-Clause
#include "RayCastPace.h"

#include "RayCastRendererObject.h"
#include "vtkRenderWindow.h"
#include "vtkRenderer.h"
#include "vtkTimerLog.h"

#include <algorithm>
#include <cmath>

namespace
{
constexpr std::array<double, 8> Steps = { 1, 1.5, 2, 3, 4, 6, 8, 12 };
// Rays have at least this share of a frame: if the rest takes so long, fewer rays would hardly save time.
constexpr double LeastShare = 0.25;
// A finer step must fit into this share of the time, so that frames do not alternate between two steps.
constexpr double ShareOfFiner = 0.75;
// Sharp edges may take at most this share of the rays' time; the remainder goes into a finer picture.
constexpr double MostForEdges = 0.4;

RayCastRendererObject<RayCastPace>& Objects()
{
  static RayCastRendererObject<RayCastPace> objects("RAY_CAST_PACE");
  return objects;
}
} // namespace

bool RayCastPace::IsStill(vtkRenderWindow* window)
{
  return !(1e3 / window->GetDesiredUpdateRate() < ShortestStill);
}

RayCastPace* RayCastPace::Of(vtkRenderer* renderer)
{
  RayCastPace* known = Objects().Find(renderer);
  RayCastPace* pace = known ? known : Objects().Make(renderer);
  vtkRenderWindow* window = renderer->GetRenderWindow();
  if (pace->Window != window)
  {
    if (pace->Window)
    {
      pace->Window->RemoveObserver(pace);
    }
    pace->Window = window;
    window->AddObserver(vtkCommand::StartEvent, pace, 1.0f); // before other observers
    window->AddObserver(vtkCommand::EndEvent, pace, -1.0f);  // after other observers
  }
  return pace;
}

void RayCastPace::Execute(vtkObject* caller, unsigned long event, void*)
{
  auto* window = static_cast<vtkRenderWindow*>(caller);
  const double now = 1e3 * vtkTimerLog::GetUniversalTime();
  if (event == vtkCommand::StartEvent)
  {
    this->Start(now, 1e3 / window->GetDesiredUpdateRate());
  }
  else
  {
    this->End(now, window->GetAbortRender() != 0);
  }
}

void RayCastPace::Start(double now, double allowed)
{
  this->Begin = now;
  this->Cast = this->FullCast = this->EdgeCast = 0;
  this->HasEdges = false;
  this->Still = !(allowed < ShortestStill);
  const double forRays = this->GetTimeForRays(std::min(allowed, LongestFrame));
  this->Coarseness = this->Still ? 1 : this->Choose(forRays);
  this->ShareOfRays = this->Coarseness > 1 ? std::min(1.0, forRays / this->Full) : 1;
  this->Hurried = !this->Still && (this->Hurried || this->Coarseness > 1);
}

double RayCastPace::GetTimeForRays(double allowed) const
{
  const double rest = this->LeastRest();
  return std::max(allowed - rest, LeastShare * std::max(allowed, rest));
}

double RayCastPace::Choose(double forRays) const
{
  const auto fits = [this, forRays](double step) {
    const double share = step < this->Coarseness ? ShareOfFiner : 1;
    const double edges = step > 1 ? std::min(this->Edges * step, MostForEdges * forRays) : 0;
    return this->Full <= (share * forRays - edges) * step * step;
  };
  const auto step = std::find_if(Steps.begin(), Steps.end(), fits);
  return step == Steps.end() ? Steps.back() : *step;
}

double RayCastPace::LeastRest() const
{
  return this->Frames > 0 ? *std::min_element(this->Rest.begin(), this->Rest.begin() + this->Frames) : 0;
}

void RayCastPace::AddCast(double milliseconds, double pixels, double wanted, double edges)
{
  this->Cast += milliseconds;
  this->FullCast += milliseconds * wanted / pixels;
  if (edges >= 0 && this->Coarseness > 1)
  {
    this->EdgeCast += milliseconds * edges / pixels / this->Coarseness;
    this->HasEdges = true;
  }
}

void RayCastPace::End(double now, bool aborted)
{
  if (aborted || this->FullCast <= 0)
  {
    return;
  }
  this->Full = this->FullCast;
  this->Edges = this->HasEdges ? this->EdgeCast : this->Edges;
  if (!std::isnan(this->Begin)) // NaN: the first frame began before observation
  {
    std::move_backward(this->Rest.begin(), this->Rest.end() - 1, this->Rest.end());
    this->Rest.front() = std::max(0.0, now - this->Begin - this->Cast);
    this->Frames = this->Still ? 1 : std::min<int>(this->Frames + 1, static_cast<int>(this->Rest.size()));
  }
}
