// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <future>

class RayCastSession;
class vtkPathTraceSettings;
struct PathTraceContent;
struct PathTracePiece;

/// The first picture of a path traced scene: its isosurfaces, ray cast by the CPU and lit by the renderer's
/// lights. It is there before a CUDA device has started, which goes on beside it, and before the scene is on
/// that device. Path traced pictures follow.
class PathTracePreview
{
public:
  /// Draw it, once until Reset, where the scene has opaque isosurfaces of images alone, of 2^26 points at
  /// most unless the CPU is the chosen device, and the view is not in stereo. False: nothing is drawn, as it
  /// is not due, or cannot be drawn; path tracing tells why. Throws inkray::Aborted.
  bool Draw(RayCastSession& session, vtkPathTraceSettings* settings, const PathTraceContent& content);

  /// The picture of this frame is path traced: wait until the device has started. Draw has no effect any
  /// more.
  void End();

  /// Forget the last frame, but not that the preview has been drawn.
  void ForgetFrame() { this->IsShown = false; }
  /// The next picture is the first one again.
  void Reset() { this->IsOver = this->IsShown = false; }

  /// Whether the last frame shows it.
  bool IsDrawn() const { return this->IsShown; }

private:
  void StartDevice(int wanted);
  static bool CastPiece(RayCastSession& session, vtkPathTraceSettings* settings,
    const PathTraceContent& content, const PathTracePiece& piece);

  bool IsOver = false;
  bool IsShown = false;
  std::future<void> Starting;
};
