// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRenderingModule.h"
#include "vtkCommand.h"
#include "vtkWeakPointer.h"

#include <array>
#include <limits>

class vtkRenderer;
class vtkRenderWindow;

/// The resolution of rays while someone interacts with a window (drags an isovalue, turns the camera), so
/// that the next picture comes in time. It is chosen once for each frame, from the measured times of the
/// frames before, and holds for all that is ray cast in a renderer.
///
/// A frame takes the time of the rays, which shrinks with their number, and of all the rest, which does not.
/// All times are in milliseconds.
class RayCastPace : public vtkCommand
{
public:
  static RayCastPace* New() { return new RayCastPace; }
  vtkTypeMacro(RayCastPace, vtkCommand);

  /// An interactive frame may take as long as the window's desired update rate says, but not longer than
  /// this: a change is to be seen within 50, and the window still has to bring the frame to the screen.
  static constexpr double LongestFrame = 33;
  /// A frame that may take longer is a still, in full resolution.
  static constexpr double ShortestStill = 1000;

  /// Whether the next frame of a window is a still.
  INKRAYRENDERING_EXPORT static bool IsStill(vtkRenderWindow* window);

  /// The pace of a renderer, which it keeps. From then on it hears when frames of the window begin and end.
  static RayCastPace* Of(vtkRenderer* renderer);

  /// A frame begins that may take `allowed`.
  void Start(double now, double allowed);
  /// Rays of the frame for `pixels` took `milliseconds`; in full resolution there would be `wanted` pixels.
  /// Of the pixels between them, `edges` lie where the coarse picture changes at once: they are better off
  /// with rays of their own; negative: it is not known how many.
  void AddCast(double milliseconds, double pixels, double wanted, double edges = -1);
  /// The frame ends. One that was `aborted` tells nothing about time.
  void End(double now, bool aborted);

  /// The sample distance of this frame as a multiple of a still's; from 1 to 12, in steps, so that images do
  /// not change their size all the time.
  double GetCoarseness() const { return this->Coarseness; }
  /// The share of a full resolution's rays that there is time for in this frame: coarse ones, and single ones
  /// at edges.
  double GetShareOfRays() const { return this->ShareOfRays; }
  /// Nobody interacts: this frame may take its time.
  bool IsStill() const { return this->Still; }
  /// A frame since the last still was coarser than stills are: all that only makes pictures smoother may wait
  /// for the next still.
  bool IsHurried() const { return this->Hurried; }

  /// Called by the window.
  void Execute(vtkObject* caller, unsigned long event, void* data) override;

private:
  double Choose(double forRays) const;
  double GetTimeForRays(double allowed) const;
  double LeastRest() const;

  vtkWeakPointer<vtkRenderWindow> Window;
  double Coarseness = 1;
  bool Hurried = false;
  double ShareOfRays = 1;
  double Full = 0;  // time of the last frame's rays in full resolution
  double Edges = 0; // and of those at its edges, for a coarseness of 1: edges are as wide as coarse pixels
  // The rest of the last frames, from the last still on. The least counts: one frame that was held up says
  // nothing about the next.
  std::array<double, 4> Rest = { 0, 0, 0, 0 };
  int Frames = 0;
  bool Still = true; // the frame that is drawn now

  double Begin = std::numeric_limits<double>::quiet_NaN(); // these three of it, too
  double Cast = 0;
  double FullCast = 0;
  double EdgeCast = 0;
  bool HasEdges = false;
};
