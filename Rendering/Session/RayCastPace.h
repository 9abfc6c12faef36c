// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRenderingModule.h"
#include "vtkCommand.h"
#include "vtkWeakPointer.h"

#include <array>
#include <limits>

class vtkRenderer;
class vtkRenderWindow;

/// Chooses the resolution of rays while someone interacts with a window (drags an isovalue, turns the
/// camera), so that the next picture comes in time. The choice is made once for each frame, from the measured
/// times of earlier frames, and holds for all mappers that cast rays in a renderer.
///
/// The time of a frame has two parts: the time of the rays, which shrinks with their number, and the rest,
/// which does not. All times are in milliseconds.
class RayCastPace : public vtkCommand
{
public:
  static RayCastPace* New() { return new RayCastPace; }
  vtkTypeMacro(RayCastPace, vtkCommand);

  /// An interactive frame may take as long as the window's desired update rate says, but not longer than
  /// this. A change should be visible within 50 ms, and the window still has to bring the frame to the
  /// screen.
  static constexpr double LongestFrame = 33;
  /// A frame that may take longer than this is a still, in full resolution.
  static constexpr double ShortestStill = 1000;

  /// Whether the next frame of a window is a still.
  INKRAYRENDERING_EXPORT static bool IsStill(vtkRenderWindow* window);

  /// The pace of a renderer, which keeps it. From the first call on, the pace observes the beginning and the
  /// end of the window's frames.
  static RayCastPace* Of(vtkRenderer* renderer);

  /// Begin a frame that may take `allowed`.
  void Start(double now, double allowed);
  /// Report that rays of the frame for `pixels` took `milliseconds`; full resolution has `wanted` pixels.
  /// `edges`: how many pixels lie at edges of the coarse picture and should have rays of their own; negative:
  /// unknown.
  void AddCast(double milliseconds, double pixels, double wanted, double edges = -1);
  /// End a frame. An `aborted` frame is not measured.
  void End(double now, bool aborted);

  /// The sample distance of this frame as a multiple of a still's: from 1 to 12, in steps, so that images
  /// rarely change their size.
  double GetCoarseness() const { return this->Coarseness; }
  /// The share of the rays of full resolution that fits into this frame's time. It counts the rays of the
  /// coarse picture and the single rays at edges.
  double GetShareOfRays() const { return this->ShareOfRays; }
  /// Whether nobody interacts: this frame may take its time.
  bool IsStill() const { return this->Still; }
  /// Whether a frame since the last still was coarser than a still. Work that only makes pictures smoother
  /// may then wait for the next still.
  bool IsHurried() const { return this->Hurried; }

  /// Called by the window at the beginning and the end of a frame.
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
  double Edges = 0; // the same for rays at edges, at coarseness 1: edges are as wide as coarse pixels
  // Times of the last frames without their rays, since the last still. The minimum counts: one delayed frame
  // says nothing about the next.
  std::array<double, 4> Rest = { 0, 0, 0, 0 };
  int Frames = 0;
  bool Still = true; // the current frame

  double Begin = std::numeric_limits<double>::quiet_NaN(); // of the current frame, like the next three
  double Cast = 0;
  double FullCast = 0;
  double EdgeCast = 0;
  bool HasEdges = false;
};
